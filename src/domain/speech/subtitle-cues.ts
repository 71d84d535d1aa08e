import { between, costs, type Track, trackOf, widthOf } from "./subtitle-track.ts";
import type { SubtitleWord } from "./subtitle-words.ts";

/** The layout of subtitles. */
export interface SubtitleLayout {
  /** Columns. A word that is longer stands alone on its line. */
  readonly maxLineWidth: number;
  readonly maxLines: number;
  /** Words of one cue. */
  readonly maxWords: number;
}

/** Two lines of 42 columns, as broadcasters have them. */
export const usualLayout: SubtitleLayout = { maxLineWidth: 42, maxLines: 2, maxWords: Infinity };

interface CueOptions {
  readonly layout: SubtitleLayout;
  /** Seconds of the recording, beyond which no cue stays. */
  readonly limit: number;
}

export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

const maxCueSeconds = 7;
/** A cue shorter than this joins its neighbour where it can. */
const minCueSeconds = 0.8;
/** A cue stays for so long where the next one leaves it the time. */
const wantedCueSeconds = 1;
/** Columns a second that can be read without effort. */
const readingSpeed = 20;

/** Seconds of silence that no cue spans. */
const separatingSilence = 1.5;

type Run = readonly [from: number, to: number];

/** Instead of a cost that is not needed exactly, since another division is cheaper. */
const tooMuch = Number.MAX_VALUE;

/** The costs of the runs from one place, asked for with rising ends; `tooMuch` may stand for one of `most` or more. */
type CostsFrom = (from: number) => (to: number, most: number) => number;

/**
 * The cheapest division into runs. The cost of a run that is too long is infinite, and so is that of any longer one
 * from the same place; that of a single item never is.
 */
function cheapestRuns([from, to]: Run, costsFrom: CostsFrom): readonly Run[] {
  const best = new Float64Array(to - from + 1).fill(Infinity);
  const origins = new Uint32Array(to - from + 1);
  best[0] = 0;
  for (let start = from; start < to; start += 1) {
    const before = best[start - from] ?? Infinity;
    const costOf = costsFrom(start);
    for (let end = start + 1; end <= to; end += 1) {
      const least = best[end - from] ?? Infinity;
      const cost = before + costOf(end, least - before);
      if (cost === Infinity) break;
      if (cost >= least) continue;
      best[end - from] = cost;
      origins[end - from] = start;
    }
  }
  const runs: Run[] = [];
  for (let end = to; end > from; end = runs.at(-1)?.[0] ?? from) runs.push([origins[end - from] ?? from, end]);
  return runs.toReversed();
}

/** Tells whether the words from one place to rising ends fit into the lines of a cue. */
function fitsFrom(track: Track, from: number, { maxLineWidth, maxLines }: SubtitleLayout): (to: number) => boolean {
  let lines = 1;
  let lineStart = from;
  const most = maxLineWidth * maxLines + maxLines;
  return (to) => {
    if (widthOf(track, from, to) > most) return false;
    if (widthOf(track, lineStart, to) <= maxLineWidth || to - lineStart === 1) return lines <= maxLines;
    lines += 1;
    lineStart = to - 1;
    return lines <= maxLines;
  };
}

/** Returns the second at which a cue disappears: late enough to be read, where the next one leaves it the time. `limit`: seconds. */
function endOf(track: Track, [from, to]: Run, limit: number): number {
  const { starts, ends } = track;
  const start = starts[from] ?? 0;
  const spoken = Math.max(start, ends[to - 1] ?? 0);
  const wanted = start + Math.max(wantedCueSeconds, widthOf(track, from, to) / readingSpeed);
  const next = starts[to];
  return next === undefined ? Math.max(spoken, Math.min(wanted, limit)) : Math.min(Math.max(spoken, wanted), next);
}

/** The costs of cues that begin with one word. */
function cueCostsFrom(track: Track, from: number, { layout, limit }: CueOptions): ReturnType<CostsFrom> {
  const { starts, ends, breaks, insides, sentenceEnds } = track;
  const start = starts[from] ?? 0;
  const beginsSentence = from === 0 || sentenceEnds[from - 1] === 1;
  const columns = layout.maxLineWidth * layout.maxLines;
  const fits = fitsFrom(track, from, layout);
  return (to, most) => {
    const isSplit = to - from > 1;
    if (isSplit && ((ends[to - 1] ?? 0) - start > maxCueSeconds || to - from > layout.maxWords)) return Infinity;
    if (isSplit && !fits(to)) return Infinity;
    const fixed = costs.cue + (breaks[to - 1] ?? 0) + between(insides, from, to - 1);
    if (fixed >= most) return tooMuch;
    const width = widthOf(track, from, to);
    const shown = endOf(track, [from, to], limit) - start;
    const isWhole = beginsSentence && sentenceEnds[to - 1] === 1;
    const hurry = Math.max(0, width / readingSpeed / Math.max(shown, 0.001) - 1);
    const unfilled = Math.max(0, 1 - width / columns) ** 2;
    return (
      fixed +
      (isWhole ? 0 : costs.unfilled * unfilled + (isSplit ? 0 : costs.orphan)) +
      (shown < minCueSeconds ? costs.tooShort : 0) +
      Math.min(costs.tooFastAtMost, costs.tooFast * hurry)
    );
  };
}

/** The fewest lines, of about the same width, broken where the sentence has its joints. */
function linesOf(track: Track, [from, to]: Run, { maxLineWidth }: SubtitleLayout): readonly string[] {
  const total = widthOf(track, from, to);
  if (total <= maxLineWidth) return [textOf(track, [from, to])];
  const target = total / Math.ceil(total / maxLineWidth);
  const costsFrom: CostsFrom = (start) => (end) => {
    const width = widthOf(track, start, end);
    if (end - start > 1 && width > maxLineWidth) return Infinity;
    const isOrphan = end - start === 1 && to - from > 2;
    return (
      costs.line +
      (end === to ? 0 : (track.breaks[end - 1] ?? 0)) +
      costs.unbalancedLine * ((width - target) / target) ** 2 +
      (isOrphan ? costs.orphanLine : 0)
    );
  };
  return cheapestRuns([from, to], costsFrom).map((line) => textOf(track, line));
}

const textOf = ({ words }: Track, [from, to]: Run): string =>
  words
    .slice(from, to)
    .map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text))
    .join("");

/** Words as cues, in order and without overlap. */
export function cuesOf(words: readonly SubtitleWord[], options: CueOptions): readonly Cue[] {
  const { layout, limit } = options;
  const track = trackOf(inOrder(words));
  const costsFrom: CostsFrom = (from) => cueCostsFrom(track, from, options);
  return passagesOf(track.words)
    .flatMap((passage) => cheapestRuns(passage, costsFrom))
    .map((run) => ({
      start: track.words[run[0]]?.start ?? 0,
      end: endOf(track, run, limit),
      lines: linesOf(track, run, layout),
    }));
}

/** The runs of words between silences that no cue spans. */
function passagesOf(words: readonly SubtitleWord[]): readonly Run[] {
  const ends = words.flatMap(({ end }, index) =>
    (words[index + 1]?.start ?? Infinity) - end > separatingSilence ? [index + 1] : [],
  );
  return ends.map((end, index) => [ends[index - 1] ?? 0, end]);
}

/** The words with times that never go back. */
function inOrder(words: readonly SubtitleWord[]): readonly SubtitleWord[] {
  const isInOrder = words.every(({ start, end }, index) => start <= end && (words[index - 1]?.start ?? 0) <= start);
  if (isInOrder) return words;
  let last = 0;
  return words.map((word) => {
    last = Math.max(last, word.start);
    return { ...word, start: last, end: Math.max(last, word.end) };
  });
}
