import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import { type Range, speechWithin } from "#workers/speech/audio/piece.ts";
import type { TimeSpan } from "#workers/speech/engine.ts";

const sampleRate = 16_000;
/** A shorter pause does not part what could not be read. */
const nearSamples = sampleRate;
/** Shorter speech may have no words: a breath, a cough, the end of a word. */
const leastSamples = 0.5 * sampleRate;

/** A word may be found to begin later and to end earlier than it does. */
const slackSamples = 0.25 * sampleRate;
/** A longer stretch of speech between two words that were found has words of its own. */
const longestWordlessSamples = 1.5 * sampleRate;

/** The stretches of speech in which none of these words lies, where they are long. */
export function wordlessStretches(speech: readonly Range[], words: readonly TimeSpan[]): readonly Range[] {
  let left = speech;
  for (const { start, end } of words) {
    const [from, to] = [start * sampleRate - slackSamples, end * sampleRate + slackSamples];
    left = left.flatMap((range): readonly Range[] => [
      ...speechWithin([range], [0, from]),
      ...speechWithin([range], [to, Infinity]),
    ]);
  }
  return left.filter(([from, to]) => to - from > longestWordlessSamples);
}

/** The speech without words, from ranges in any order: those that are near each other as one, without what is short. */
export function unintelligibleSpans(ranges: readonly Range[]): readonly TimeSpan[] {
  const joined: { from: number; to: number; speech: number }[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= nearSamples) {
      last.speech += Math.max(0, to - Math.max(from, last.to));
      last.to = Math.max(last.to, to);
    } else joined.push({ from, to, speech: to - from });
  }
  return joined
    .filter(({ speech }) => speech >= leastSamples)
    .map(({ from, to }) => ({ start: toMillisecond(from / sampleRate), end: toMillisecond(to / sampleRate) }));
}
