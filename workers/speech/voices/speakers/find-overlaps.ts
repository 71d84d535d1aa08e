import { Tensor } from "onnxruntime-node";
import type { Range } from "#workers/speech/audio/piece.ts";
import type { TimeSpan } from "#workers/speech/engine.ts";
import type { Session } from "#workers/speech/process/open-session.ts";
import { framesPerSecond } from "./follow-speakers.ts";

const sampleRate = 16_000;
/** The model hears 10 s at once, and knows best what is away from both ends: windows begin every 5 s. */
const [windowSamples, stepSamples] = [10 * sampleRate, 5 * sampleRate];
/** The first of its frames is centred on this sample, and the next are so many further. */
const [firstSample, frameSamples] = [495, 270];
/** The classes of a frame: none, each of three people, each two of them. */
const [classes, firstOfTwo] = [7, 4];
/** The least probability, the least seconds of an overlap, and of a pause that parts two of them. */
const [leastProbability, leastSeconds, leastPause] = [0.5, 0.2, 0.2];

/** The windows of a recording of so many samples in which there is speech. The last one ends with it. */
export function overlapWindows(length: number, speech: readonly Range[]): readonly Range[] {
  const last = Math.max(0, length - windowSamples);
  const starts = Array.from({ length: Math.ceil(last / stepSamples) }, (_, index) => index * stepSamples);
  return [...starts, last]
    .map((from): Range => [from, Math.min(length, from + windowSamples)])
    .filter(([from, to]) => speech.some(([start, end]) => start < to && end > from));
}

/** The likelihood, for each frame of a window, that two people speak at once. */
export async function hearOverlap(session: Session, samples: Float32Array): Promise<Float32Array> {
  const { y } = await session.run({ x: new Tensor("float32", samples, [1, 1, samples.length]) });
  const logarithms = y?.data;
  if (!(logarithms instanceof Float32Array)) throw new Error("The model of overlaps gave nothing.");
  return Float32Array.from({ length: logarithms.length / classes }, (_, frame) => {
    const two = logarithms.subarray(frame * classes + firstOfTwo, (frame + 1) * classes);
    return two.reduce((sum, logarithm) => sum + Math.exp(logarithm), 0);
  });
}

/** A window with what was heard in it. */
export interface HeardWindow {
  /** The sample at which it begins. */
  readonly from: number;
  readonly overlap: Float32Array;
}

/** The parts of a recording in which people speak at once, by the mean of the windows. */
export function overlapsOf(windows: readonly HeardWindow[]): readonly TimeSpan[] {
  const frames =
    Math.ceil((Math.max(0, ...windows.map(({ from }) => from)) + windowSamples) / sampleRate) * framesPerSecond;
  const [sums, counts] = [new Float32Array(frames), new Uint8Array(frames)];
  for (const { from, overlap } of windows) {
    const begin = Math.ceil(((from + firstSample) / sampleRate) * framesPerSecond);
    for (let at = begin; at < frames; at += 1) {
      const frame = Math.round(((at / framesPerSecond) * sampleRate - from - firstSample) / frameSamples);
      if (frame >= overlap.length) break;
      sums[at] = (sums[at] ?? 0) + (overlap[frame] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  const spans: { start: number; end: number }[] = [];
  for (const [at, sum] of sums.entries()) {
    if (sum <= leastProbability * (counts[at] ?? 0)) continue;
    const [start, end, open] = [at / framesPerSecond, (at + 1) / framesPerSecond, spans.at(-1)];
    if (open !== undefined && start - open.end < leastPause) open.end = end;
    else spans.push({ start, end });
  }
  return spans.filter(({ start, end }) => end - start >= leastSeconds);
}
