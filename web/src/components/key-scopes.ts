import type { ApiKey } from "#web/api/types.ts";

export type Scope = ApiKey["scopes"][number];

/** What every account can let a key do, which a new key does unless it is told otherwise. */
export const defaultScopes = ["speech", "voices", "usage", "keys", "billing"] as const;

const names: Readonly<Record<Scope, string>> = {
  speech: "Speech",
  voices: "Voices",
  usage: "Usage",
  keys: "API keys",
  billing: "Billing",
  admin: "Admin",
};

/** The scopes of a key, as they are listed. */
export const scopeLabels = (scopes: readonly Scope[]): string => scopes.map((scope) => names[scope]).join(", ");

/** The scopes that a person can give a key, with their names. */
export const scopeOptions = (isAdmin: boolean): readonly (readonly [Scope, string])[] =>
  [...defaultScopes, ...(isAdmin ? (["admin"] as const) : [])].map((scope) => [scope, names[scope]] as const);
