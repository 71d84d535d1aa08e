import type { Range } from "#workers/speech/audio/piece.ts";
import { isAudible, raisedToPeak, withRunningGain } from "./even-level.ts";
import type { FoundSpeech } from "./host-requests.ts";
import type { PcmSource } from "./pcm-source.ts";

const sampleRate = 16_000;
/** A chunk is what is searched for speech at once: 2 MB. */
const chunkSamples = 60 * sampleRate;
/** In a gap it is shorter, so that music in one chunk hides no speech in the next. */
const gapChunkSamples = 10 * sampleRate;
/** The beginning of speech at the very end of a chunk is not noticed. */
const overlapSamples = 0.5 * sampleRate;
/** A shorter gap between speech is not searched again. */
const longGapSamples = sampleRate;
/** A word rings on into the gap behind it, and the next begins before it is noticed: neither is speech of the gap. */
const ringSamples = 0.1 * sampleRate;
const onsetSamples = 0.2 * sampleRate;

/** Finds the speech in these samples. */
export type Detect = (samples: Int16Array) => Promise<FoundSpeech>;

/**
 * The ranges of speech in a file, in their order. A detector that has heard something loud is deaf to quiet speech for a while.
 * So each longer gap between speech is searched by itself, first at the usual peak, and then with a gain that follows
 * the sound: a loud click spoils the one, noise the other.
 */
export function findSpeech(source: PcmSource, detect: Detect): AsyncGenerator<Range> {
  const gapSearch = (level: Level): Search => ({
    ...{ source, chunkSamples: gapChunkSamples },
    detect: async (samples) => (isAudible(samples) ? detect(level(samples)) : nothing),
  });
  const heard = searchRange({ source, detect, chunkSamples }, [0, source.length]);
  const raised = searchGaps(gapSearch(raisedToPeak), heard);
  return searchGaps(gapSearch(withRunningGain), raised);
}

type Level = (samples: Int16Array) => Int16Array;

const nothing: FoundSpeech = { ranges: [], isOpen: false };

/** A search of ranges of a file. */
interface Search {
  readonly source: PcmSource;
  readonly detect: Detect;
  readonly chunkSamples: number;
}

/** The same ranges, and what is found in the longer gaps before, between and behind them. */
async function* searchGaps(search: Search, ranges: AsyncIterable<Range>): AsyncGenerator<Range> {
  let last = 0;
  for await (const range of ranges) {
    yield* searchGap(search, [last, range[0]]);
    yield range;
    last = range[1];
  }
  yield* searchGap(search, [last, search.source.length]);
}

async function* searchGap(search: Search, [from, to]: Range): AsyncGenerator<Range> {
  if (to - from <= longGapSamples) return;
  const begin = from === 0 ? from : from + ringSamples;
  yield* searchRange(search, [begin, to === search.source.length ? to : to - onsetSamples]);
}

/** While what was found in a chunk is read, speech is already looked for in the next. */
async function* searchRange(search: Search, [from, to]: Range): AsyncGenerator<Range> {
  let next: Promise<SearchedChunk> | undefined = searchChunk(search, [from, to]);
  while (next !== undefined) {
    const { ranges, resumeAt }: SearchedChunk = await next;
    next = resumeAt < to ? searchChunk(search, [resumeAt, to]) : undefined;
    // A failure is thrown when it is awaited.
    next?.catch(() => undefined);
    yield* ranges;
  }
}

interface SearchedChunk {
  readonly ranges: readonly Range[];
  /** The first sample of the next chunk; the end of the range when this is the last. */
  readonly resumeAt: number;
}

/** Searches the first chunk of a range. Speech that goes on behind the end of the chunk is left to the next, which begins with it. */
async function searchChunk({ source, detect, chunkSamples: most }: Search, [from, to]: Range): Promise<SearchedChunk> {
  const samples = await source.read(from, Math.min(to, from + most));
  const end = from + samples.length;
  const found = await detect(samples);
  const ranges = found.ranges.map(([start, stop]): Range => [from + start, from + Math.min(stop, samples.length)]);
  if (end >= to || samples.length === 0) return { ranges, resumeAt: to };
  const last = ranges.at(-1);
  if (!found.isOpen || last === undefined) {
    return { ranges, resumeAt: Math.max(last?.[1] ?? from, end - overlapSamples) };
  }
  // Speech that fills the chunk would never end.
  if (last[0] - from < overlapSamples) return { ranges, resumeAt: end };
  return { ranges: ranges.slice(0, -1), resumeAt: last[0] };
}
