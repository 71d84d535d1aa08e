import { frameCount, frameStart, quantile } from "./frames.ts";

/** Hz; the lowest male voices and children's lie between. */
const lowestHz = 60;
const highestHz = 500;

/** A dip this deep is a period for certain; one this deep may be. */
const certain = 0.15;
const possible = 0.35;

/** The amount by which a period may fit worse for each octave it is nearer to the speaker's usual pitch. */
const octaveCost = 0.12;

interface Candidate {
  readonly hz: number;
  /** 0 for a perfect period, 1 for none. */
  readonly aperiodicity: number;
}

/** YIN's difference function, divided by its cumulative mean: near 0 where the signal repeats itself after `lag` samples. */
const differences = (samples: Float32Array, start: number, lags: number): Float64Array => {
  const normalized = new Float64Array(lags + 1).fill(1);
  let cumulative = 0;
  for (let lag = 1; lag <= lags; lag += 1) {
    let difference = 0;
    for (let at = start; at < start + lags; at += 1) {
      const delta = (samples[at] ?? 0) - (samples[at + lag] ?? 0);
      difference += delta * delta;
    }
    cumulative += difference;
    normalized[lag] = cumulative === 0 ? 1 : (difference * lag) / cumulative;
  }
  return normalized;
};

/** The lag's true place between its neighbours, by a parabola through the three. */
const refine = (values: Float64Array, lag: number): number => {
  const [before = 1, here = 1, after = 1] = [values[lag - 1], values[lag], values[lag + 1]];
  const curvature = before - 2 * here + after;
  return curvature <= 0 ? lag : lag + (before - after) / (2 * curvature);
};

const findCandidates = (samples: Float32Array, start: number, sampleRate: number): readonly Candidate[] => {
  const values = differences(samples, start, Math.ceil(sampleRate / lowestHz));
  const candidates: Candidate[] = [];
  for (let lag = Math.floor(sampleRate / highestHz); lag < values.length - 1; lag += 1) {
    const here = values[lag] ?? 1;
    const isDip = here < (values[lag - 1] ?? 1) && here <= (values[lag + 1] ?? 1);
    if (isDip && here < possible) candidates.push({ hz: sampleRate / refine(values, lag), aperiodicity: here });
  }
  return candidates;
};

/** YIN's choice: the shortest certain period, or else the best. */
const firstChoice = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.find(({ aperiodicity }) => aperiodicity < certain) ??
  candidates.toSorted((a, b) => a.aperiodicity - b.aperiodicity)[0];

/**
 * The pitch of each frame in Hz, 0 where there is none, by YIN (de Cheveigné & Kawahara 2002). Reverberation and creak make
 * half and double periods fit as well as the true one; a second pass prefers the one nearer to the speaker's median.
 */
export const trackPitch = (samples: Float32Array, sampleRate: number): readonly number[] => {
  const frames = Array.from({ length: frameCount(samples.length, sampleRate) }, (_, frame) =>
    findCandidates(samples, frameStart(frame, sampleRate), sampleRate),
  );
  const firsts = frames.flatMap((candidates) => firstChoice(candidates) ?? []);
  const median = quantile(
    firsts.filter(({ aperiodicity }) => aperiodicity < certain).map(({ hz }) => hz),
    0.5,
  );
  const cost = ({ hz, aperiodicity }: Candidate): number =>
    aperiodicity + octaveCost * Math.abs(Math.log2(hz / median));
  return frames.map((candidates) => {
    const best = candidates.toSorted((a, b) => cost(a) - cost(b))[0];
    return best !== undefined && best.aperiodicity < certain + 0.1 ? best.hz : 0;
  });
};
