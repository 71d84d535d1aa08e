import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute, type Route } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { changeDictionary, createDictionary, deleteDictionary } from "#src/domain/pronunciation/change-dictionaries.ts";
import { type DictionaryEntry, withEntries, withoutWords } from "#src/domain/pronunciation/entries.ts";
import { listDictionaries, requireDictionary } from "#src/domain/pronunciation/queries.ts";
import { elevenLabs } from "./dialect.ts";
import {
  dictionaryAnswers,
  dictionaryName,
  entryOfRule,
  exampleId,
  presentCreated,
  presentMetadata,
  presentVersion,
  presentWithRules,
  ruleBodies,
} from "./pronunciation-fields.ts";

const facts = { tag: elevenLabs.tag, access: "account", scope: "speech" } as const;
const path = "/elevenlabs/v1/pronunciation-dictionaries";
const onePath = `${path}/{pronunciation_dictionary_id}`;
const params = z.object({
  pronunciation_dictionary_id: uuid().meta({ description: "Id of the dictionary.", examples: [exampleId] }),
});
/** Room for a thousand rules in any script. */
const sizeFactor = 8;

const create = accountRoute(
  {
    ...{ ...facts, method: "post", path: `${path}/add-from-rules` },
    ...{ operationId: "elevenlabs.pronunciationDictionaries.create", summary: "Create a pronunciation dictionary" },
    description: "Texts that name it by `pronunciation_dictionary_locators` use it.",
    ...{ params: noInput, query: noInput, body: jsonBody(ruleBodies.create, { sizeFactor }) },
    responses: { 200: { description: "The dictionary.", schema: dictionaryAnswers.created, bare: true } },
    errors: ["body_too_large", "pronunciation_limit"],
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const made = { id, userId, name: body.name, description: body.description ?? "", always: false };
    const entries = withEntries([], body.rules.map(entryOfRule));
    return { status: 200, bare: presentCreated(await createDictionary(resources, { ...made, entries })) };
  },
);

const list = accountRoute(
  {
    ...{ ...facts, method: "get", path },
    ...{ operationId: "elevenlabs.pronunciationDictionaries.list", summary: "List pronunciation dictionaries" },
    params: noInput,
    query: z.object({
      page_size: integer({ min: 1, max: 100 }).default(30).meta({ description: "The most of a page." }),
      cursor: text({ max: 255 })
        .optional()
        .meta({ description: "`next_cursor` of the page before.", examples: [exampleId] }),
      sort: literal(["creation_time_unix", "name"]).default("creation_time_unix"),
      sort_direction: literal(["ascending", "descending", "ASCENDING", "DESCENDING"]).default("descending"),
      include_archived: boolean().default(false).meta({ description: "There are no archived ones: they are deleted." }),
    }),
    body: noBody,
    responses: { 200: { description: "One page.", schema: dictionaryAnswers.page, bare: true } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db } }) => {
    const newest = await listDictionaries(db, userId);
    const sorted = query.sort === "name" ? newest.toSorted((a, b) => (a.name < b.name ? 1 : -1)) : newest;
    const all = query.sort_direction.toLowerCase() === "ascending" ? sorted.toReversed() : sorted;
    const from = query.cursor === undefined ? 0 : all.findIndex(({ id }) => id === query.cursor) + 1;
    const page = all.slice(from, from + query.page_size);
    const hasMore = from + page.length < all.length;
    const cursor = hasMore ? (page.at(-1)?.id ?? null) : null;
    return {
      status: 200,
      bare: { pronunciation_dictionaries: page.map(presentMetadata), next_cursor: cursor, has_more: hasMore },
    };
  },
);

const show = accountRoute(
  {
    ...{ ...facts, method: "get", path: onePath },
    ...{ operationId: "elevenlabs.pronunciationDictionaries.get", summary: "Get a pronunciation dictionary" },
    ...{ params, query: noInput, body: noBody },
    responses: { 200: { description: "The dictionary.", schema: dictionaryAnswers.withRules, bare: true } },
    errors: ["pronunciation_dictionary_not_found"],
  },
  async ({ params: { pronunciation_dictionary_id: id } }, { userId }, { resources: { db } }) => ({
    ...{ status: 200, bare: presentWithRules(await requireDictionary(db, { id, userId })) },
  }),
);

const update = accountRoute(
  {
    ...{ ...facts, method: "patch", path: onePath },
    ...{ operationId: "elevenlabs.pronunciationDictionaries.update", summary: "Update a pronunciation dictionary" },
    params,
    query: noInput,
    body: jsonBody(
      z.object({
        name: dictionaryName.nullish(),
        archived: boolean().nullish().meta({ description: "`true` deletes it: no archive is kept." }),
      }),
    ),
    responses: { 200: { description: "The dictionary.", schema: dictionaryAnswers.metadata, bare: true } },
    errors: ["body_too_large", "pronunciation_dictionary_not_found"],
  },
  async ({ params: { pronunciation_dictionary_id: id }, body }, { userId }, { resources }) => {
    const changed = await changeDictionary(resources, { id, userId, name: body.name ?? undefined });
    if (body.archived === true) await deleteDictionary(resources.db, { id, userId });
    return { status: 200, bare: presentMetadata(changed) };
  },
);

interface RuleChange<Body> {
  readonly verb: "set" | "add" | "remove";
  readonly summary: string;
  readonly body: z.ZodObject & z.ZodType<Body>;
  readonly entriesOf: (kept: readonly DictionaryEntry[], body: Body) => readonly DictionaryEntry[];
}

const ruleRoute = <Body>({ verb, summary, body, entriesOf }: RuleChange<Body>): Route =>
  accountRoute(
    {
      ...{ ...facts, method: "post", path: `${onePath}/${verb}-rules`, summary },
      operationId: `elevenlabs.pronunciationDictionaries.${verb}Rules`,
      ...{ params, query: noInput, body: jsonBody(body, { sizeFactor }) },
      responses: { 200: { description: "Its new version.", schema: dictionaryAnswers.version, bare: true } },
      errors: ["body_too_large", "pronunciation_dictionary_not_found", "pronunciation_limit"],
    },
    async (input, { userId }, { resources }) => {
      const { pronunciation_dictionary_id: id } = input.params;
      const changed = await changeDictionary(resources, {
        ...{ id, userId, entriesOf: (kept) => entriesOf(kept, input.body) },
      });
      return { status: 200, bare: presentVersion(changed) };
    },
  );

/** The routes by which ElevenLabs' clients keep pronunciation dictionaries. */
export const pronunciationRoutes: readonly Route[] = [
  ...[create, list, show, update],
  ruleRoute({
    ...{ verb: "set", summary: "Replace dictionary rules", body: ruleBodies.rules },
    entriesOf: (_kept, { rules }) => withEntries([], rules.map(entryOfRule)),
  }),
  ruleRoute({
    ...{ verb: "add", summary: "Add dictionary rules", body: ruleBodies.rules },
    entriesOf: (kept, { rules }) => withEntries(kept, rules.map(entryOfRule)),
  }),
  ruleRoute({
    ...{ verb: "remove", summary: "Remove dictionary rules", body: ruleBodies.remove },
    entriesOf: (kept, { rule_strings: words }) =>
      withoutWords(
        kept,
        words.map((word) => ({ word })),
      ),
  }),
];

const locatorsMax = 3;

/** The field by which a text names dictionaries. */
export const locators = z
  .array(
    z.object({
      pronunciation_dictionary_id: uuid().meta({ description: "Id of a dictionary.", examples: [exampleId] }),
      version_id: text({ max: 255 })
        .nullish()
        .meta({
          description: "Any: the latest version is used, which is the only one that is kept.",
          examples: [exampleId],
        }),
    }),
  )
  .max(locatorsMax)
  .nullish()
  .meta({ description: "Dictionaries of the account, in their order, which come before those that every text uses." });

/** The dictionaries that a text uses. */
export const dictionariesOf = (named: z.output<typeof locators>) => ({
  isUsual: true,
  named: (named ?? []).map(({ pronunciation_dictionary_id: id }) => id),
});
