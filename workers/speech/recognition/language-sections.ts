import type {
  DetectedLanguage,
  Recognition,
  RecognizedSegment,
  SpokenLanguage,
  TimeSpan,
} from "#workers/speech/engine.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import { unintelligibleSpans } from "./unintelligible.ts";
import { mostOf } from "#workers/speech/text/most-of.ts";

/** A part of a recording that is asked for its language. */
export interface Window extends TimeSpan {
  /** The length of the speech in it. */
  readonly speechSeconds: number;
  /** The mean confidence of the words in it. */
  readonly confidence: number;
}

/** A part of a recording in another language than the rest. */
export interface Section extends SpokenLanguage {
  /** Its words; null where no model reads its language. */
  readonly read: Recognition | null;
}

/** Words of clear speech in a language that the model knows are seldom this doubtful. */
const doubtfulConfidence = 0.65;
/** Doubtful speech goes on up to words that fit their sound as well as this. */
const clearConfidence = 0.7;
/** A window is short where doubt says where the language may change, and long where all has to be asked. */
const doubtfulWindowSeconds = 8;
const anyWindowSeconds = 24;
/** The language of shorter speech, or one that is less likely, says too little. */
export const leastSpeechSeconds = 3;
const leastProbability = 0.6;

type Part = Pick<RecognizedSegment, "start" | "end" | "confidence">;

/** The segments and what was not read, in their order. */
const partsOf = ({ segments, unintelligible = [] }: Recognition): readonly Part[] =>
  [...segments, ...unintelligible.map((span) => ({ ...span, confidence: 0 }))].toSorted(
    (one, other) => one.start - other.start,
  );

/**
 * The parts of a recording that may be in another language than the one in which it was read: where the words fit the sound badly, and
 * all of it where nothing is known of that.
 */
export function doubtfulWindows(read: Recognition, durationSeconds: number): readonly Window[] {
  const isAligned = read.confidenceSource === "alignment";
  const longest = isAligned ? doubtfulWindowSeconds : anyWindowSeconds;
  const parts = partsOf(read);
  const runs: Part[][] = [[]];
  for (const part of parts) {
    if (!isAligned || part.confidence < clearConfidence) runs.at(-1)?.push(part);
    else runs.push([]);
  }
  return runs
    .filter((run) => run.some(({ confidence }) => !isAligned || confidence < doubtfulConfidence))
    .flatMap((run) => {
      const first = parts.findIndex((part) => part === run[0]);
      const before = parts[first - 1]?.end ?? 0;
      const within = { start: before, end: parts[first + run.length]?.start ?? durationSeconds };
      const [start, end] = [run[0]?.start ?? before, Math.max(...run.map((part) => part.end))];
      // Speech without words may lie between the words of one segment.
      return windowsOf(run, end <= before ? { start, end } : within, longest);
    })
    .filter(({ start, end }) => end > start);
}

/** A run in windows of at most some seconds each, without gaps between them. */
function windowsOf(run: readonly Part[], { start, end }: TimeSpan, longestSeconds: number): readonly Window[] {
  const groups: Part[][] = [];
  for (const part of run) {
    const group = groups.at(-1);
    if (group === undefined || part.end - (group[0]?.start ?? 0) > longestSeconds) groups.push([part]);
    else group.push(part);
  }
  return groups.map((group, index) => ({
    start: index === 0 ? start : (group[0]?.start ?? start),
    end: groups[index + 1]?.[0]?.start ?? end,
    speechSeconds: secondsOf(group),
    confidence: group.reduce((sum, { confidence }) => sum + confidence, 0) / group.length,
  }));
}

const secondsOf = (parts: readonly TimeSpan[]): number => parts.reduce((sum, part) => sum + part.end - part.start, 0);

/** A window with the language that was found in it; null where none was. */
export interface AskedWindow extends Window {
  readonly found: DetectedLanguage | null;
}

/** Whether a window says enough of its language. */
export const isSureOf = ({ found, speechSeconds }: AskedWindow): boolean =>
  found !== null && speechSeconds >= leastSpeechSeconds && found.probability >= leastProbability;

/**
 * The parts in another language than the recording's, by what was found in windows. A window that says too little is of the language
 * around it. Neighbours of one language are one part.
 */
export function otherLanguages(windows: readonly AskedWindow[], language: string): readonly SpokenLanguage[] {
  const sure = windows.map((window) => (isSureOf(window) ? window.found : null));
  const others: SpokenLanguage[] = [];
  for (const [index, { start, end }] of windows.entries()) {
    const found = sure[index] ?? around(sure, index);
    if (found === null || found.language === language) continue;
    const last = others.at(-1);
    if (last?.language === found.language && last.end === start) {
      others[others.length - 1] = { ...last, end, probability: Math.min(last.probability, found.probability) };
    } else others.push({ ...found, start, end });
  }
  return others;
}

/** The language before and behind a window, where it is the same one. */
function around(sure: readonly (DetectedLanguage | null)[], index: number): DetectedLanguage | null {
  const [before, behind] = [sure[index - 1] ?? null, sure[index + 1] ?? null];
  return before?.language === behind?.language ? before : null;
}

/** A recording as it was read in one language, with these parts of it as they were read in theirs. */
export function withSections(first: Recognition, own: DetectedLanguage, sections: readonly Section[]): Recognition {
  if (sections.length === 0) return first;
  const isOutside = (part: TimeSpan): boolean => !sections.some((section) => isWithin(section)(part));
  const byStart = <Timed extends TimeSpan>(list: readonly Timed[]): readonly Timed[] =>
    list.toSorted((one, other) => one.start - other.start);
  const kept = first.segments.filter(isOutside);
  const segments = byStart([...kept, ...sections.flatMap((each) => shifted(each.read?.segments ?? [], each))]);
  const unread = sections.flatMap((each) => (each.read === null ? speechIn(first, each) : []));
  const languages = languagesOf(first, own, sections);
  const main = mostOf(languages.map((each) => [each.language, each.speechSeconds])) ?? own.language;
  const isFirst = main === own.language;
  const isEstimated = [first, ...sections.map(({ read }) => read)].some((read) => read?.hasEstimatedTimes === true);
  const reader = sections.find(({ language, read }) => language === main && read !== null)?.read;
  return {
    ...(isFirst ? first : (reader ?? first)),
    text: joinWords(segments.map(({ text }) => text)),
    segments: segments.map((segment, id) => ({ ...segment, id })),
    words: byStart([
      ...first.words.filter(isOutside),
      ...sections.flatMap((each) => shifted(each.read?.words ?? [], each)),
    ]),
    unintelligible: byStart([
      ...(first.unintelligible ?? []).filter(isOutside),
      ...sections.flatMap((each) => shifted(each.read?.unintelligible ?? [], each)),
      ...unread,
    ]),
    language: main,
    languageProbability: languages.find((each) => each.language === main)?.probability ?? own.probability,
    languages: languages.map(({ language, probability, start, end }) => ({ language, probability, start, end })),
    isOtherLanguage: false,
    ...(isEstimated && { hasEstimatedTimes: true }),
  };
}

const shifted = <Timed extends TimeSpan>(list: readonly Timed[], { start: offset }: TimeSpan): readonly Timed[] =>
  list.map((each) => ({ ...each, start: toMillisecond(each.start + offset), end: toMillisecond(each.end + offset) }));

const isWithin =
  ({ start, end }: TimeSpan) =>
  (part: TimeSpan): boolean =>
    part.start >= start && part.start < end;

const sampleRate = 16_000;

/** The speech of a part that was read, whatever its words are. */
const speechIn = (read: Recognition, section: TimeSpan): readonly TimeSpan[] =>
  unintelligibleSpans(
    partsOf(read)
      .filter(isWithin(section))
      .map(({ start, end }) => [start * sampleRate, end * sampleRate]),
  );

/** How much of a recording is speech, as far as it was heard. */
export const speechSecondsOf = (read: Recognition, section: TimeSpan): number =>
  secondsOf(partsOf(read).filter(isWithin(section)));

interface Spoken extends SpokenLanguage {
  readonly speechSeconds: number;
}

/** The languages of a recording in their order, each with the speech in it. */
function languagesOf(first: Recognition, own: DetectedLanguage, sections: readonly Section[]): readonly Spoken[] {
  const spoken: Spoken[] = sections.map((section) => {
    const { language, probability, start, end, read } = section;
    const speechSeconds = secondsOf(read?.segments ?? []) || speechSecondsOf(first, section);
    return { language, probability, start, end, speechSeconds };
  });
  const ends = [0, ...sections.map(({ end }) => end)];
  for (const [index, start] of ends.entries()) {
    const parts = partsOf(first).filter(isWithin({ start, end: sections[index]?.start ?? Infinity }));
    const [head, tail] = [parts[0], parts.at(-1)];
    if (head === undefined || tail === undefined) continue;
    spoken.push({ ...own, start: head.start, end: tail.end, speechSeconds: secondsOf(parts) });
  }
  return spoken.toSorted((one, other) => one.start - other.start);
}
