import type { Config } from "#src/config.ts";
import { openApiDocument } from "./openapi.ts";
import { isDocumented, isInternal } from "./openapi/audience.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";
import { type SharedFile, sharedFile } from "./http/shared-files.ts";
import type { OpenApiFiles } from "./openapi/served-documents.ts";

/** Each takes some 50 ms to make. */
export function openApiFiles(config: Config): OpenApiFiles {
  const fileOf = (some: readonly Route[]): SharedFile =>
    sharedFile(Buffer.from(JSON.stringify(openApiDocument(some, config))));
  const documented = routes.filter(isDocumented);
  return {
    developers: fileOf(documented.filter((route) => !isInternal(route))),
    internal: fileOf(documented.filter(isInternal)),
  };
}
