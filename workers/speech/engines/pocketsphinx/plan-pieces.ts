import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { detectSpeech, type Range, runs } from "./energy-vad.ts";

/** A pause of half a second or more is shortened to what is kept after and before speech. */
const minPauseFrames = 50;
const framesAfterSpeech = 25;
const framesBeforeSpeech = 20;

export interface PiecePlan {
  /** The frames of the file that are decoded, ascending. Frame n of a piece that begins at `from` is `kept[from + n]`. */
  readonly kept: Uint32Array;
  /** Ranges `[from, to)` of `kept`, one after the other, together all of it. Empty: there is only silence. */
  readonly pieces: readonly Range[];
}

/**
 * Decides what of a file the decoder hears, and in which pieces, when it is cut at these frames. Long pauses are shortened
 * here because the decoder would do it, too, but then counts time without them; with them in place it understands less.
 */
export async function planPieces(levels: Float32Array, cuts: readonly number[]): Promise<PiecePlan> {
  const speech = detectSpeech(levels, between([0, ...cuts, levels.length]));
  if (!speech.includes(1)) return { kept: new Uint32Array(), pieces: [] };
  await yieldToEventLoop();
  const kept = shortenPauses(speech);
  const parts = between([0, ...cuts.map((frame) => indexOfFrame(kept, frame)), kept.length]);
  return { kept, pieces: parts.filter(([from, to]) => to > from) };
}

const between = (edges: readonly number[]): readonly Range[] =>
  edges.slice(1).map((to, index): Range => [edges[index] ?? 0, to]);

/** The place in `kept` of the first frame that is not before this one. */
function indexOfFrame(kept: Uint32Array, frame: number): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept[middle] ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shortenPauses(speech: Uint8Array): Uint32Array {
  const dropped = new Uint8Array(speech.length);
  for (const [from, to] of runs(speech, 0)) {
    const isEdge = from === 0 || to === speech.length;
    if (to - from < minPauseFrames && !isEdge) continue;
    const dropFrom = from === 0 ? 0 : from + framesAfterSpeech;
    const dropTo = to === speech.length ? to : to - framesBeforeSpeech;
    if (dropTo > dropFrom) dropped.fill(1, dropFrom, dropTo);
  }
  const frames = new Uint32Array(speech.length).map((_, frame) => frame);
  return frames.filter((frame) => dropped[frame] === 0);
}
