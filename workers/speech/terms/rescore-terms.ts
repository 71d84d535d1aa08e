import { setImmediate as nextTurn } from "node:timers/promises";
import { isMark } from "#workers/speech/recognition/format-transcript.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { type Change, changeWords, possessive, type LabelledWord as Word } from "./change-words.ts";
import { soundDistance, type Sounds } from "./sound-distance.ts";

/** A term of the caller with its sounds. */
export interface SoundedTerm {
  readonly term: string;
  readonly sounds: Sounds;
}

/** The bounds within which words are replaced. */
export interface TermLimits {
  /** A word of this confidence or more stays. */
  readonly confident: number;
  /** The greatest distance between the sounds of a term and of what it replaces, where the term is long. */
  readonly distance: number;
}

export interface RescoreOptions {
  readonly terms: readonly SoundedTerm[];
  /** The sounds of words by `soundedText`; a word without sounds stays. */
  readonly sounds: ReadonlyMap<string, Sounds>;
  readonly limits: TermLimits;
  readonly signal: AbortSignal;
}

/** The program does other work after so many words, which take some tens of milliseconds with the most terms. */
const wordsAtOnce = 25;
const mostWords = 3;
/** Shorter sequences of sounds are like too many others. */
const fewestSounds = 3;
/** A term of fewer sounds has to be nearer, since more words are like it by chance. */
const manySounds = 8;

/** The text by which a word is pronounced: as it was said, without a possessive ending. */
export const soundedText = ({ spoken }: Pick<Word, "spoken">): string => spoken.toLowerCase().replace(possessive, "");

/** Whether a word may be replaced. A mark in the place of personal data may not. */
export const isDoubtful = (
  { word, confidence }: Pick<Word, "word" | "confidence">,
  { confident }: TermLimits,
): boolean => confidence < confident && !isMark(word);

interface Candidate extends Change {
  readonly score: number;
}

/**
 * Writes the caller's terms in place of doubtful words that sound like them: runs of one to three words of one segment and speaker.
 * A word of a run that is not doubtful has to be in the term as it was heard. The terms stand as the caller wrote them, over the times
 * of the words before. Words that no segment has stay.
 */
export async function rescoreTerms(
  transcript: LabelledTranscript,
  options: RescoreOptions,
): Promise<LabelledTranscript> {
  if (options.terms.length === 0) return transcript;
  const lists: (readonly Word[])[] = [];
  changeWords(transcript, (words) => {
    lists.push(words);
    return [];
  });
  const changes = await changesIn(lists, options);
  let next = 0;
  return changeWords(transcript, () => changes[next++] ?? []);
}

/** The changes in each of these lists of words. What is heard several times is compared with the terms once. */
async function changesIn(
  lists: readonly (readonly Word[])[],
  options: RescoreOptions,
): Promise<readonly (readonly Change[])[]> {
  const known = new Map<string, ReturnType<typeof termsNear>>();
  const near = (heard: Sounds): ReturnType<typeof termsNear> => {
    const key = heard.join();
    const found = known.get(key) ?? termsNear(heard, options);
    known.set(key, found);
    return found;
  };
  const changes: (readonly Change[])[] = [];
  let passed = 0;
  for (const words of lists) {
    const candidates: Candidate[] = [];
    for (let from = 0; from < words.length; from += 1) {
      const found = runsAt(words, from, options).flatMap(({ to, heard, sure }) =>
        near(heard)
          .filter(({ text }) => hasWords(text, sure))
          .map((one): Candidate => ({ from, to, keepsEnding: true, ...one })),
      );
      candidates.push(...found);
      passed += 1;
      if (passed % wordsAtOnce === 0) await nextTurn(undefined, { signal: options.signal });
    }
    changes.push(bestOf(candidates));
  }
  return changes;
}

/** The best of the candidates that overlap. */
function bestOf(candidates: readonly Candidate[]): readonly Change[] {
  const taken = new Set<number>();
  return candidates
    .toSorted((a, b) => a.score - b.score)
    .filter(({ from, to }) => {
      const indexes = Array.from({ length: to - from }, (_, at) => from + at);
      if (indexes.some((index) => taken.has(index))) return false;
      for (const index of indexes) taken.add(index);
      return true;
    });
}

/** A word as it is compared with those of a term. */
export const lettersOf = (word: string): string => word.toLowerCase().replace(possessive, "");

/** True of a term that has these words, and others beside them. */
function hasWords(term: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const own = new Set(term.split(/\s+/u).map(lettersOf));
  return own.size > words.length && words.every((word) => own.has(word));
}

interface Run {
  readonly to: number;
  readonly heard: Sounds;
  /** Its words that are not doubtful. */
  readonly sure: readonly string[];
}

/** The runs with a doubtful word that begin with a word. */
function runsAt(words: readonly Word[], from: number, options: RescoreOptions): readonly Run[] {
  const runs: Run[] = [];
  for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to += 1) {
    const run = words.slice(from, to);
    const heard = soundsOfRun(run, options);
    if (heard === null) break;
    const sure = run.filter((word) => !isDoubtful(word, options.limits)).map(({ word }) => lettersOf(word));
    if (sure.length < run.length) runs.push({ to, heard, sure });
  }
  return runs;
}

/** The terms that sound nearly like what was heard. */
const termsNear = (heard: Sounds, { terms, limits }: RescoreOptions): readonly Pick<Candidate, "text" | "score">[] =>
  terms.flatMap(({ term, sounds: meant }) => {
    if (Math.min(heard.length, meant.length) < fewestSounds) return [];
    const most = limits.distance * Math.min(1, meant.length / manySounds);
    const score = soundDistance(heard, meant, most);
    return score <= most ? [{ text: term, score }] : [];
  });

/** The sounds of a run; null where a word has none, is a mark, or is of another speaker. */
function soundsOfRun(run: readonly Word[], { sounds }: RescoreOptions): Sounds | null {
  const parts: number[] = [];
  for (const word of run) {
    const own = sounds.get(soundedText(word));
    if (own === undefined || isMark(word.word) || word.speaker !== run[0]?.speaker) return null;
    parts.push(...own);
  }
  return Uint8Array.from(parts);
}
