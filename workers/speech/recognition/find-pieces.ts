import type { FoundSpeech } from "./host-requests.ts";
import type { PcmSource } from "./pcm-source.ts";
import type { Piece, Range } from "#workers/speech/audio/piece.ts";
import { quietestSample } from "./quietest-sample.ts";

const sampleRate = 16_000;
/** On longer audio the model begins to loop. */
export const maxPieceSamples = 24 * sampleRate;
/** Some silence before and after the speech improves recognition. */
const padSamples = 0.2 * sampleRate;
const maxSpeechSamples = maxPieceSamples - 2 * padSamples;
/** Speech on both sides of a shorter pause is read together. */
const mergeGapSamples = 1.5 * sampleRate;

/** A chunk is what is searched for speech at once: 2 MB. */
const chunkSamples = 60 * sampleRate;
/** The beginning of speech at the very end of a chunk is not noticed. */
const overlapSamples = 0.5 * sampleRate;

/** Finds the speech in these samples. */
export type Detect = (samples: Int16Array) => Promise<FoundSpeech>;

/** The pieces of a file in their order; while they are read, speech is already looked for in the next minute. */
export async function* findPieces(source: PcmSource, detect: Detect): AsyncGenerator<Piece> {
  let group: Range[] = [];
  let lastEnd = 0;
  for await (const range of detectSpeech(source, detect)) {
    for (const part of await cutLong(source, range)) {
      if (group.length > 0 && !fits(group, part)) {
        yield pieceOf(group, lastEnd, part[0]);
        lastEnd = endOf(group);
        group = [];
      }
      group.push(part);
    }
  }
  if (group.length > 0) yield pieceOf(group, lastEnd, source.length);
}

const startOf = (group: readonly Range[]): number => group[0]?.[0] ?? 0;
const endOf = (group: readonly Range[]): number => group.at(-1)?.[1] ?? 0;

const fits = (group: readonly Range[], [from, to]: Range): boolean =>
  from - endOf(group) < mergeGapSamples && to - startOf(group) <= maxSpeechSamples;

/** Padded on both sides, without the speech before and after. */
const pieceOf = (group: readonly Range[], after: number, before: number): Piece => ({
  from: Math.max(after, startOf(group) - padSamples),
  to: Math.min(before, endOf(group) + padSamples),
  speech: group,
});

async function* detectSpeech(source: PcmSource, detect: Detect): AsyncGenerator<Range> {
  let next: Promise<SearchedChunk> | undefined = searchChunk(source, 0, detect);
  while (next !== undefined) {
    const { ranges, resumeAt }: SearchedChunk = await next;
    next = resumeAt < source.length ? searchChunk(source, resumeAt, detect) : undefined;
    // A failure is thrown when it is awaited.
    next?.catch(() => undefined);
    yield* ranges;
  }
}

interface SearchedChunk {
  readonly ranges: readonly Range[];
  /** The first sample of the next chunk; the length of the file when this is the last. */
  readonly resumeAt: number;
}

/** Speech that goes on behind the end of the chunk is left to the next, which begins with it. */
async function searchChunk(source: PcmSource, from: number, detect: Detect): Promise<SearchedChunk> {
  const samples = await source.read(from, Math.min(source.length, from + chunkSamples));
  const end = from + samples.length;
  const found = await detect(samples);
  const ranges = found.ranges.map(([start, stop]): Range => [from + start, from + Math.min(stop, samples.length)]);
  if (end >= source.length || samples.length === 0) return { ranges, resumeAt: source.length };
  const last = ranges.at(-1);
  if (!found.isOpen || last === undefined) {
    return { ranges, resumeAt: Math.max(last?.[1] ?? from, end - overlapSamples) };
  }
  // Speech that fills the chunk would never end.
  if (last[0] - from < overlapSamples) return { ranges, resumeAt: end };
  return { ranges: ranges.slice(0, -1), resumeAt: last[0] };
}

async function cutLong(source: PcmSource, range: Range): Promise<readonly Range[]> {
  const [from, to] = range;
  if (to - from <= maxSpeechSamples) return [range];
  return cutInParts(await source.read(from, to), maxSpeechSamples).map(([start, stop]) => [from + start, from + stop]);
}

/** Cuts samples at their quietest points, so that no part is longer than this. */
export function cutInParts(samples: Int16Array, maxSamples: number): readonly Range[] {
  const cut = (from: number, to: number): readonly Range[] => {
    if (to - from <= maxSamples) return [[from, to]];
    const third = Math.floor((to - from) / 3);
    const quietest = quietestSample(samples, from + third, to - third);
    return [...cut(from, quietest), ...cut(quietest, to)];
  };
  return cut(0, samples.length);
}
