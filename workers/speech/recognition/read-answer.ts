import { z } from "zod";
import { badAnswer } from "#workers/speech/servers/server-error.ts";

/** A word or a segment as the server gave it: null for what it did not say. Times in seconds of the piece that was sent. */
export interface AnsweredSpan {
  readonly text: string;
  readonly start: number | null;
  readonly end: number | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  /** The words in which a number was said, where they were found in the sound. */
  readonly spoken?: string;
}

export interface AnsweredSegment extends AnsweredSpan {
  readonly words: readonly AnsweredSpan[];
}

/** A transcript as the server gave it. Words are in their segment, or in `words`, or in neither. */
export interface Answer {
  readonly text: string;
  readonly segments: readonly AnsweredSegment[];
  readonly words: readonly AnsweredSpan[];
  /** The server's name for it, in lower case: `en` or `english`. */
  readonly language: string | null;
}

// Servers differ, so an invalid value counts as absent.
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(?:\.\d{1,15})?$/)
      .transform(Number),
  ])
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);
const word = z.object({
  ...{ word: text, text, start: number, end: number },
  ...{ probability: number, confidence: number, score: number },
});
const words = z.array(word).nullish().catch(null);
const segment = z.object({
  ...{ text, start: number, end: number, words },
  ...{ avg_logprob: number, compression_ratio: number },
});
const answer = z.object({ text, language: text, words, segments: z.array(segment).nullish().catch(null) });

type Word = z.output<typeof word>;
type Segment = z.output<typeof segment>;

/** No language is spoken or written faster; more is a fault of the server and would fill our rows. */
const maxLettersPerSecond = 100;
const lettersAtOnce = 1000;
const maxNameLetters = 50;

/**
 * Reads `json` and `verbose_json` of an OpenAI-compatible server, leniently.
 * @throws ServerError when it is no transcript of a file of so many seconds
 */
export function readAnswer(value: unknown, durationSeconds: number): Answer {
  const parsed = answer.safeParse(value);
  if (!parsed.success) throw badAnswer("The speech server did not return a transcript.");
  const { data } = parsed;
  const unit = unitOf(data.segments ?? [], durationSeconds);
  const segments = (data.segments ?? []).map((each) => readSegment(each, unit));
  const loose = readWords(data.words ?? [], unit);
  if (data.text === null && segments.length === 0 && loose.length === 0) {
    throw badAnswer("The speech server did not return a transcript.");
  }
  const whole = clean(data.text ?? "") || textOf(segments.length > 0 ? segments : loose);
  const read = {
    text: whole.trim(),
    segments: segments.filter((each) => each.text !== ""),
    words: loose,
    language: data.language?.slice(0, maxNameLetters).toLowerCase() ?? null,
  };
  checkLength(read, durationSeconds);
  return read;
}

function readSegment(each: Segment, unit: number): AnsweredSegment {
  const own = readWords(each.words ?? [], unit);
  return {
    text: clean(each.text ?? textOf(own)),
    start: seconds(each.start, unit),
    end: seconds(each.end, unit),
    confidence: segmentConfidence(each),
    words: own,
  };
}

function readWords(given: readonly Word[], unit: number): readonly AnsweredSpan[] {
  const spans = joinTokens(given).map((each) => ({
    text: clean(each.word ?? each.text ?? ""),
    start: seconds(each.start, unit),
    end: seconds(each.end, unit),
    confidence: share(each.probability ?? each.confidence ?? each.score ?? null),
  }));
  return spans.filter((each) => each.text !== "");
}

/** whisper.cpp lists tokens: where the first begins with a space, one without continues the word before it. */
function joinTokens(given: readonly Word[]): readonly Word[] {
  const written = (each: Word | undefined): string => each?.word ?? each?.text ?? "";
  if (!written(given[0]).startsWith(" ")) return given;
  const joined: Word[] = [];
  for (const each of given) {
    const last = joined.at(-1);
    if (last === undefined || written(each).startsWith(" ")) joined.push(each);
    else joined[joined.length - 1] = { ...last, word: written(last) + written(each), end: each.end ?? last.end };
  }
  return joined;
}

/** vLLM writes −1 into what it does not know. */
function segmentConfidence({ avg_logprob: logProbability, compression_ratio: ratio }: Segment): number | null {
  if (logProbability === null || ratio === -1) return null;
  return share(Math.exp(logProbability));
}

const share = (value: number | null): number | null =>
  value === null || value < 0 ? null : Math.round(Math.min(1, value) * 1000) / 1000;

const seconds = (value: number | null, unit: number): number | null => (value === null ? null : value / unit);

/** LocalAI counts nanoseconds. */
function unitOf(segments: readonly Segment[], durationSeconds: number): number {
  const latest = segments.reduce((high, { end }) => Math.max(high, end ?? 0), 0);
  return latest > 10_000 * Math.max(1, durationSeconds) ? 1e9 : 1;
}

const textOf = (spans: readonly { readonly text: string }[]): string => spans.map((span) => span.text).join(" ");

/** On one line, and without what PostgreSQL cannot store. */
const clean = (written: string): string =>
  written
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

function checkLength(read: Answer, durationSeconds: number): void {
  const max = lettersAtOnce + maxLettersPerSecond * durationSeconds;
  const lists = [[read], read.words, read.segments, read.segments.flatMap((each) => each.words)];
  if (lists.every((list) => textOf(list).length <= max)) return;
  throw badAnswer("The speech server's answer has more text than the audio can hold.");
}
