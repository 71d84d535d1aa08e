import { createHash } from "node:crypto";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { isDocumented, isInternal } from "#src/api/openapi/audience.ts";
import type { Route } from "#src/api/route.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";

/** Our own calls; those of a dialect have clients of their own, and a WebSocket is no call. */
const isGenerated = (route: Route): boolean =>
  isDocumented(route) &&
  !isInternal(route) &&
  route.tag !== "Documentation" &&
  route.socket === undefined &&
  dialectAt(route.path) === null;

/** The OpenAPI document of our own calls, which the clients are generated from. */
export const clientApi = (): unknown => openApiDocument(routes.filter(isGenerated), readConfig({}));
/** The same, as the generator of the TypeScript client reads it. */
export const clientDocument = (): string => JSON.stringify(clientApi());

/** A digest of the document that the code was generated from. */
export const digestOf = (document: string): string => createHash("sha256").update(document).digest("hex");
