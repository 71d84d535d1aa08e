import type { SharedFile } from "#src/api/http/shared-files.ts";

/** The OpenAPI and AsyncAPI documents, as they are served. Each is made at the first call for it. */
export interface OpenApiFiles {
  /** The document of the routes that developers call. */
  readonly developers: () => SharedFile;
  /** The document of the routes that only admins, browsers and providers call. */
  readonly internal: () => SharedFile;
  /** The AsyncAPI document of the paths that take WebSockets. */
  readonly sockets: () => SharedFile;
}
