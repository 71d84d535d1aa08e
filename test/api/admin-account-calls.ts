import { newAccount } from "#harness/service/account.ts";
import type { ValidCall } from "./valid-call.ts";

/** A list of the owner's account. */
const ofOwner = (list: string): readonly [string, ValidCall] => [
  `get /v1/admin/accounts/{user_id}/${list}`,
  { path: (its) => `/v1/admin/accounts/${its.ownerId}/${list}`, status: 200 },
];

/** The calls by which admins see accounts and act on them, by method and path of the route. */
export const adminAccountCalls: Readonly<Record<string, ValidCall>> = {
  "get /v1/admin/accounts": { path: "/v1/admin/accounts", status: 200 },
  "get /v1/admin/accounts/{user_id}": { path: (its) => `/v1/admin/accounts/${its.ownerId}`, status: 200 },
  "patch /v1/admin/accounts/{user_id}": {
    path: (its) => `/v1/admin/accounts/${its.ownerId}`,
    status: 200,
    options: () => ({ json: { role: "user" } }),
  },
  "post /v1/admin/accounts/{user_id}/credits": {
    path: (its) => `/v1/admin/accounts/${its.ownerId}/credits`,
    status: 201,
    options: () => ({ json: { pool: "tts", credits: 1, reason: "A test." } }),
  },
  "delete /v1/admin/accounts/{user_id}/sessions": {
    path: (its) => `/v1/admin/accounts/${its.strangerId}/sessions`,
    status: 200,
  },
  ...Object.fromEntries(["payments", "api-keys", "requests", "ledger", "notes"].map(ofOwner)),
  "post /v1/admin/accounts/{user_id}/notes": {
    path: (its) => `/v1/admin/accounts/${its.ownerId}/notes`,
    status: 201,
    options: () => ({ json: { text: "A note." } }),
  },
  "put /v1/admin/accounts/{user_id}/block": {
    path: async ({ resources }) => `/v1/admin/accounts/${(await newAccount(resources, 0)).userId}/block`,
    status: 200,
    options: () => ({ json: { reason: "A reason." } }),
  },
  "delete /v1/admin/accounts/{user_id}/block": {
    path: (its) => `/v1/admin/accounts/${its.strangerId}/block`,
    status: 200,
  },
  "post /v1/admin/accounts/{user_id}/close": {
    path: async ({ resources }) => `/v1/admin/accounts/${(await newAccount(resources, 0)).userId}/close`,
    status: 200,
  },
};
