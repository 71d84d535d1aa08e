import { DomainError } from "#src/errors.ts";
import type { Description } from "./analysis-requests.ts";
import { dot, meanEmbedding } from "./speaker-encoder.ts";

/** Seconds of speech that are needed, and that are asked for. */
const speechNeeded = { least: 5, asked: 15 } as const;

/** A share of full scale: a recording whose loudest sample is below holds nothing. */
const silentPeak = 0.003;
/** Speech that was not too loud has fewer of its samples in flat tops. */
const mostClipped = 0.01;
/** On DNSMOS' scale of 1 to 5. */
const leastBackground = 3;
/** Groups of one person's windows were 0.81 to 1 alike, those of two people 0.53 to 0.77 (measured): likely ones are found. */
const sameSpeaker = 0.72;
/** The least share of the windows that is the second person's. */
const leastShare = 0.2;
const leastWindows = 4;

const advice = "Record one person speaking in a quiet room, without music.";

/**
 * @returns what is not as good as it might be, in sentences
 * @throws DomainError `sample_without_speech`, or `audio_unusable` with what was measured
 */
export function checkSample(sample: Description): readonly string[] {
  const { seconds, peak, clipped, clarity } = sample;
  if (peak < silentPeak) throw new DomainError("sample_without_speech", `The sample is silent. ${advice}`);
  if (seconds < speechNeeded.least) {
    const found = `The sample contains ${wholeTenths(seconds)} seconds of speech; at least ${speechNeeded.least} are required.`;
    throw new DomainError("sample_without_speech", `${found} ${advice}`);
  }
  if (clipped > mostClipped) {
    const found = `${(100 * clipped).toFixed(1)} % of the sample is clipped; at most ${100 * mostClipped} % is allowed.`;
    throw new DomainError("audio_unusable", `${found} Record it again at a lower volume.`);
  }
  if (clarity.background < leastBackground) {
    const found = `The sample has too much background noise: ${clarity.background.toFixed(1)} on a scale of 1 (loud) to 5 (none); at least ${leastBackground} is required.`;
    throw new DomainError("audio_unusable", `${found} ${advice}`);
  }
  const similarity = similarityOfSpeakers(sample.windows);
  if (similarity < sameSpeaker) {
    const found = `The sample seems to contain two speakers: the similarity of its parts is ${similarity.toFixed(2)}; at least ${sameSpeaker} is required.`;
    throw new DomainError("audio_unusable", `${found} Send a sample of one person.`);
  }
  return seconds < speechNeeded.asked
    ? [
        `The sample contains ${seconds.toFixed(1)} seconds of speech; ${speechNeeded.asked} or more give a better match.`,
      ]
    : [];
}

/** Never more than there is. */
const wholeTenths = (seconds: number): string => (Math.floor(10 * seconds) / 10).toFixed(1);

const rounds = 8;

/** The similarity of the two groups into which the windows fall best; 1 where one of them is too small to be a person. */
export function similarityOfSpeakers(windows: readonly Float32Array[]): number {
  if (windows.length < leastWindows) return 1;
  let centres = farthestPair(windows);
  let groups: readonly (readonly Float32Array[])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = centres;
    const isFirst = (window: Float32Array): boolean => dot(window, first) >= dot(window, second);
    groups = [windows.filter(isFirst), windows.filter((window) => !isFirst(window))];
    if (groups.some((group) => group.length === 0)) return 1;
    centres = [meanEmbedding(groups[0] ?? []), meanEmbedding(groups[1] ?? [])];
  }
  const smaller = Math.min(...groups.map((group) => group.length));
  return smaller < leastShare * windows.length ? 1 : dot(...centres);
}

function farthestPair(windows: readonly Float32Array[]): readonly [Float32Array, Float32Array] {
  const mean = meanEmbedding(windows);
  const first = leastAlike(windows, mean);
  return [first, leastAlike(windows, first)];
}

const leastAlike = (windows: readonly Float32Array[], to: Float32Array): Float32Array =>
  windows.reduce((least, window) => (dot(window, to) < dot(least, to) ? window : least), to);
