import type { Config } from "#src/config.ts";
import { openApiDocument } from "./openapi.ts";
import { routes } from "./routes.ts";
import { type SharedFile, sharedFile } from "./http/shared-files.ts";

/** The OpenAPI document of everything but the pages, as it is served. It takes some 50 ms to make. */
export const openApiFile = (config: Config): SharedFile => {
  const described = routes.filter(({ tag }) => tag !== "Pages");
  return sharedFile(Buffer.from(JSON.stringify(openApiDocument(described, config))));
};
