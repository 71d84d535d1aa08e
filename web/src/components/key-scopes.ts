import type { ApiKey } from "#web/api/types.ts";

export type Scope = ApiKey["scopes"][number];

/** The scopes that a new key has unless others are chosen: those of work, without keys and money. */
export const usualScopes = ["speech", "voices", "usage"] as const;

/** The scopes that every account can give a key. */
const ownScopes = [...usualScopes, "keys", "billing"] as const;

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
  [...ownScopes, ...(isAdmin ? (["admin"] as const) : [])].map((scope) => [scope, names[scope]] as const);
