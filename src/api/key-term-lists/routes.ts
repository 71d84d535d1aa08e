import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { keyTerm } from "#src/api/validation/key-term.ts";
import { list as listOf } from "#src/api/validation/list.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { name } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import {
  changeKeyTermList,
  createKeyTermList,
  deleteKeyTermList,
} from "#src/domain/key-term-lists/change-key-term-lists.ts";
import { findKeyTermList, type KeyTermList, listKeyTermLists } from "#src/domain/key-term-lists/queries.ts";
import { keyTermBounds, keyTermListBounds } from "#src/domain/speech/own-words.ts";
import { DomainError } from "#src/errors.ts";

const listName = name({ min: 1, max: keyTermListBounds.name });
const terms = listOf(keyTerm(), { min: 1, max: keyTermBounds.terms }).meta({
  description: `At most ${keyTermBounds.terms} terms of at most ${keyTermBounds.length} characters and ${keyTermBounds.words} words, as they are to be written.`,
  examples: [["Siobhan Kavanagh", "ClickHouse"]],
});
const newList = z.object({ name: listName, terms });
const changes = z
  .object({ name: listName.optional(), terms: terms.optional() })
  .meta({ examples: [{ terms: ["Metoprolol", "Bisoprolol"] }] });
const params = z.object({ list_id: uuid() });

export const keyTermListAnswer = z
  .object({
    list_id: z.uuid(),
    name: z.string(),
    terms: z.array(z.string()).meta({ description: "The terms, in the order in which they were sent." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({ description: "When it was changed last." }),
  })
  .meta({ id: "KeyTermList" });
const answers = z.object({ items: z.array(keyTermListAnswer) }).meta({ id: "KeyTermLists" });
const deleted = z.object({ list_id: z.uuid(), deleted: z.literal(true) }).meta({ id: "DeletedKeyTermList" });

export const presentKeyTermList = (row: KeyTermList): z.output<typeof keyTermListAnswer> => ({
  list_id: row.id,
  name: row.name,
  terms: [...row.terms],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const tag = "Key terms";
const ofAccount = { tag, access: "account", scope: "speech", query: noInput } as const;
const path = "/v1/key-term-lists";

const create = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path, operationId: "keyTermLists.create", summary: "Create a key term list" },
    description: `An account keeps at most ${keyTermListBounds.lists}. A transcription names one by \`key_term_list\`.`,
    params: noInput,
    body: jsonBody(newList),
    responses: { 201: { description: "The list.", schema: keyTermListAnswer } },
    errors: ["body_too_large", "key_term_list_limit", "key_term_list_exists"],
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const { name: called, terms: all } = body;
    const made = await createKeyTermList(resources, { id, userId, name: called, terms: [...new Set(all)] });
    return { status: 201, data: presentKeyTermList(made) };
  },
);

const list = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path, operationId: "keyTermLists.list", summary: "List key term lists" },
    params: noInput,
    body: noBody,
    responses: { 200: { description: "All of them, by name.", schema: answers } },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => {
    return { status: 200, data: { items: (await listKeyTermLists(db, userId)).map(presentKeyTermList) } };
  },
);

const show = accountRoute(
  {
    ...ofAccount,
    ...{
      method: "get",
      path: `${path}/{list_id}`,
      operationId: "keyTermLists.get",
      summary: "Get a key term list",
    },
    params,
    body: noBody,
    responses: { 200: { description: "The list.", schema: keyTermListAnswer } },
    errors: ["key_term_list_not_found"],
  },
  async ({ params: { list_id: which } }, { userId }, { resources: { db } }) => {
    const found = await findKeyTermList(db, { userId, which });
    if (found?.id !== which) throw new DomainError("key_term_list_not_found");
    return { status: 200, data: presentKeyTermList(found) };
  },
);

const change = accountRoute(
  {
    ...ofAccount,
    ...{ method: "patch", path: `${path}/{list_id}`, operationId: "keyTermLists.update" },
    summary: "Update a key term list",
    params,
    body: jsonBody(changes),
    responses: { 200: { description: "The list.", schema: keyTermListAnswer } },
    errors: ["body_too_large", "key_term_list_not_found", "key_term_list_exists"],
  },
  async ({ params: { list_id: id }, body }, { userId }, { resources }) => {
    const all = body.terms === undefined ? undefined : [...new Set(body.terms)];
    const changed = await changeKeyTermList(resources, { id, userId, name: body.name, terms: all });
    return { status: 200, data: presentKeyTermList(changed) };
  },
);

const remove = accountRoute(
  {
    ...ofAccount,
    ...{ method: "delete", path: `${path}/{list_id}`, operationId: "keyTermLists.delete" },
    summary: "Delete a key term list",
    params,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: deleted } },
    errors: ["key_term_list_not_found"],
  },
  async ({ params: { list_id: id } }, { userId }, { resources: { db } }) => {
    await deleteKeyTermList(db, { id, userId });
    return { status: 200, data: { list_id: id, deleted: true as const } };
  },
);

/** The lists of key terms that an account keeps. */
export const keyTermListRoutes = [create, list, show, change, remove];
