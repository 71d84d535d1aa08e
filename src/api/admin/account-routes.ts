import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { accountRoute, type Reply } from "#src/api/route.ts";
import { changeRole } from "#src/domain/accounts/change-role.ts";
import { listAccounts } from "#src/domain/accounts/list-accounts.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { findBalances, findCorrection } from "#src/domain/credits/queries.ts";
import { deleteSessionsOf } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import {
  accountAnswer,
  accountListQuery,
  accountParams,
  correctionAnswer,
  correctionBody,
  listedAccount,
  roleChange,
  signedOutAccount,
} from "./account-schemas.ts";
import { presentAccount, presentCorrection, presentListed } from "./present-account.ts";
import { readAccount } from "./read-account.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Admin";
const path = "/v1/admin/accounts/{user_id}";
const facts = { tag, access: "admin", scope: "admin", query: noInput } as const;

const list = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/v1/admin/accounts",
    operationId: "admin.accounts.list",
    summary: "List all accounts",
    description:
      "Newest first, or by `sort`. `search` is a part of the e-mail address, the name or the username, in any case.",
    params: noInput,
    query: accountListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(listedAccount).meta({ id: "AccountPage" }) } },
    errors: [],
  },
  async ({ query }, _caller, { resources: { db } }) => {
    const { items, ...length } = await listAccounts({ db }, query);
    return { status: 200, data: presentPage({ items: items.map(presentListed), ...length }, query) };
  },
);

const show = accountRoute(
  {
    ...facts,
    method: "get",
    path,
    operationId: "admin.accounts.get",
    summary: "Read an account",
    description: "For a closed account, only that it existed.",
    params: accountParams,
    body: noBody,
    responses: { 200: { description: "The account.", schema: accountAnswer } },
    errors: ["account_not_found"],
  },
  async ({ params }, _caller, { resources }) => ({
    status: 200,
    data: presentAccount(await readAccount(resources, params.user_id)),
  }),
);

const change = accountRoute(
  {
    ...facts,
    method: "patch",
    path,
    operationId: "admin.accounts.update",
    summary: "Change the role of an account",
    description:
      "Takes effect with its next request. An admin cannot remove their own role, so that there is always an admin.",
    params: accountParams,
    body: jsonBody(roleChange),
    responses: { 200: { description: "The account.", schema: accountAnswer } },
    errors: ["body_too_large", "account_not_found", "own_role"],
  },
  async ({ params: { user_id: userId }, body: { role } }, { userId: adminId }, { resources, requestId }) => {
    await changeRole(resources, { adminId, userId, role });
    resources.log.info({ request_id: requestId, admin_id: adminId, user_id: userId, role }, "a role was changed");
    return { status: 200, data: presentAccount(await readAccount(resources, userId)) };
  },
);

/** @throws DomainError `account_not_found` where a repeat finds nothing any more */
async function correctionReply({ db }: Pick<Resources, "db">, requestId: string): Promise<Reply> {
  const correction = await findCorrection(db, requestId);
  if (correction === null) throw new DomainError("account_not_found");
  const balances = await findBalances(db, correction.user_id);
  return { status: 201, data: presentCorrection(correction, balances[correction.pool]) };
}

const correct = accountRoute(
  {
    ...facts,
    method: "post",
    path: `${path}/credits`,
    operationId: "admin.accounts.correctCredits",
    summary: "Correct the credits of an account",
    description:
      "Adds an entry to the ledger, with a reason. Negative `credits` remove credits, never more than the account has. " +
      "`pool` is `tts` (characters) or `asr` (seconds).",
    params: accountParams,
    body: jsonBody(correctionBody),
    responses: { 201: { description: "The credits are corrected.", schema: correctionAnswer } },
    errors: ["body_too_large", "account_not_found", "credits_limit", "insufficient_credits"],
    repeat: {
      state: async (id, { resources: { db } }) => ((await findCorrection(db, id)) === null ? "nothing" : "ended"),
      reply: ({ id }, { context: { resources } }) => correctionReply(resources, id),
    },
  },
  async ({ params: { user_id: userId }, body }, { userId: adminId }, { resources, requestId }) => {
    const { pool, credits, reason } = body;
    await correctCredits(resources, { userId, pool, credits, reason, requestId });
    const said = { request_id: requestId, admin_id: adminId, user_id: userId, pool, credits };
    resources.log.info(said, "credits were corrected");
    return correctionReply(resources, requestId);
  },
);

const signOut = accountRoute(
  {
    ...facts,
    method: "delete",
    path: `${path}/sessions`,
    operationId: "admin.accounts.signOut",
    summary: "Sign an account out everywhere",
    description: "Ends its sessions of the dashboard. API keys keep working.",
    params: accountParams,
    body: noBody,
    responses: { 200: { description: "All are signed out.", schema: signedOutAccount } },
    errors: ["account_not_found"],
  },
  async ({ params: { user_id: userId } }, { userId: adminId }, { resources, requestId }) => {
    await readAccount(resources, userId);
    const count = await deleteSessionsOf(resources.db, userId);
    resources.log.info({ request_id: requestId, admin_id: adminId, user_id: userId }, "an account was signed out");
    return { status: 200, data: { user_id: userId, signed_out: count } };
  },
);

/** All accounts. */
export const adminAccountRoutes = [list, show, change, correct, signOut];
