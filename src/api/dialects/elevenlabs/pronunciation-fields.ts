import { z } from "zod";
import { entryIpa, entryRespelling, entryWord } from "#src/api/validation/pronunciation.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { name, text } from "#src/api/validation/text.ts";
import { dictionaryBounds, type DictionaryEntry } from "#src/domain/pronunciation/entries.ts";
import type { PronunciationDictionary } from "#src/domain/pronunciation/queries.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";

const incomplete = valueError("a rule has an alias, or a phoneme with the alphabet ipa");
const partOfWord = valueError("rules match whole words only. Leave word_boundaries out");

const rule = z
  .object({
    type: literal(["alias", "phoneme"]),
    string_to_replace: entryWord().meta({ description: "A word, or several.", examples: ["Siobhan"] }),
    case_sensitive: boolean().default(true).meta({ description: "Whether its capitals count." }),
    word_boundaries: boolean().default(true).meta({ description: "Always true: rules match whole words." }),
    alias: entryRespelling()
      .nullish()
      .meta({ description: "What is read in its place.", examples: ["Shivawn"] }),
    phoneme: entryIpa()
      .nullish()
      .meta({ description: "Its sounds in IPA.", examples: ["ʃɪˈvɔːn"] }),
    alphabet: literal(["ipa"]).nullish().meta({ description: "That of `phoneme`." }),
  })
  .refine(({ word_boundaries: isWhole }) => isWhole, {
    ...{ path: ["word_boundaries"], params: partOfWord, message: partOfWord.msg },
  })
  .refine(({ type, alias, phoneme }) => typeof (type === "alias" ? alias : phoneme) === "string", {
    ...{ params: incomplete, message: incomplete.msg },
  })
  .meta({
    id: "ElevenLabsNewRule",
    examples: [{ type: "alias", string_to_replace: "Siobhan", alias: "Shivawn" }],
  });

const rules = list(rule, { min: 1, max: dictionaryBounds.entries }).meta({
  description: "Words with the way in which they are spoken.",
  examples: [[{ type: "alias", string_to_replace: "Siobhan", alias: "Shivawn" }]],
});

export const dictionaryName = name({ min: 1, max: dictionaryBounds.name }).meta({
  description: "Name of the dictionary.",
  examples: ["Names"],
});

/** The bodies of the routes. */
export const ruleBodies = {
  create: z
    .object({
      name: dictionaryName,
      description: text({ max: dictionaryBounds.description }).nullish().meta({ description: "A text about it." }),
      rules,
    })
    .meta({
      examples: [{ name: "Names", rules: [{ type: "alias", string_to_replace: "Siobhan", alias: "Shivawn" }] }],
    }),
  rules: z
    .object({ rules })
    .meta({ examples: [{ rules: [{ type: "alias", string_to_replace: "Siobhan", alias: "Shivawn" }] }] }),
  remove: z
    .object({
      rule_strings: list(entryWord(), { min: 1, max: dictionaryBounds.entries }).meta({
        description: "The words of the rules that are taken out.",
        examples: [["Siobhan"]],
      }),
    })
    .meta({ examples: [{ rule_strings: ["Siobhan"] }] }),
};

export const entryOfRule = (given: z.output<typeof rule>): DictionaryEntry => ({
  word: given.string_to_replace,
  ...(given.type === "alias" ? { respelling: given.alias ?? "" } : { ipa: given.phoneme ?? "" }),
  language: null,
  isCaseSensitive: given.case_sensitive,
});

const keptRule = z
  .object({
    type: z.enum(["alias", "phoneme"]),
    string_to_replace: z.string().meta({ description: "The word.", examples: ["Siobhan"] }),
    case_sensitive: z.boolean(),
    word_boundaries: z.literal(true).meta({ description: "Rules match whole words." }),
    alias: z
      .string()
      .optional()
      .meta({ description: "What is read in its place.", examples: ["Shivawn"] }),
    phoneme: z
      .string()
      .optional()
      .meta({ description: "Its sounds.", examples: ["ʃɪˈvɔːn"] }),
    alphabet: z.literal("ipa").optional().meta({ description: "That of `phoneme`." }),
  })
  .meta({ id: "ElevenLabsRule" });

export const exampleId = "0f8fad5b-d9cb-469f-a165-70867728950e";
const dictionaryId = z.uuid().meta({ description: "Id of the dictionary.", examples: [exampleId] });
const versionId = z.string().meta({ description: "Another one after each change.", examples: [exampleId] });
const rulesNum = z.int().meta({ description: "The number of its rules.", examples: [1] });

const createdFacts = {
  ...{ id: dictionaryId, name: z.string(), description: z.string() },
  created_by: z.uuid().meta({ description: "Id of the account.", examples: [exampleId] }),
  creation_time_unix: z.int().meta({ description: "Seconds since 1970.", examples: [1_764_331_200] }),
};

const metadata = z
  .object({ ...createdFacts, latest_version_id: versionId, latest_version_rules_num: rulesNum })
  .meta({ id: "ElevenLabsPronunciationDictionary" });

/** The answers of the routes. */
export const dictionaryAnswers = {
  created: z
    .object({ ...createdFacts, version_id: versionId, version_rules_num: rulesNum })
    .meta({ id: "ElevenLabsAddedDictionary" }),
  metadata,
  withRules: metadata
    .extend({ rules: z.array(keptRule).meta({ description: "Its rules." }) })
    .meta({ id: "ElevenLabsDictionaryWithRules" }),
  page: z
    .object({
      pronunciation_dictionaries: z.array(metadata).meta({ description: "The dictionaries of the page." }),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: "`cursor` of the next page; null on the last.", examples: [exampleId] }),
      has_more: z.boolean(),
    })
    .meta({ id: "ElevenLabsDictionaryPage" }),
  version: z
    .object({ id: dictionaryId, version_id: versionId, version_rules_num: rulesNum })
    .meta({ id: "ElevenLabsDictionaryVersion" }),
};

/** The id of the latest version, which is the only one that is kept. */
const versionOf = ({ id, updated_at: updated }: PronunciationDictionary): string =>
  uuidOf(`pronunciation dictionary ${id} ${updated.toISOString()}`);

const factsOf = (row: PronunciationDictionary) => ({
  ...{ id: row.id, name: row.name, description: row.description, created_by: row.user_id },
  creation_time_unix: Math.floor(row.created_at.getTime() / 1000),
});

export const presentVersion = (row: PronunciationDictionary) => ({
  ...{ id: row.id, version_id: versionOf(row), version_rules_num: row.entries.length },
});

export const presentCreated = (row: PronunciationDictionary) => ({ ...factsOf(row), ...presentVersion(row) });

export const presentMetadata = (row: PronunciationDictionary) => ({
  ...{ ...factsOf(row), latest_version_id: versionOf(row), latest_version_rules_num: row.entries.length },
});

export const presentWithRules = (row: PronunciationDictionary): z.output<typeof dictionaryAnswers.withRules> => ({
  ...presentMetadata(row),
  rules: row.entries.map(({ word, respelling, ipa, isCaseSensitive }) => ({
    ...{ type: ipa === undefined ? "alias" : "phoneme", string_to_replace: word, case_sensitive: isCaseSensitive },
    word_boundaries: true,
    ...(ipa === undefined ? { alias: respelling } : { phoneme: ipa, alphabet: "ipa" }),
  })),
});
