import type { ApiKey } from "#web/api/types.ts";
import { type Message, t } from "#web/messages/translate.ts";

export type Scope = ApiKey["scopes"][number];

/** The scopes that a new key has unless others are chosen: those of work, without keys and money. */
export const usualScopes = ["speech", "voices", "usage"] as const;

/** The scopes that every account can give a key. */
const ownScopes = [...usualScopes, "keys", "billing"] as const;

const names: Readonly<Record<Scope, Message>> = {
  speech: "Speech",
  voices: "Voices",
  usage: "Usage",
  keys: "API keys",
  billing: "Billing",
  admin: "Admin",
};

/** The scopes of a key, as they are listed. */
export const scopeLabels = (scopes: readonly Scope[]): string => scopes.map((scope) => t(names[scope])).join(", ");

/** The work that each scope allows. */
const meanings: Readonly<Record<Scope, Message>> = {
  speech: "Speech: speak, transcribe, and read or delete requests and documents",
  voices: "Voices: list, create and delete voices",
  usage: "Usage: read usage and remaining credits",
  keys: "API keys: create and revoke keys, set up webhooks, and change, export or close the account",
  billing: "Billing: read plans and payments, and buy",
  admin: "Admin: everything on the pages of admins",
};

/** The scopes that a person can give a key, with what they allow. */
export const scopeOptions = (isAdmin: boolean): readonly (readonly [Scope, string])[] =>
  [...ownScopes, ...(isAdmin ? (["admin"] as const) : [])].map((scope) => [scope, t(meanings[scope])] as const);
