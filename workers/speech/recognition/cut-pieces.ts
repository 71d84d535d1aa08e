import { type Piece, type Range, speechSeconds, speechWithin } from "#workers/speech/audio/piece.ts";
import type { PcmSource } from "./pcm-source.ts";
import { quietestSample } from "./quietest-sample.ts";

const sampleRate = 16_000;
/** A longer gap between speech is never read, whatever sounds in it; what it parts is read apart. */
export const longestGapSamples = 1.5 * sampleRate;
/** Some sound before and behind the speech improves recognition. */
const marginSamples = 0.2 * sampleRate;
/** Where a cut leaves less speech in a piece, no word is in it. */
const leastSpeechSeconds = 0.25;

/**
 * Cuts a file into the pieces that a model reads at once, in their order, by the speech that was found in it: each as long as it
 * may be, and cut at the quietest place of its last third where speech goes on. What was not noticed in a short gap is read all the
 * same.
 */
export async function* cutPieces(
  source: PcmSource,
  speech: AsyncIterable<Range> | Iterable<Range>,
  maxSamples: number,
): AsyncGenerator<Piece> {
  let group: readonly Range[] = [];
  let from = 0;
  const pieceTo = (to: number): Piece => ({ from, to: Math.min(to, from + maxSamples), speech: group });
  for await (const range of speech) {
    if (group.length === 0 || range[0] - endOf(group) > longestGapSamples) {
      if (group.length > 0) yield pieceTo(endOf(group) + marginSamples);
      [group, from] = [[], Math.max(0, range[0] - marginSamples)];
    }
    group = [...group, range];
    while (endOf(group) > from + maxSamples) {
      const cut = await placeToCut(source, from + maxSamples, maxSamples / 3);
      const tail = speechWithin(group, [cut, endOf(group)]);
      group = speechWithin(group, [from, cut]);
      const piece = pieceTo(Math.min(cut, endOf(group) + marginSamples));
      if (speechSeconds(piece) >= leastSpeechSeconds) yield piece;
      [group, from] = [tail, Math.max(cut, (tail[0]?.[0] ?? 0) - marginSamples)];
    }
  }
  if (group.length > 0) yield pieceTo(Math.min(source.length, endOf(group) + marginSamples));
}

const endOf = (group: readonly Range[]): number => group.at(-1)?.[1] ?? 0;

/** The quietest sample of so many before a limit. */
async function placeToCut(source: PcmSource, limit: number, count: number): Promise<number> {
  const begin = Math.floor(limit - count);
  const samples = await source.read(begin, limit);
  return begin + quietestSample(samples, 0, samples.length);
}
