import type { PcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { bareWord, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { type Alignment, alignOrNull } from "#workers/speech/alignment/align-or-null.ts";
import type { Stretch } from "./file-times.ts";
import type { Answer, AnsweredSegment } from "#workers/speech/recognition/read-answer.ts";

export interface AlignedAnswer extends Answer {
  /** Whether words of it were found in the sound. */
  readonly isAligned: boolean;
}

/** Segments may begin too late and end too early by so much. */
const paddingSeconds = 0.2;
/** Whisper's are at most as long; of more, an alignment would take long and seldom fit. */
const longestSeconds = 35;

interface Sound {
  readonly source: PcmSource;
  /** Samples per second. */
  readonly sampleRate: number;
  readonly stretch: Stretch;
  readonly signal: AbortSignal;
}

/** An answer without words with the words of its segments, where they are found in the sound; as it was where it has words. */
export async function alignAnswer(answer: Answer, sound: Sound, alignment: Alignment): Promise<AlignedAnswer> {
  const { segments, words, text } = answer;
  const hasWords = words.length > 0 || segments.some((segment) => segment.words.length > 0);
  if (hasWords || alignment.align === undefined || text === "") return { ...answer, isAligned: false };
  const whole: AnsweredSegment = { text, start: null, end: null, confidence: null, words: [] };
  const given = segments.length > 0 ? segments : [whole];
  const aligned: AnsweredSegment[] = [];
  for (const segment of given) aligned.push(await alignSegment(segment, sound, alignment));
  const isAligned = aligned.some((segment) => segment.words.length > 0);
  return { ...answer, segments: isAligned ? aligned : segments, isAligned };
}

async function alignSegment(segment: AnsweredSegment, sound: Sound, alignment: Alignment): Promise<AnsweredSegment> {
  const { stretch, sampleRate, source, signal } = sound;
  const length = stretch.to - stretch.from;
  const from = Math.max(0, (segment.start ?? 0) - paddingSeconds);
  const to = Math.min(length, (segment.end ?? length) + paddingSeconds);
  if (to <= from || to - from > longestSeconds) return segment;
  const sampleAt = (seconds: number): number => Math.round((stretch.from + seconds) * sampleRate);
  const samples = await source.read(sampleAt(from), sampleAt(to));
  const texts = wordsIn(segment.text);
  const found = await alignOrNull(alignment, { samples, words: texts.map(bareWord), signal });
  if (found === null) return segment;
  const words = found.map(({ start, end, ...rest }, index) => {
    return { ...rest, text: texts[index] ?? "", start: from + start, end: from + end };
  });
  return { ...segment, words, start: words[0]?.start ?? segment.start, end: words.at(-1)?.end ?? segment.end };
}
