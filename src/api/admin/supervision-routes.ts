import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { pageOf, pageQuery, presentPage } from "#src/api/validation/page.ts";
import { type AccountNote, findNote, listNotes } from "#src/domain/accounts/note-queries.ts";
import { addNote, closeOtherAccount, setBlocked, type Supervision } from "#src/domain/accounts/supervise-account.ts";
import { DomainError } from "#src/errors.ts";
import { accountAnswer, accountParams, blockBody, noteAnswer, noteBody } from "./account-schemas.ts";
import { presentAccount } from "./present-account.ts";
import { readAccount, requireAccount } from "./read-account.ts";

const path = "/v1/admin/accounts/{user_id}";
const facts = { tag: "Admin", access: "admin", scope: "admin", params: accountParams } as const;

interface AccountInput {
  readonly params: { readonly user_id: string };
}

const supervisionOf = (
  { params }: AccountInput,
  { userId: adminId }: Caller,
  { requestId }: RequestContext,
): Supervision => ({ requestId, adminId, userId: params.user_id });

function log({ requestId, adminId, userId }: Supervision, { resources }: RequestContext, what: string): void {
  resources.log.info({ request_id: requestId, admin_id: adminId, user_id: userId }, what);
}

const accountReply = async (userId: string, { resources }: RequestContext): Promise<Reply> => ({
  status: 200,
  data: presentAccount(await readAccount(resources, userId)),
});

const block = accountRoute(
  {
    ...facts,
    method: "put",
    path: `${path}/block`,
    operationId: "admin.accounts.block",
    summary: "Block an account",
    description:
      "Its keys, tokens and sessions are answered 403 `account_blocked` from their next call on. Work under way ends as usual, and " +
      "paid cycles go on. The reason becomes a note, which the account does not see.",
    query: noInput,
    body: jsonBody(blockBody),
    responses: { 200: { description: "It is blocked.", schema: accountAnswer } },
    errors: ["body_too_large", "account_not_found", "own_account"],
  },
  async (input, caller, context) => {
    const supervision = supervisionOf(input, caller, context);
    await setBlocked(context.resources, supervision, { isBlocked: true, reason: input.body.reason });
    log(supervision, context, "an account was blocked");
    return accountReply(supervision.userId, context);
  },
);

const unblock = accountRoute(
  {
    ...facts,
    method: "delete",
    path: `${path}/block`,
    operationId: "admin.accounts.unblock",
    summary: "Let a blocked account act again",
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is not blocked.", schema: accountAnswer } },
    errors: ["account_not_found", "own_account"],
  },
  async (input, caller, context) => {
    const supervision = supervisionOf(input, caller, context);
    await setBlocked(context.resources, supervision, { isBlocked: false, reason: "" });
    log(supervision, context, "an account was unblocked");
    return accountReply(supervision.userId, context);
  },
);

const close = accountRoute(
  {
    ...facts,
    method: "post",
    path: `${path}/close`,
    operationId: "admin.accounts.close",
    summary: "Close an account for good, and erase what it holds",
    description: "As `POST /v1/users/me/close` does. It cannot be undone.",
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is closed, and its data is erased within minutes.", schema: accountAnswer } },
    errors: ["account_not_found", "own_account", "last_admin"],
  },
  async (input, caller, context) => {
    const supervision = supervisionOf(input, caller, context);
    await closeOtherAccount(context.resources, supervision);
    log(supervision, context, "an account was closed by an admin");
    return accountReply(supervision.userId, context);
  },
);

const presentNote = (note: AccountNote): z.output<typeof noteAnswer> => ({
  note_id: note.id,
  kind: note.kind,
  text: note.text,
  author_id: note.author_id,
  author_name: note.author_name,
  created_at: note.created_at.toISOString(),
});

/** @throws DomainError `account_not_found` where a repeat finds nothing any more */
async function noteReply(id: string, { resources: { db } }: RequestContext): Promise<Reply> {
  const note = await findNote(db, id);
  if (note === null) throw new DomainError("account_not_found");
  return { status: 201, data: presentNote(note) };
}

const listAllNotes = accountRoute(
  {
    ...facts,
    method: "get",
    path: `${path}/notes`,
    operationId: "admin.accounts.listNotes",
    summary: "List the notes about an account, newest first",
    description: "Who blocked it and why is among them. The account does not see them; they are erased with it.",
    query: z.object(pageQuery),
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(noteAnswer).meta({ id: "AccountNotePage" }) } },
    errors: ["account_not_found"],
  },
  async ({ params: { user_id: userId }, query }, _caller, { resources: { db } }) => {
    await requireAccount({ db }, userId);
    const { items, ...length } = await listNotes(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentNote), ...length }, query) };
  },
);

const writeNote = accountRoute(
  {
    ...facts,
    method: "post",
    path: `${path}/notes`,
    operationId: "admin.accounts.createNote",
    summary: "Write a note about an account",
    query: noInput,
    body: jsonBody(noteBody),
    responses: { 201: { description: "The note.", schema: noteAnswer } },
    errors: ["body_too_large", "account_not_found"],
    repeat: {
      state: async (id, { resources: { db } }) => ((await findNote(db, id)) === null ? "nothing" : "ended"),
      reply: ({ id }, { context }) => noteReply(id, context),
    },
  },
  async (input, caller, context) => {
    await addNote(context.resources, supervisionOf(input, caller, context), input.body.text);
    return noteReply(context.requestId, context);
  },
);

/** The actions of admins about an account. */
export const supervisionRoutes = [block, unblock, close, listAllNotes, writeNote];
