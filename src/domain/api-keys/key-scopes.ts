import { type ApiKeyScope, apiKeyScopes, type userRoles } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";

type Scopes = readonly ApiKeyScope[];

/** All but `admin`, which has to be asked for. */
export const withoutAdmin = (scopes: Scopes): Scopes => scopes.filter((scope) => scope !== "admin");

/** Those of the scopes that are of any use to an account of this role. */
export const usableScopes = (scopes: Scopes, role: (typeof userRoles)[number]): Scopes =>
  role === "admin" ? scopes : withoutAdmin(scopes);

/** Each scope once, in their usual order. */
export const inOrder = (scopes: Scopes): Scopes => apiKeyScopes.filter((scope) => scopes.includes(scope));

/** @throws DomainError `insufficient_scope` with the first of the needed scopes that is not held */
export function requireScopes(held: Scopes, needed: Scopes): void {
  const missing = needed.find((scope) => !held.includes(scope));
  if (missing === undefined) return;
  const sentence = `The scope "${missing}" is required. Use an API key that has it.`;
  throw new DomainError("insufficient_scope", sentence, { required_scope: missing });
}
