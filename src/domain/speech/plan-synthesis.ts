import type { Db } from "#db/schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import type { SpokenEntry } from "#src/domain/pronunciation/entries.ts";
import { pronunciationsOfText } from "#src/domain/pronunciation/pronunciations-of-text.ts";
import { type ChosenDictionaries, listUsedDictionaries } from "#src/domain/pronunciation/queries.ts";
import { findSynthesisVoice } from "#src/domain/voices/find-synthesis-voice.ts";
import { primaryTag } from "./language-tag.ts";
import { partsOfText } from "./parts-of-text.ts";
import type { GivenSynthesisOptions } from "./synthesis-options.ts";
import { languageOfText } from "./text-language.ts";

/** A text with what its caller chose of how it is read. */
export interface TextToSpeak {
  readonly userId: string | null;
  readonly text: string;
  /**
   * A tag. When absent, the voice's own language; where that is English or no voice is
   * named, the language of the text if it is clearly another one, else English.
   */
  readonly language?: string | undefined;
  /** The tag that the caller sent, whose region decides how dates are read; null for none, and `language` when absent. */
  readonly languageTag?: string | null;
  /** Own or built in; the language's default voice when absent. */
  readonly voiceId?: string | undefined;
  /** The engines that are offered, which the default voice depends on; those of every installation when absent. */
  readonly engines?: readonly SynthesisEngineInfo[];
  readonly options: Pick<GivenSynthesisOptions, "inputType">;
  /** The pronunciation dictionaries that are used; those that every synthesis of the account uses when absent. */
  readonly dictionaries?: ChosenDictionaries | undefined;
}

/** The voice and the language of a text, and the words of it that dictionaries pronounce. */
interface SynthesisPlan {
  readonly voice: Awaited<ReturnType<typeof findSynthesisVoice>>;
  /** The tag that the caller sent; null for none. */
  readonly languageTag: string | null;
  readonly pronunciations: readonly SpokenEntry[];
}

/**
 * Decides how a text is read.
 * @throws DomainError `voice_not_found`, `voice_not_ready`, `voice_outdated`, `pronunciation_dictionary_not_found`
 */
export async function planSynthesis(db: Db, input: TextToSpeak): Promise<SynthesisPlan> {
  const voice = await voiceFor(db, input);
  const languageTag = (input.languageTag === undefined ? input.language : input.languageTag) ?? null;
  const { language } = voice;
  return { voice, languageTag, pronunciations: await pronunciationsFor(db, input, { language, languageTag }) };
}

async function voiceFor(db: Db, input: TextToSpeak): ReturnType<typeof findSynthesisVoice> {
  const { language: tag } = input;
  if (tag !== undefined) return findSynthesisVoice({ db }, { ...input, language: primaryTag(tag) ?? tag });
  return findSynthesisVoice({ db }, { ...input, textLanguage: await languageOfText(input.text) });
}

const usualDictionaries: ChosenDictionaries = { isUsual: true, named: [] };

/** The entries of the account's dictionaries for the words of a text, which its request keeps: a later change has no effect on it. */
async function pronunciationsFor(
  db: Db,
  { userId, text, options, dictionaries: chosen = usualDictionaries }: TextToSpeak,
  languages: { readonly language: string; readonly languageTag: string | null },
): Promise<readonly SpokenEntry[]> {
  if (userId === null) return [];
  const used = await listUsedDictionaries(db, userId, chosen);
  const entries = used.map((one) => one.entries);
  if (entries.every(({ length }) => length === 0)) return [];
  return pronunciationsOfText(partsOfText(text, options.inputType), languages, entries);
}
