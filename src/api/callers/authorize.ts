import { requireScopes } from "#src/domain/api-keys/key-scopes.ts";
import { DomainError } from "#src/errors.ts";
import type { Caller } from "./caller.ts";
import type { Route } from "#src/api/route.ts";

/**
 * Lets a known caller pass to a route: by the role of its account, by what it shows, then by its scopes.
 * @throws DomainError `forbidden`, `insufficient_scope`
 */
export function authorize(
  { accountRole, scopes, isTemporary }: Caller,
  { access, scope, temporaryTokens }: Pick<Route, "access" | "scope" | "temporaryTokens">,
): void {
  if (access === "admin" && accountRole !== "admin") throw new DomainError("forbidden");
  if (isTemporary && temporaryTokens !== true)
    throw new DomainError("forbidden", "A temporary token only speaks and transcribes. Use an API key.");
  if (scope !== "any") requireScopes(scopes, [scope]);
}
