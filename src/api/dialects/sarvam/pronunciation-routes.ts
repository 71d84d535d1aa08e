import { readFile } from "node:fs/promises";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { entryLanguage, entryRespelling, entryWord } from "#src/api/validation/pronunciation.ts";
import { accountRoute } from "#src/api/route.ts";
import { fileForm, fileOf } from "#src/api/uploads/audio-form.ts";
import { unusableAudioRow } from "#src/api/validation/multipart-rows.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { parseJson } from "#src/api/validation/parse-json.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { changeDictionary, createDictionary, deleteDictionary } from "#src/domain/pronunciation/change-dictionaries.ts";
import { type DictionaryEntry, withEntries } from "#src/domain/pronunciation/entries.ts";
import {
  listDictionaries,
  type PronunciationDictionary,
  requireDictionary,
} from "#src/domain/pronunciation/queries.ts";
import { sarvam } from "./dialect.ts";

/** Bytes, as Sarvam has it. */
const maxBytes = 1024 * 1024;
const fileField = "file";
const noFields = z.object({});

const pronunciations = z.record(z.string(), z.record(z.string(), z.string()));
const sentFile = z.object({
  pronunciations: z.record(entryLanguage(), z.record(entryWord(), entryRespelling())),
});

/** A file of JSON: words with their respellings, by language. */
const dictionaryForm = fileForm<z.output<typeof noFields>, readonly DictionaryEntry[], { readonly maxBytes: number }>(
  { fileField, schema: noFields },
  () => ({ maxBytes }),
  {
    example: "dictionary.json",
    describe: () =>
      `A JSON object whose \`pronunciations\` have the words of each language with what is read in their place. At most ${maxBytes} bytes.`,
    read: (form, place) =>
      fileOf(form, place, async ({ path }) => {
        const parsed = sentFile.safeParse(parseJson(await readFile(path, "utf8")));
        if (parsed.success) return { ok: true, value: entriesOf(parsed.data.pronunciations) };
        const [issue] = parsed.error.issues;
        const where = issue?.path.join(".") ?? "";
        const problem = `The file is no dictionary: ${where === "" ? "it is no JSON object" : where}: ${issue?.message}`;
        return { ok: false, rows: [unusableAudioRow(problem, fileField)] };
      }),
    identityOf: (entries) => Promise.resolve(JSON.stringify(entries)),
    isFileOptional: false,
  },
);

function entriesOf(byLanguage: z.output<typeof pronunciations>): readonly DictionaryEntry[] {
  const entries = Object.entries(byLanguage).flatMap(([language, words]) =>
    Object.entries(words).map(([word, respelling]) => ({ word, respelling, language, isCaseSensitive: true })),
  );
  return withEntries([], entries);
}

/** Entries without a language, which our own API keeps, are those of `unknown`; those in IPA have no place. */
function wordsOf({ entries }: PronunciationDictionary): z.output<typeof pronunciations> {
  const byLanguage: Record<string, Record<string, string>> = {};
  for (const { word, respelling, language } of entries) {
    if (respelling === undefined) continue;
    byLanguage[language ?? "unknown"] = { ...byLanguage[language ?? "unknown"], [word]: respelling };
  }
  return byLanguage;
}

const exampleId = "0f8fad5b-d9cb-469f-a165-70867728950e";
const facts = { tag: sarvam.tag, access: "account", scope: "speech" } as const;
const path = "/sarvam/text-to-speech/pronunciation-dictionary";
const dictId = z.object({ dict_id: uuid().meta({ description: "Id of the dictionary.", examples: [exampleId] }) });
const dictionaryId = z.uuid().meta({ description: "Id of the dictionary, for `dict_id`.", examples: [exampleId] });
const keptWords = pronunciations.meta({ description: "Words with what is read in their place, by language." });

const answers = {
  made: z.object({ dictionary_id: dictionaryId }).meta({ id: "SarvamDictionary" }),
  list: z
    .object({
      dictionary_count: z.int().meta({ description: "Their number.", examples: [1] }),
      dictionaries: z.array(z.uuid()).meta({ description: "Their ids.", examples: [[exampleId]] }),
    })
    .meta({ id: "SarvamDictionaries" }),
  words: z.object({ pronunciations: keptWords }).meta({ id: "SarvamPronunciations" }),
  changed: z
    .object({ dictionary_id: dictionaryId, updated_pronunciations: keptWords })
    .meta({ id: "SarvamChangedDictionary" }),
  gone: z.object({ success: z.literal(true), message: z.string() }).meta({ id: "SarvamDeletedDictionary" }),
};
const uploadErrors = [
  ...(["body_too_large", "audio_too_large", "concurrency_limited", "unavailable", "pronunciation_limit"] as const),
] as const;

const create = accountRoute(
  {
    ...{ ...facts, method: "post", path, operationId: "sarvam.pronunciationDictionary.create" },
    summary: "Create a pronunciation dictionary",
    description: "Texts that name it by `dict_id` use it.",
    ...{ params: noInput, query: noInput, body: dictionaryForm },
    responses: { 200: { description: "The dictionary.", schema: answers.made, bare: true } },
    errors: uploadErrors,
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const made = { id, userId, name: `Sarvam ${id.slice(0, 8)}`, always: false, entries: body.audio };
    await createDictionary(resources, made);
    return { status: 200, bare: { dictionary_id: id } };
  },
);

const list = accountRoute(
  {
    ...{ ...facts, method: "get", path, operationId: "sarvam.pronunciationDictionary.list" },
    summary: "List pronunciation dictionaries",
    ...{ params: noInput, query: noInput, body: noBody },
    responses: { 200: { description: "All ids.", schema: answers.list, bare: true } },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => {
    const kept = await listDictionaries(db, userId);
    return { status: 200, bare: { dictionary_count: kept.length, dictionaries: kept.map(({ id }) => id) } };
  },
);

const update = accountRoute(
  {
    ...{ ...facts, method: "put", path, operationId: "sarvam.pronunciationDictionary.update" },
    summary: "Update a pronunciation dictionary",
    ...{ params: noInput, query: dictId, body: dictionaryForm },
    responses: { 200: { description: "Its words.", schema: answers.changed, bare: true } },
    errors: [...uploadErrors, "pronunciation_dictionary_not_found"],
  },
  async ({ query: { dict_id: id }, body }, { userId }, { resources }) => {
    const changed = await changeDictionary(resources, { id, userId, entriesOf: () => body.audio });
    return { status: 200, bare: { dictionary_id: id, updated_pronunciations: wordsOf(changed) } };
  },
);

const remove = accountRoute(
  {
    ...{ ...facts, method: "delete", path, operationId: "sarvam.pronunciationDictionary.delete" },
    summary: "Delete a pronunciation dictionary",
    ...{ params: noInput, query: dictId, body: noBody },
    responses: { 200: { description: "It is deleted.", schema: answers.gone, bare: true } },
    errors: ["pronunciation_dictionary_not_found"],
  },
  async ({ query: { dict_id: id } }, { userId }, { resources: { db } }) => {
    await deleteDictionary(db, { id, userId });
    return { status: 200, bare: { success: true as const, message: `Dictionary '${id}' deleted successfully` } };
  },
);

const show = accountRoute(
  {
    ...{ ...facts, method: "get", path: `${path}/{dict_id}`, operationId: "sarvam.pronunciationDictionary.get" },
    summary: "Get a pronunciation dictionary",
    ...{ params: dictId, query: noInput, body: noBody },
    responses: { 200: { description: "Its words, by language.", schema: answers.words, bare: true } },
    errors: ["pronunciation_dictionary_not_found"],
  },
  async ({ params: { dict_id: id } }, { userId }, { resources: { db } }) => ({
    ...{ status: 200, bare: { pronunciations: wordsOf(await requireDictionary(db, { id, userId })) } },
  }),
);

/** The routes by which Sarvam's clients keep pronunciation dictionaries. */
export const pronunciationRoutes = [create, list, update, remove, show];
