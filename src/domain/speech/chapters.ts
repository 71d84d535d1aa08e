import type { TranscriptJson } from "#db/engine-schema.ts";

/** A part of a transcript with a topic of its own. Times in seconds. */
type Chapter = NonNullable<TranscriptJson["chapters"]>[number];

type Told = Pick<TranscriptJson, "segments" | "words">;

/** The content words that are compared on each side of a gap between two sentences. */
const blockWords = 80;
/** A chapter is no shorter, in content words and in seconds. */
const leastWords = 30;
const leastSeconds = 20;
/** The fall and rise of the likeness around a gap, beyond the mean by so many deviations, that makes it a boundary. */
const deviations = 0.9;
/** A second of silence adds this to it, up to so many seconds. */
const silenceWeight = 0.04;
const silenceMax = 5;
const keywordsMax = 5;

/** English words without a topic of their own. In other languages short words are taken for such. */
const stopWords: ReadonlySet<string> = new Set(
  (
    "a about above across after again against all almost alone along already also although always am among an and another any anyone " +
    "anything are around as at away back be became because become been before began behind being below between both but by call came can " +
    "cannot come could day did different do does doing done down during each either else enough even ever every everything far few find " +
    "first for found from full gave get give go going gone good got great had has have having he her here herself hers him himself his how " +
    "however i if in indeed into is it its itself just keep kind knew know last least left less let like little long look looked made make " +
    "man many may me men might mine more most much must my myself near never new next no nor not nothing now of off often old on once one " +
    "only or other others our ours ourselves out over own part people perhaps place put quite rather really right said same saw say see " +
    "seem seemed seen several shall she should since so some something soon still such take than that the their theirs them themselves then " +
    "there therefore these they thing things think this those though thought three through thus time to together too took toward towards " +
    "turned two under until up upon us very want was way we well went were what when where whether which while who whole whom whose why " +
    "will with within without would year years yes yet you young your yours yourself okay yeah um uh"
  ).split(" "),
);

/** Letters. */
const leastLetters = 3;
const leastLettersElsewhere = 5;

const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, "");

/**
 * A word as a keyword: in small letters, with the apostrophes in it, and in English without what is contracted with it, or its
 * possessive. Empty where that leaves a word without a topic: `don't`.
 */
function spellingOf(word: string, language: string): string {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{M}'’]/gu, "");
  const bare = plain.replaceAll(/^['’]|['’]$/g, "");
  if (language !== "en") return bare;
  const own = bare.replace(/(?:n['’]t|['’](?:s|m|re|ve|ll|d))$/, "");
  return own.length < leastLetters || stopWords.has(own) ? "" : own;
}

/** A word with a topic, or null: in English without its ending, so that forms of a word are alike. */
function termOf(word: string, language: string): string | null {
  const plain = lettersOf(word);
  if (language !== "en") return plain.length >= leastLettersElsewhere ? plain : null;
  if (plain.length < leastLetters || stopWords.has(plain)) return null;
  const stem = plain.replace(/(?:ies|ing|ed|es|s|ly|y)$/, "");
  return stem.length >= leastLetters ? stem : plain;
}

type Counts = ReadonlyMap<string, number>;

function countsOf(terms: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The cosine of two bags of words, 0 to 1. */
function likeness(one: Counts, other: Counts): number {
  const lengthOf = (counts: Counts): number => Math.hypot(...counts.values());
  let sum = 0;
  for (const [term, count] of one) sum += count * (other.get(term) ?? 0);
  const lengths = lengthOf(one) * lengthOf(other);
  return lengths === 0 ? 0 : sum / lengths;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Its words with a topic, as keywords are spelled. */
  readonly words: readonly string[];
  readonly terms: readonly string[];
}

/** The sentences of a transcript with their content words. */
function sentencesOf({ segments, words }: Told, language: string): readonly Sentence[] {
  let next = 0;
  return segments.map(({ start, end, text }, index) => {
    const until = segments[index + 1]?.start ?? Infinity;
    const first = next;
    while (next < words.length && (words[next]?.start ?? 0) < until) next += 1;
    const own = words.length === 0 ? text.split(/\s/) : words.slice(first, next).map(({ word }) => word);
    const topical = own.flatMap((word) => {
      const term = termOf(word, language);
      return term === null ? [] : [{ word: spellingOf(word, language), term }];
    });
    return { start, end, words: topical.map(({ word }) => word), terms: topical.map(({ term }) => term) };
  });
}

/** How much a topic changes at each gap: the likeness of what is before and behind it, how far it lies below the peaks around it. */
function depthsOf(sentences: readonly Sentence[]): readonly number[] {
  const all = sentences.flatMap(({ terms }) => terms);
  let passed = 0;
  const likenesses = sentences.slice(0, -1).map(({ terms }) => {
    passed += terms.length;
    const [before, behind] = [
      all.slice(Math.max(0, passed - blockWords), passed),
      all.slice(passed, passed + blockWords),
    ];
    return likeness(countsOf(before), countsOf(behind));
  });
  return likenesses.map((value, gap) => {
    const silence = (sentences[gap + 1]?.start ?? 0) - (sentences[gap]?.end ?? 0);
    const rise = (step: 1 | -1): number => {
      let peak = value;
      for (let at = gap + step; (likenesses[at] ?? -1) >= peak; at += step) peak = likenesses[at] ?? peak;
      return peak - value;
    };
    return rise(-1) + rise(1) + silenceWeight * Math.min(silenceMax, Math.max(0, silence));
  });
}

/** The gaps at which a chapter ends, in order: the deepest first, none too near to another. */
function boundariesOf(sentences: readonly Sentence[]): readonly number[] {
  const depths = depthsOf(sentences);
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
  const deviation = Math.sqrt(depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length);
  const chosen: number[] = [];
  const passed = [0];
  for (const { terms } of sentences) passed.push((passed.at(-1) ?? 0) + terms.length);
  const isLong = (from: number, to: number): boolean => {
    const seconds = (sentences[to - 1]?.end ?? 0) - (sentences[from]?.start ?? 0);
    return seconds >= leastSeconds && (passed[to] ?? 0) - (passed[from] ?? 0) >= leastWords;
  };
  const candidates = [...depths.keys()].filter((gap) => (depths[gap] ?? 0) > mean + deviations * deviation);
  for (const gap of candidates.toSorted((one, other) => (depths[other] ?? 0) - (depths[one] ?? 0))) {
    const before = Math.max(-1, ...chosen.filter((one) => one < gap)) + 1;
    const behind = Math.min(sentences.length - 1, ...chosen.filter((one) => one > gap)) + 1;
    if (isLong(before, gap + 1) && isLong(gap + 1, behind)) chosen.push(gap);
  }
  return chosen.toSorted((one, other) => one - other);
}

/** The words that are typical of a chapter: many in it, few in the others. */
function keywordsOf(chapter: readonly Sentence[], everywhere: Counts): readonly string[] {
  const counts = countsOf(chapter.flatMap(({ terms }) => terms));
  const spellings = new Map<string, string>();
  for (const { words, terms } of chapter.toReversed()) {
    terms.forEach((term, index) => spellings.set(term, words[index] ?? term));
  }
  const weight = ([term, count]: readonly [string, number]): number =>
    (count * count) / (everywhere.get(term) ?? count);
  return [...counts]
    .toSorted((one, other) => weight(other) - weight(one))
    .flatMap(([term]) => spellings.get(term) || [])
    .slice(0, keywordsMax);
}

/**
 * The chapters of a transcript by the words that come again within one (TextTiling, Hearst 1997) and by silence. A transcript with a
 * single topic is one chapter; one without words has none.
 *
 * @param language a primary tag
 */
export function chaptersOf(transcript: Told, language: string): readonly Chapter[] {
  const sentences = sentencesOf(transcript, language);
  if (sentences.length === 0) return [];
  const ends = sentences.length < 2 ? [] : boundariesOf(sentences);
  const everywhere = countsOf(sentences.flatMap(({ terms }) => terms));
  const starts = [0, ...ends.map((gap) => gap + 1)];
  return starts.map((from, index) => {
    const own = sentences.slice(from, starts[index + 1] ?? sentences.length);
    return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, keywords: keywordsOf(own, everywhere) };
  });
}
