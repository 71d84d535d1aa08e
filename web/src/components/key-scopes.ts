import type { ApiKey } from "#web/api/types.ts";

export type Scope = ApiKey["scopes"][number];

/** The scopes that every account can give a key; a new key has them unless others are chosen. */
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
