import { clausesOf } from "#workers/speech/synthesis/phonemes/clauses.ts";
import { packPhonemes } from "#workers/speech/synthesis/phonemes/pack-phonemes.ts";
import {
  phonemizeClauses,
  type Reading,
  type SpokenClause,
  withMarks,
} from "#workers/speech/synthesis/phonemes/phonemize-clauses.ts";
import type { PiperConfiguration } from "./configuration.ts";

/** espeak-ng says so where it goes over to another language within a text. */
const languageMark = /\([a-z]{1,12}(?:-[a-z0-9-]{0,24})?\)/g;

/** The phonemes that Piper was trained on: without ties, marks of languages and what parts syllables, and accents by themselves. */
const piperSounds = (printed: string): string =>
  printed
    .normalize("NFD")
    .replace(/\u0361|[\^_\u200C\u200D]/gu, "")
    .replace(languageMark, "")
    .replace(/\s+/gu, " ")
    .trim();

/** Letters as models are trained on them that know no sounds. */
export const lettersOf = (text: string): string => text.toLowerCase().normalize("NFD");

/** Models know other marks seldom. */
const marks: ReadonlyMap<string, string> = new Map([
  ["…", "."],
  ["—", ","],
]);
const endOfSentence = /[.!?]$/;
/** About half a minute of speech; memory grows with it. */
const mostSymbols = 450;

/** A sentence, which is spoken at once, or a part of a long one. */
export interface Sentence {
  /** Sounds or letters, with marks. */
  readonly symbols: string;
  readonly isEnd: boolean;
}

/**
 * The sentences of a text, as the model of this configuration takes them; none for a text without a sound.
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function readSentences(
  text: string,
  { espeakVoice }: PiperConfiguration,
  { directory, signal, findSounds }: Pick<Reading, "directory" | "signal" | "findSounds">,
): Promise<readonly Sentence[]> {
  const clauses =
    espeakVoice === null
      ? writtenClauses(text)
      : await phonemizeClauses({ text, voice: espeakVoice, directory, signal, findSounds }, piperSounds);
  return sentencesOf(clauses.map(({ phonemes }) => phonemes));
}

function writtenClauses(text: string): readonly SpokenClause[] {
  const clauses = clausesOf(text);
  return withMarks(
    clauses,
    clauses.map((clause) => lettersOf(clause.text).replace(/\s+/gu, " ")),
  );
}

function sentencesOf(clauses: readonly string[]): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let open: string[] = [];
  for (const clause of clauses) {
    const last = clause.slice(-1);
    open.push(`${clause.slice(0, -1)}${marks.get(last) ?? last}`);
    if (!endOfSentence.test(open.at(-1) ?? "")) continue;
    sentences.push(...partsOf(open));
    open = [];
  }
  return [...sentences, ...partsOf(open)];
}

function partsOf(clauses: readonly string[]): readonly Sentence[] {
  const parts = packPhonemes(clauses, mostSymbols);
  return parts.map((symbols, at) => ({ symbols, isEnd: at === parts.length - 1 }));
}

/** The numbers of symbols: each is padded, and those that the model does not know are left out. Null where none is left. */
export function idsOf(
  symbols: string,
  { control, replacements, symbols: known }: PiperConfiguration,
): readonly number[] | null {
  const written = [...symbols].flatMap((symbol) => replacements.get(symbol) ?? [symbol]);
  const ids = written.flatMap((symbol) => {
    const found = known.get(symbol);
    return found === undefined ? [] : [...found, ...control.pad];
  });
  return ids.length === 0 ? null : [...control.begin, ...control.pad, ...ids, ...control.end];
}
