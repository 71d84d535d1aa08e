import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { list as listOf } from "#src/api/validation/list.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { name } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { changeDictionary, createDictionary, deleteDictionary } from "#src/domain/pronunciation/change-dictionaries.ts";
import { dictionaryBounds, withEntries, withoutWords } from "#src/domain/pronunciation/entries.ts";
import {
  listDictionaries,
  type PronunciationDictionary,
  requireDictionary,
} from "#src/domain/pronunciation/queries.ts";
import { entryLanguage, entryOf, entryWord, givenEntry } from "#src/api/validation/pronunciation.ts";

const dictionaryName = name({ min: 1, max: dictionaryBounds.name });
const { entries: most } = dictionaryBounds;
const entries = listOf(givenEntry, { max: most });

const newDictionary = z.object({
  name: dictionaryName,
  always: boolean().default(true),
  entries: entries.default([]).meta({ description: "Words with the way in which they are spoken." }),
});
const removed = z
  .object({ word: entryWord(), language: entryLanguage().nullish() })
  .meta({ id: "RemovedPronunciation", examples: [{ word: "Siobhan" }] });
const changes = z
  .object({
    name: dictionaryName.optional(),
    always: boolean().optional(),
    entries: entries.optional().meta({ description: "All entries; they replace the present ones." }),
    remove: listOf(removed, { max: most }).optional(),
    add: listOf(givenEntry, { max: most }).optional(),
  })
  .meta({ examples: [{ add: [{ word: "Nguyen", ipa: "wɪn", language: "en" }] }] });
const params = z.object({ dictionary_id: uuid() });

const entry = z
  .object({
    word: z.string(),
    respelling: z.string().nullable(),
    ipa: z.string().nullable(),
    language: z.string().nullable(),
    case_sensitive: z.boolean(),
  })
  .meta({ id: "Pronunciation" });
export const dictionaryAnswer = z
  .object({
    dictionary_id: z.uuid(),
    name: z.string(),
    always: z.boolean(),
    entries: z.array(entry),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({ description: "When it was changed last." }),
  })
  .meta({ id: "PronunciationDictionary" });
const answers = z.object({ items: z.array(dictionaryAnswer) }).meta({ id: "PronunciationDictionaries" });
const deleted = z
  .object({ dictionary_id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: "DeletedPronunciationDictionary" });

export const presentDictionary = (row: PronunciationDictionary): z.output<typeof dictionaryAnswer> => ({
  ...{ dictionary_id: row.id, name: row.name, always: row.always },
  entries: row.entries.map(({ word, respelling = null, ipa = null, language, isCaseSensitive }) => ({
    ...{ word, respelling, ipa, language, case_sensitive: isCaseSensitive },
  })),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const ofAccount = { tag: "Pronunciation", access: "account", scope: "speech", query: noInput } as const;
const path = "/v1/pronunciation-dictionaries";
/** Room for a thousand entries in any script. */
const sizeFactor = 8;

const create = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path, operationId: "pronunciationDictionaries.create" },
    summary: "Create a pronunciation dictionary",
    description: `An account keeps at most ${dictionaryBounds.dictionaries}, with ${most} entries together.`,
    params: noInput,
    body: jsonBody(newDictionary, { sizeFactor }),
    responses: { 201: { description: "The dictionary.", schema: dictionaryAnswer } },
    errors: ["body_too_large", "pronunciation_limit"],
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const { name: called, always, entries: given } = body;
    const kept = { id, userId, name: called, always, entries: withEntries([], given.map(entryOf)) };
    return { status: 201, data: presentDictionary(await createDictionary(resources, kept)) };
  },
);

const list = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path, operationId: "pronunciationDictionaries.list" },
    summary: "List pronunciation dictionaries",
    params: noInput,
    body: noBody,
    responses: { 200: { description: "All of them, the newest first.", schema: answers } },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => {
    return { status: 200, data: { items: (await listDictionaries(db, userId)).map(presentDictionary) } };
  },
);

const onePath = `${path}/{dictionary_id}`;

const show = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: onePath, operationId: "pronunciationDictionaries.get" },
    summary: "Get a pronunciation dictionary",
    params,
    body: noBody,
    responses: { 200: { description: "The dictionary.", schema: dictionaryAnswer } },
    errors: ["pronunciation_dictionary_not_found"],
  },
  async ({ params: { dictionary_id: id } }, { userId }, { resources: { db } }) => {
    return { status: 200, data: presentDictionary(await requireDictionary(db, { id, userId })) };
  },
);

const change = accountRoute(
  {
    ...ofAccount,
    ...{ method: "patch", path: onePath, operationId: "pronunciationDictionaries.update" },
    summary: "Update a pronunciation dictionary",
    description: "`remove` comes before `add`; an entry that is added replaces the one of its word and language.",
    params,
    body: jsonBody(changes, { sizeFactor }),
    responses: { 200: { description: "The dictionary.", schema: dictionaryAnswer } },
    errors: ["body_too_large", "pronunciation_dictionary_not_found", "pronunciation_limit"],
  },
  async ({ params: { dictionary_id: id }, body }, { userId }, { resources }) => {
    const { name: called, always, entries: all, remove: gone = [], add: added = [] } = body;
    const changed = await changeDictionary(resources, {
      ...{ id, userId, name: called, always },
      entriesOf: (kept) =>
        withEntries(all === undefined ? withoutWords(kept, gone) : [], [...(all ?? []), ...added].map(entryOf)),
    });
    return { status: 200, data: presentDictionary(changed) };
  },
);

const remove = accountRoute(
  {
    ...ofAccount,
    ...{ method: "delete", path: onePath, operationId: "pronunciationDictionaries.delete" },
    summary: "Delete a pronunciation dictionary",
    params,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: deleted } },
    errors: ["pronunciation_dictionary_not_found"],
  },
  async ({ params: { dictionary_id: id } }, { userId }, { resources: { db } }) => {
    await deleteDictionary(db, { id, userId });
    return { status: 200, data: { dictionary_id: id, deleted: true as const } };
  },
);

/** The pronunciation dictionaries that an account keeps. */
export const pronunciationRoutes = [create, list, show, change, remove];
