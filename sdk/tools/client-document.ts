import { createHash } from "node:crypto";
import { openApiDocument } from "#src/api/openapi.ts";
import { hasClientCall } from "#src/api/openapi/audience.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";

/** The OpenAPI document of our own calls, which the clients are generated from. */
export const clientApi = (): unknown => openApiDocument(routes.filter(hasClientCall), readConfig({}));
/** The same, as the generator of the TypeScript client reads it. */
export const clientDocument = (): string => JSON.stringify(clientApi());

/** A digest of the document that the code was generated from. */
export const digestOf = (document: string): string => createHash("sha256").update(document).digest("hex");
