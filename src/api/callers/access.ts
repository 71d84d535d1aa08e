import type { ApiKeyScope } from "#db/schema.ts";

/** The callers of a route. `optional`: any caller, but a credential that is sent must be valid. */
export type Access = "public" | "optional" | "account" | "admin";

/** The scope that an API key needs for a route; `any`: a key with any scopes will do. */
export type RouteScope = ApiKeyScope | "any";

/** No account reaches a route that does not name its scope: without it a definition does not compile. */
export type OpenAccess =
  | { readonly access: "public"; readonly scope?: never }
  | { readonly access: "optional"; readonly scope: RouteScope };
export type AccountAccess =
  | { readonly access: "account"; readonly scope: Exclude<RouteScope, "admin"> }
  | { readonly access: "admin"; readonly scope: "admin" };
