import { wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import type { Recognition, RecognizedWord } from "#workers/speech/engine.ts";
import { joinSegments } from "#workers/speech/alignment/join-segments.ts";
import type { Answer, AnsweredSegment, AnsweredSpan } from "#workers/speech/recognition/read-answer.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";

/** Seconds of the file. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The transcript of a stretch, with times of the file. */
export interface TimedAnswer extends Pick<Recognition, "text" | "words" | "segments"> {
  /** Whether the server said how sure it is of every word; where it did not, the confidence is 0. */
  readonly isConfident: boolean;
  /** Whether words have times by the number of their letters alone. */
  readonly isEstimated: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Converts the times of an answer to times of the file. They lie inside the stretch and never decrease. Words without
 * times share the time of their segment, and segments without times that of the stretch, by the number of their
 * letters.
 */
export function toFileTimes(answer: Answer, stretch: Stretch): TimedAnswer {
  const { text } = answer;
  if (text === "") return { text, words: [], segments: [], isConfident: true, isEstimated: false };
  if (answer.segments.length === 0 && answer.words.length > 0) {
    const words = toWords(answer.words, timesOfSpans(answer.words, stretch));
    const facts = { isConfident: isConfident(answer.words), isEstimated: isEstimated(answer.words) };
    return { text, words, segments: joinSegments(words), ...facts };
  }
  const given = answer.segments.length > 0 ? answer.segments : [wholeOf(text)];
  const segments = withWords(given, answer.words);
  const spans = timesOfSpans(segments, stretch);
  const timed = segments.map((segment, index) => {
    const span = spans[index] ?? { start: stretch.from, end: stretch.to };
    return toWords(segment.words, timesOfSpans(segment.words, { from: span.start, to: span.end }, stretch.from));
  });
  return {
    text,
    words: timed.flat(),
    segments: segments.map((segment, id) => ({
      ...{ id, text: segment.text },
      ...(spans[id] ?? { start: stretch.from, end: stretch.to }),
      confidence: meanOf(timed[id] ?? []),
    })),
    isConfident: segments.every((segment) => isConfident(segment.words)),
    isEstimated: segments.some((segment) => isEstimated(segment.words)),
  };
}

const wholeOf = (text: string): AnsweredSegment => ({ text, start: null, end: null, confidence: null, words: [] });

/** Every segment with its words: its own, else those of the answer whose middle lies in it, else those of its text. */
function withWords(segments: readonly AnsweredSegment[], loose: readonly AnsweredSpan[]): readonly AnsweredSegment[] {
  const shares = segments.map((segment): AnsweredSpan[] => [...segment.words]);
  let index = 0;
  for (const word of segments.some((segment) => segment.words.length > 0) ? [] : loose) {
    // Without a time it stays with the word before it.
    const middle = word.start === null ? -Infinity : (word.start + (word.end ?? word.start)) / 2;
    const startsBefore = (next: AnsweredSegment | undefined): boolean =>
      next !== undefined && (next.start ?? Infinity) <= middle;
    while (startsBefore(segments[index + 1])) index += 1;
    shares[index]?.push(word);
  }
  return segments.map((segment, at) => {
    const own = shares[at] ?? [];
    const words = own.length > 0 ? own : wordsIn(segment.text).map(untimed);
    return {
      ...segment,
      start: segment.start ?? own[0]?.start ?? null,
      end: segment.end ?? own.at(-1)?.end ?? null,
      words: words.map((word) => ({ ...word, confidence: word.confidence ?? segment.confidence })),
    };
  });
}

const untimed = (text: string): AnsweredSpan => ({ text, start: null, end: null, confidence: null });

/**
 * The times of consecutive words or segments inside these bounds, in seconds of the file; the server's times count from
 * `origin`. Those without a start share what is left between their neighbours. A start is none before the last one, and
 * an end none behind the next start.
 */
function timesOfSpans(given: readonly AnsweredSpan[], bounds: Stretch, origin = bounds.from): readonly Span[] {
  const within = (time: number): number => Math.min(bounds.to, Math.max(bounds.from, time));
  const starts: number[] = [];
  let last = bounds.from;
  for (let index = 0; index < given.length;) {
    const start = given[index]?.start ?? null;
    if (start !== null) {
      last = Math.max(last, within(origin + start));
      starts.push(last);
      index += 1;
      continue;
    }
    const run = runWithoutStart(given, index);
    const before = given[index - 1]?.end ?? null;
    const from = Math.max(last, before === null ? last : within(origin + before));
    const next = given[index + run.length]?.start ?? null;
    const to = Math.max(from, next === null ? bounds.to : within(origin + next));
    starts.push(...share(run, { from, to }));
    last = starts.at(-1) ?? last;
    index += run.length;
  }
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? bounds.to;
    const end = given[index]?.end ?? null;
    const stop = end === null ? next : Math.min(next, Math.max(start, within(origin + end)));
    return { start: toMillisecond(start), end: toMillisecond(stop) };
  });
}

function runWithoutStart(given: readonly AnsweredSpan[], from: number): readonly AnsweredSpan[] {
  let to = from;
  while (to < given.length && given[to]?.start === null) to += 1;
  return given.slice(from, to);
}

/** The starts of these, one after the other in this time. */
function share(run: readonly AnsweredSpan[], { from, to }: Stretch): readonly number[] {
  const letters = run.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return run.map(({ text }) => {
    const start = from + ((to - from) * before) / letters;
    before += text.length;
    return start;
  });
}

const toWords = (given: readonly AnsweredSpan[], spans: readonly Span[]): readonly RecognizedWord[] =>
  given.map(({ text, confidence, spoken }, index) => ({
    word: text,
    ...(spans[index] ?? { start: 0, end: 0 }),
    confidence: confidence ?? 0,
    ...(spoken !== undefined && { spoken }),
  }));

const isConfident = (words: readonly AnsweredSpan[]): boolean => words.every(({ confidence }) => confidence !== null);

const isEstimated = (words: readonly AnsweredSpan[]): boolean => words.some(({ start }) => start === null);

const meanOf = (words: readonly RecognizedWord[]): number =>
  Math.round((1000 * words.reduce((sum, { confidence }) => sum + confidence, 0)) / Math.max(1, words.length)) / 1000;
