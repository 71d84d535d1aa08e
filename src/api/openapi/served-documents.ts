import type { SharedFile } from "#src/api/http/shared-files.ts";

/** The OpenAPI documents, as they are served. */
export interface OpenApiFiles {
  /** What developers call. */
  readonly developers: SharedFile;
  /** What only admins, browsers and providers call. */
  readonly internal: SharedFile;
}
