import type { TimedWord } from "#workers/speech/engine.ts";
import { bareWord } from "#workers/speech/alignment/transcript-words.ts";
import { hasLetter } from "#workers/speech/text/scripts.ts";
import { matchSequences } from "#workers/speech/alignment/match-sequences.ts";
import type { SpokenClause } from "#workers/speech/synthesis/phonemes/phonemize-clauses.ts";

/** One call of the model: its phonemes and their times. */
export interface SpokenPhonemes {
  readonly phonemes: string;
  /** The begin of each of them and the end of the last one, in seconds; null where the model does not tell. */
  readonly symbolTimes: readonly number[] | null;
  /** Seconds that were spoken before. */
  readonly offset: number;
}

interface Sound {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
}

interface Clause {
  readonly words: readonly string[];
  /** The sounds between two blanks. */
  readonly groups: readonly (readonly Sound[])[];
}

/** The phonemes of each word by itself; null when they cannot be found. */
export type PhonemizeWords = (words: readonly string[]) => Promise<readonly string[] | null>;

const soundless = /[\s;:,.!?—…]/u;

/**
 * Where the words of clauses are; null where the model does not tell. The clauses are the same sounds as what was spoken, in the same
 * order. espeak-ng joins some words ("of the") and parts others: where it has another number of groups than there are words,
 * the sounds of each word by itself say which are its own.
 */
export async function wordsOfClauses(
  clauses: readonly SpokenClause[],
  spoken: readonly SpokenPhonemes[],
  phonemizeWords: PhonemizeWords,
): Promise<readonly TimedWord[] | null> {
  if (spoken.some(({ symbolTimes }) => symbolTimes === null)) return null;
  const parts = grouped(clauses, spoken.flatMap(soundsOf));
  const unlike = parts.filter(({ words, groups }) => words.length !== groups.length);
  const separate = unlike.flatMap(({ words }) => words);
  const read = separate.length === 0 ? [] : await phonemizeWords(separate.map((word) => bareWord(word)));
  let at = 0;
  return parts.flatMap(({ words, groups }) => {
    if (words.length === groups.length) return words.map((word, index) => spanOf(word, groups[index] ?? []));
    const from = at;
    at += words.length;
    const sounds = groups.flat();
    return read === null ? divide(words, sounds) : assign(words, read.slice(from, at), sounds);
  });
}

function grouped(clauses: readonly SpokenClause[], sounds: readonly Sound[]): readonly Clause[] {
  let at = 0;
  return clauses.map(({ text, phonemes }) => {
    const groups = phonemes.split(" ").map((group) => {
      const from = at;
      at += [...group].filter((symbol) => !soundless.test(symbol)).length;
      return sounds.slice(from, at);
    });
    const words = text.split(/\s+/u).filter((word) => hasLetter(word));
    return { words, groups: groups.filter((group) => group.length > 0) };
  });
}

/** Those that are no marks. A blank belongs to the sounds on both its sides, a half to each. */
function soundsOf({ phonemes, symbolTimes, offset }: SpokenPhonemes): readonly Sound[] {
  const times = symbolTimes ?? [];
  const symbols = [...phonemes];
  const timeOf = (at: number): number => offset + (times[at] ?? 0);
  const halfOf = (at: number): number => (symbols[at] === " " ? (timeOf(at + 1) - timeOf(at)) / 2 : 0);
  return symbols.flatMap((symbol, at) =>
    soundless.test(symbol)
      ? []
      : [{ symbol, start: timeOf(at) - halfOf(at - 1), end: timeOf(at + 1) + halfOf(at + 1) }],
  );
}

const spanOf = (word: string, sounds: readonly Sound[]): TimedWord => {
  return { word, start: sounds[0]?.start ?? 0, end: sounds.at(-1)?.end ?? 0 };
};

/** Gives each word the sounds that are like those it has by itself; one between two words belongs to the first. */
function assign(words: readonly string[], read: readonly string[], sounds: readonly Sound[]): readonly TimedWord[] {
  const expected = read.flatMap((phonemes, owner) => [...phonemes].map((symbol) => ({ symbol, owner })));
  const matches = matchSequences({
    ...{ expected, found: sounds },
    costOf: (one, other) => (one.symbol === other.symbol ? 0 : 1),
  });
  const owned = words.map((): Sound[] => []);
  let owner = 0;
  for (const [index, sound] of sounds.entries()) {
    owner = expected[matches[index] ?? -1]?.owner ?? owner;
    owned[owner]?.push(sound);
  }
  let last = sounds[0]?.start ?? 0;
  return words.map((word, index) => {
    const timed = owned[index]?.length === 0 ? { word, start: last, end: last } : spanOf(word, owned[index] ?? []);
    last = timed.end;
    return timed;
  });
}

/** Divides sounds between words by the letters of these. */
function divide(words: readonly string[], sounds: readonly Sound[]): readonly TimedWord[] {
  const total = words.join("").length;
  let letters = 0;
  return words.map((word) => {
    const from = Math.floor((letters / total) * sounds.length);
    letters += word.length;
    return spanOf(word, sounds.slice(from, Math.max(from + 1, Math.floor((letters / total) * sounds.length))));
  });
}
