import { clauseEnd, type SubtitleWord } from "./subtitle-words.ts";

/** How subtitles are laid out. */
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

/** What makes a division into cues or lines worse. Only the relations matter; they were chosen by reading subtitles. */
const costs = {
  ...{ cue: 4, tooShort: 200, tooFast: 15, tooFastAtMost: 60, orphan: 30, unfilled: 6 },
  ...{ sentenceInside: 3, silenceInside: 12, line: 1000, unbalancedLine: 10, orphanLine: 15 },
  ...{ clause: 2, pause: 5, conjunction: 6, plain: 14, separated: 24 },
} as const;

const conjunctions = new Set(
  (
    "and but or nor so yet because although though while when where which who whose that if unless until since " +
    "than as after before with without und oder aber weil dass et ou mais donc que qui y o pero porque"
  ).split(" "),
);
/** Words that belong to the one behind them. */
const leaning = new Set(
  (
    "a an the my your his her its our their this these those some any no every each of to in on at by for from into " +
    "with about is are was were be been i you he she it we they not very mr. mrs. ms. dr. der die das ein eine le la " +
    "les un une des du de el los las una"
  ).split(" "),
);
/** Seconds of silence in which a speaker takes breath. */
const breath = 0.25;
/** Seconds of silence that no cue spans. */
const separatingSilence = 1.5;

const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/(?<![,;:!?"”’)\]])[,;:!?"”’)\]]+$/u, "");

/** The cost of a break behind a word. */
function breakCost(word: SubtitleWord, next: SubtitleWord | undefined): number {
  if (next === undefined || word.endsSentence) return 0;
  if (clauseEnd.test(word.text)) return costs.clause;
  if (next.start - word.end >= breath) return costs.pause;
  if (leaning.has(plainOf(word.text))) return costs.separated;
  return conjunctions.has(plainOf(next.text)) ? costs.conjunction : costs.plain;
}

/** The cost of a sentence's end and a silence behind a word, inside of a cue. */
function insideCost(word: SubtitleWord, next: SubtitleWord | undefined): number {
  const silence = (next?.start ?? word.end) - word.end - (word.endsSentence ? breath : 2 * breath);
  return (word.endsSentence ? costs.sentenceInside : 0) + costs.silenceInside * Math.max(0, silence);
}

/** Words, and sums over those before each of them, so that any run of them is weighed without reading it. */
interface Track {
  readonly words: readonly SubtitleWord[];
  readonly breaks: readonly number[];
  readonly widths: readonly number[];
  readonly insides: readonly number[];
}

const sumsOf = (values: readonly number[]): readonly number[] => {
  let sum = 0;
  return [0, ...values.map((value) => (sum += value))];
};

const trackOf = (words: readonly SubtitleWord[]): Track => ({
  words,
  breaks: words.map((word, index) => breakCost(word, words[index + 1])),
  widths: sumsOf(words.map(({ width, spaced }) => width + (spaced ? 1 : 0))),
  insides: sumsOf(words.map((word, index) => insideCost(word, words[index + 1]))),
});

/** What stands in an array of sums between one place and another. */
const between = (sums: readonly number[], from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/** Columns of words on one line. */
const widthOf = ({ words, widths }: Track, [from, to]: Run): number =>
  between(widths, from, to) - (words[from]?.spaced === true ? 1 : 0);

type Run = readonly [from: number, to: number];

/**
 * The cheapest division into runs. `costOf` of a run that is too long is infinite, and so is that of any longer one
 * from the same place; that of a single item never is.
 */
function cheapestRuns([from, to]: Run, costOf: (from: number, to: number) => number): readonly Run[] {
  const best = [{ cost: 0, from }];
  for (let start = from; start < to; start += 1) {
    const before = best[start - from]?.cost ?? Infinity;
    for (let end = start + 1; end <= to; end += 1) {
      const cost = before + costOf(start, end);
      if (cost === Infinity) break;
      if (cost < (best[end - from]?.cost ?? Infinity)) best[end - from] = { cost, from: start };
    }
  }
  const runs: Run[] = [];
  for (let end = to; end > from; end = runs.at(-1)?.[0] ?? from) runs.push([best[end - from]?.from ?? from, end]);
  return runs.toReversed();
}

/** Whether words fit into the lines of a cue. */
function fits(track: Track, [from, to]: Run, { maxLineWidth, maxLines }: SubtitleLayout): boolean {
  const width = widthOf(track, [from, to]);
  if (width <= maxLineWidth || width > maxLineWidth * maxLines + maxLines) return width <= maxLineWidth;
  let lines = 1;
  let lineStart = from;
  for (let at = from + 1; at < to; at += 1) {
    if (widthOf(track, [lineStart, at + 1]) <= maxLineWidth) continue;
    lines += 1;
    lineStart = at;
    if (lines > maxLines) return false;
  }
  return true;
}

/** When a cue disappears: late enough to be read, where the next one leaves it the time. `limit`: seconds. */
function endOf(track: Track, run: Run, limit: number): number {
  const [from, to] = run;
  const { words } = track;
  const start = words[from]?.start ?? 0;
  const spoken = Math.max(start, words[to - 1]?.end ?? 0);
  const wanted = start + Math.max(wantedCueSeconds, widthOf(track, run) / readingSpeed);
  const next = words[to]?.start;
  return next === undefined ? Math.max(spoken, Math.min(wanted, limit)) : Math.min(Math.max(spoken, wanted), next);
}

function cueCost(track: Track, run: Run, { layout, limit }: CueOptions): number {
  const [from, to] = run;
  const { words } = track;
  const start = words[from]?.start ?? 0;
  const isSplit = to - from > 1;
  if (isSplit && ((words[to - 1]?.end ?? 0) - start > maxCueSeconds || to - from > layout.maxWords)) return Infinity;
  if (isSplit && !fits(track, run, layout)) return Infinity;
  const width = widthOf(track, run);
  const shown = endOf(track, run, limit) - start;
  const isWhole = (from === 0 || words[from - 1]?.endsSentence === true) && words[to - 1]?.endsSentence === true;
  const hurry = Math.max(0, width / readingSpeed / Math.max(shown, 0.001) - 1);
  const unfilled = Math.max(0, 1 - width / (layout.maxLineWidth * layout.maxLines)) ** 2;
  return (
    costs.cue +
    (track.breaks[to - 1] ?? 0) +
    between(track.insides, from, to - 1) +
    (isWhole ? 0 : costs.unfilled * unfilled + (isSplit ? 0 : costs.orphan)) +
    (shown < minCueSeconds ? costs.tooShort : 0) +
    Math.min(costs.tooFastAtMost, costs.tooFast * hurry)
  );
}

/** The fewest lines, of about the same width, broken where the sentence has its joints. */
function linesOf(track: Track, [from, to]: Run, { maxLineWidth }: SubtitleLayout): readonly string[] {
  const total = widthOf(track, [from, to]);
  const target = total / Math.ceil(total / maxLineWidth);
  const lineCost = (start: number, end: number): number => {
    const width = widthOf(track, [start, end]);
    if (end - start > 1 && width > maxLineWidth) return Infinity;
    const isOrphan = end - start === 1 && to - from > 2;
    return (
      costs.line +
      (end === to ? 0 : (track.breaks[end - 1] ?? 0)) +
      costs.unbalancedLine * ((width - target) / target) ** 2 +
      (isOrphan ? costs.orphanLine : 0)
    );
  };
  return cheapestRuns([from, to], lineCost).map((line) => textOf(track, line));
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
  const costOf = (from: number, to: number): number => cueCost(track, [from, to], options);
  return passagesOf(track.words)
    .flatMap((passage) => cheapestRuns(passage, costOf))
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
  let last = 0;
  return words.map((word) => {
    last = Math.max(last, word.start);
    return { ...word, start: last, end: Math.max(last, word.end) };
  });
}
