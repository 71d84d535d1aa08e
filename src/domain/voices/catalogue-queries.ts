import { type RawBuilder, sql } from "kysely";
import { type Db, type voiceGenders, voiceQualities } from "#db/schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { type ListedPage, listPage, type Page } from "#src/domain/pages/list-page.ts";
import { languageNames } from "#src/domain/speech/languages.ts";
import { type BuiltinVoice, defaultVoiceIds } from "./builtin-voices.ts";
import { type ListedVoice, selectFavorite } from "./favorite-queries.ts";
import { isOutdatedRow } from "./outdated-voices.ts";
import { voiceColumns } from "./queries.ts";

export interface VoiceFilter extends Page {
  readonly userId: string;
  readonly type?: "builtin" | "custom" | undefined;
  readonly language?: string | undefined;
  readonly gender?: (typeof voiceGenders)[number] | undefined;
  readonly quality?: (typeof voiceQualities)[number] | undefined;
  readonly engine?: string | undefined;
  /** Whether it can speak now. */
  readonly available?: boolean | undefined;
  /** Whether its engine has a state, whichever. */
  readonly installed?: boolean | undefined;
  /** Whether it is a favorite of the account. */
  readonly favorite?: boolean | undefined;
  /** Words: the voices with the most of them are listed. */
  readonly search?: string | undefined;
  /** The engines that are offered: their voices come before others. */
  readonly engines: readonly SynthesisEngineInfo[];
  /** The names of the engines that have a state, for the filter `installed`. */
  readonly installedEngines?: readonly string[];
}

/** The best first; null for own voices, which no quality is known of. */
const qualityRank = sql`array_position(${voiceQualities}::text[], quality)`;
const isSpokenBy = (engines: readonly SynthesisEngineInfo[]) =>
  sql<boolean>`status = 'ready' and not ${isOutdatedRow} and coalesce(engine = any(${engines.map(({ name }) => name)}::text[]), false)`;
const isInstalled = (engines: readonly string[]) => sql<boolean>`coalesce(engine = any(${engines}::text[]), false)`;
const isDefault = (engines: readonly SynthesisEngineInfo[]) =>
  sql<boolean>`id = any(${defaultVoiceIds(engines)}::uuid[])`;

/** Words that say nothing about a voice. */
const emptyWords: readonly string[] = [
  "a",
  "an",
  "and",
  "audio",
  "for",
  "in",
  "of",
  "the",
  "to",
  "voice",
  "voices",
  "with",
];

/** Words that people search by, and the catalogue's words for the same. */
const synonyms: readonly { readonly words: readonly string[]; readonly meanings: readonly string[] }[] = [
  { words: ["man", "men", "guy", "guys", "gentleman"], meanings: ["male"] },
  { words: ["woman", "women", "lady", "ladies"], meanings: ["female"] },
  { words: ["narrator", "narrators", "reading", "audiobook", "audiobooks", "book"], meanings: ["narration", "books"] },
  { words: ["story", "storyteller", "storytelling", "tale"], meanings: ["stories", "tales", "narration"] },
  { words: ["podcast", "podcasts", "radio"], meanings: ["narration", "news"] },
];

/** The searchable words of a voice. */
const facts = sql`lower(concat_ws(' ', name, description, engine_voice, accent, age, gender, quality, engine,
  array_to_string(tags || use_cases, ' ')))`;

const languagesNamed = (word: string): readonly string[] =>
  Object.entries(languageNames).flatMap(([tag, name]) =>
    name
      .toLowerCase()
      .split(" ")
      .some((part) => part.startsWith(word))
      ? [tag]
      : [],
  );

const searchedWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== "" && !emptyWords.includes(word));

const specialCharacters = /[^\p{L}\p{M}\p{N}_]/gu;

/** The word, or one that means the same, begins a word of a voice or the name of its language, or it is the id of the voice. */
const matchesWord = (word: string): RawBuilder<boolean> => {
  const meanings = synonyms.find(({ words }) => words.includes(word))?.meanings;
  const beginnings =
    meanings === undefined ? [word.replace(specialCharacters, String.raw`\$&`)] : [String.raw`${word}\M`, ...meanings];
  return sql<boolean>`(
    ${facts} ~ ${String.raw`(^|[\s("'/-])(${beginnings.join("|")})`}
    or language = any(${(meanings ?? [word]).flatMap(languagesNamed)}::text[]) or id::text = ${word})`;
};

const selectFiltered = (db: Db, { userId, engines, installedEngines = [], ...filter }: VoiceFilter) => {
  const { type, language, gender, quality, engine, available, installed, favorite } = filter;
  const equal = Object.entries({ type, language, gender, quality, engine });
  return db
    .selectFrom("voices")
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .where((eb) =>
      eb.and([
        ...equal.flatMap(([column, value]) =>
          value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
        ),
        ...(available === undefined ? [] : [sql<boolean>`(${isSpokenBy(engines)}) = ${available}`]),
        ...(installed === undefined ? [] : [sql<boolean>`${isInstalled(installedEngines)} = ${installed}`]),
        ...(favorite === undefined ? [] : [sql<boolean>`${selectFavorite(userId)} = ${favorite}`]),
      ]),
    );
};

/** The voices that have the most of the words of a search, and whether that is not all of them. */
async function selectMatching(db: Db, filter: VoiceFilter) {
  const filtered = selectFiltered(db, filter);
  const words = searchedWords(filter.search ?? "");
  if (words.length === 0) return { matching: filtered, nearest: false };
  const matched = sql<number>`(${sql.join(
    words.map((word) => sql`${matchesWord(word)}::int`),
    sql` + `,
  )})`;
  const { most } = await filtered
    .select(sql<number>`coalesce(max(${matched}), 0)`.as("most"))
    .executeTakeFirstOrThrow();
  const matching = filtered.where(matched, "=", Math.max(most, 1));
  return { matching, nearest: most > 0 && most < words.length };
}

/** A page of voices. */
interface VoicePage extends ListedPage<ListedVoice> {
  /** Whether no voice has all words of the search: these have the most of them. */
  readonly nearest: boolean;
}

/**
 * One page of the voices that an account may use: its own, newest first, then the built-in ones: its favorites, then those
 * that can speak now before others, deprecated ones at the end, and else by quality, the default ones first, and by name.
 */
export async function listVoices(db: Db, filter: VoiceFilter): Promise<VoicePage> {
  const { matching, nearest } = await selectMatching(db, filter);
  const ordered = matching
    .select(voiceColumns)
    .select(selectFavorite(filter.userId).as("favorite"))
    .orderBy((eb) => eb("user_id", "is", null))
    .orderBy(sql`user_id is null and ${selectFavorite(filter.userId)}`, "desc")
    .orderBy("deprecated")
    .orderBy(sql`user_id is null and ${isSpokenBy(filter.engines)}`, "desc")
    .orderBy(qualityRank)
    .orderBy(isDefault(filter.engines), "desc")
    .orderBy(sql`case when user_id is null then lower(name) collate "C" end`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  return { ...(await listPage(db, ordered, filter)), nearest };
}

const builtin = { user_id: null, type: "builtin", status: "ready" } as const;

/** Brings the built-in voices to what the catalogue says; ids are stable, so running it again changes nothing. */
export async function upsertBuiltinVoices(db: Db, voices: readonly BuiltinVoice[]): Promise<void> {
  await db
    .insertInto("voices")
    .values(
      voices.map(({ engineVoice, useCases, ...voice }) => ({
        ...{ ...voice, ...builtin },
        ...{ engine_voice: engineVoice, use_cases: useCases },
      })),
    )
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        language: sql`excluded.language`,
        engine: sql`excluded.engine`,
        engine_voice: sql`excluded.engine_voice`,
        gender: sql`excluded.gender`,
        accent: sql`excluded.accent`,
        age: sql`excluded.age`,
        tags: sql`excluded.tags`,
        use_cases: sql`excluded.use_cases`,
        quality: sql`excluded.quality`,
        licence: sql`excluded.licence`,
        deprecated: sql`excluded.deprecated`,
      }),
    )
    .execute();
}
