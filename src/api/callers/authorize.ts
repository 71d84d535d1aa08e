import { requireScopes } from "#src/domain/api-keys/key-scopes.ts";
import { DomainError } from "#src/errors.ts";
import type { Caller } from "./caller.ts";
import type { Route } from "#src/api/route.ts";

/**
 * Lets a known caller pass to a route: by the role of its account, then by its scopes.
 * @throws DomainError `forbidden`, `insufficient_scope`
 */
export function authorize({ accountRole, scopes }: Caller, { access, scope }: Pick<Route, "access" | "scope">): void {
  if (access === "admin" && accountRole !== "admin") throw new DomainError("forbidden");
  if (scope !== "any") requireScopes(scopes, [scope]);
}
