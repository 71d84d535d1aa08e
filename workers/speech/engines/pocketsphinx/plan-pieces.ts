import { findChanges } from "./find-changes.ts";
import { findSpeech, type Range, runs } from "./find-speech.ts";
import { framesPerSecond } from "./sound-levels.ts";

/** A pause of half a second or more is shortened to what is kept after and before speech. */
const minPauseFrames = 50;
const framesAfterSpeech = 25;
const framesBeforeSpeech = 20;

/** A file of up to 30 s is decoded as one; of a longer one, sentences of more than 15 s in pieces of 4 to 14 s. */
const maxWholeFrames = 30 * framesPerSecond;
const maxRestFrames = 15 * framesPerSecond;
const maxPieceFrames = 14 * framesPerSecond;
const minPieceFrames = 4 * framesPerSecond;

/** Between sentences: it is cut there wherever both sides are long enough to show the decoder what the line sounds like. */
const sentencePauseFrames = 60;
const minSentenceFrames = 2 * framesPerSecond;

/** A pause that is worth cutting at. */
const minCutFrames = 15;

/** A change of the background is cut at a pause this close to it, or not at all. */
const maxChangeShift = framesPerSecond;

/** Without a pause, the cut goes to the quietest place this close to the longest allowed piece. */
const hardCutFrames = 4 * framesPerSecond;

/** A level is compared by its mean over this many frames to either side. */
const smoothFrames = 5;

export interface PiecePlan {
  /** The frames of the file that are decoded, ascending. Frame n of a piece that begins at `from` is `kept[from + n]`. */
  readonly kept: Uint32Array;
  /** Ranges `[from, to)` of `kept`, one after the other, together all of it. Empty: there is only silence. */
  readonly pieces: readonly Range[];
}

/**
 * Decides what of a file the decoder hears, and where it is cut. Long pauses are shortened here because the decoder would
 * do it, too, but then counts time without them; with them in place it understands less.
 */
export function planPieces(levels: Float32Array): PiecePlan {
  const changes = levels.length > maxWholeFrames ? findChanges(levels) : [];
  const speech = findSpeech(levels, between([0, ...changes, levels.length]));
  if (!speech.includes(1)) return { kept: new Uint32Array(), pieces: [] };
  const kept = shortenPauses(speech);
  if (levels.length <= maxWholeFrames) return { kept, pieces: [[0, kept.length]] };
  const pauses = changes.flatMap((frame) => pauseNear(speech, frame) ?? []);
  const parts = between([0, ...pauses.map((frame) => indexOfFrame(kept, frame)), kept.length]);
  return { kept, pieces: parts.flatMap((part) => cutPart({ kept, speech, levels }, part)) };
}

const between = (edges: readonly number[]): readonly Range[] =>
  edges.slice(1).map((to, index): Range => [edges[index] ?? 0, to]);

/** The frame of a pause that is closest to this one; none when nobody pauses near it, for a word is never cut for a change. */
function pauseNear(speech: Uint8Array, frame: number): number | undefined {
  const from = Math.max(0, frame - maxChangeShift);
  const pauses = [...runs(speech.subarray(from, frame + maxChangeShift), 0)]
    .filter(([start, end]) => end - start >= minCutFrames)
    .map(([start, end]) => from + Math.min(Math.max(frame - from, start + minCutFrames / 2), end - minCutFrames / 2));
  const [closest] = pauses.toSorted((one, other) => Math.abs(one - frame) - Math.abs(other - frame));
  return closest === undefined ? undefined : Math.floor(closest);
}

function cutPart(heard: Heard, [first, end]: Range): readonly Range[] {
  const pieces: Range[] = [];
  let from = first;
  const spoken = Uint8Array.from(heard.kept.subarray(first, end), (frame) => heard.speech[frame] ?? 0);
  for (const [start, stop] of runs(spoken, 0)) {
    const pause = frameAt(heard, first + stop - 1) - frameAt(heard, first + start) + 1;
    const cut = middleOf(heard, first + start, first + stop);
    if (pause < sentencePauseFrames || cut - from < minSentenceFrames || end - cut < minSentenceFrames) continue;
    pieces.push(...cutStretch(heard, [from, cut]));
    from = cut;
  }
  return [...pieces, ...cutStretch(heard, [from, end])];
}

function cutStretch(heard: Heard, [first, end]: Range): readonly Range[] {
  const pieces: Range[] = [];
  let from = first;
  while (end - from > maxRestFrames) {
    const cut = findCut(heard, from, end);
    pieces.push([from, cut]);
    from = cut;
  }
  return end > from ? [...pieces, [from, end]] : pieces;
}

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
  const keptFrames = Uint32Array.from(dropped.keys());
  return keptFrames.filter((frame) => dropped[frame] === 0);
}

interface Heard {
  readonly kept: Uint32Array;
  readonly speech: Uint8Array;
  readonly levels: Float32Array;
}

/** The middle of the longest pause in reach, or the quietest place when nobody pauses. */
function findCut(heard: Heard, from: number, to: number): number {
  const earliest = from + minPieceFrames;
  // Leaves a piece of a useful length behind.
  const latest = Math.min(from + maxPieceFrames, to - minPieceFrames);
  const spoken = Uint8Array.from(heard.kept.subarray(earliest, latest), (frame) => heard.speech[frame] ?? 0);
  let cut: number | null = null;
  let longest = minCutFrames;
  for (const [start, end] of runs(spoken, 0)) {
    const pause = frameAt(heard, earliest + end - 1) - frameAt(heard, earliest + start) + 1;
    if (pause < longest) continue;
    longest = pause;
    cut = middleOf(heard, earliest + start, earliest + end);
  }
  return cut ?? quietestPlace(heard, Math.max(earliest, latest - hardCutFrames), latest);
}

const frameAt = ({ kept }: Heard, index: number): number => kept[index] ?? 0;

/** A shortened pause is cut where it was shortened, so that both pieces keep their share of silence. */
function middleOf(heard: Heard, start: number, end: number): number {
  for (let index = start + 1; index < end; index += 1) {
    if (frameAt(heard, index) - frameAt(heard, index - 1) > 1) return index;
  }
  return Math.floor((start + end) / 2);
}

function quietestPlace(heard: Heard, from: number, to: number): number {
  let quietest = Infinity;
  let place = to;
  for (let index = from; index < to; index += 1) {
    const around = heard.kept.subarray(Math.max(0, index - smoothFrames), index + smoothFrames + 1);
    const level = around.reduce((sum, frame) => sum + (heard.levels[frame] ?? 0), 0) / around.length;
    if (level >= quietest) continue;
    quietest = level;
    place = index;
  }
  return place;
}
