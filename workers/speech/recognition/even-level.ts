import type { Piece, Range } from "#workers/speech/audio/piece.ts";

const sampleRate = 16_000;
const fullScale = 32_768;
/** Sound that is nowhere louder, of full scale, is silence, in which no speech is looked for. */
const audible = 0.0015;
/** The peak to which sound is raised; full scale is 1. */
const peakWanted = 0.9;
/** Sound is clipped here, where a loud sound stands beside quiet speech that is raised. */
const highest = 0.99 * fullScale;
const maxGain = 100;

/** Speech whose level is taken at once. */
const partSamples = 3 * sampleRate;
/** A part of the speech that is 30 dB quieter than the loudest part is raised to 6 dB below it. */
const faint = 10 ** (-30 / 20);
const raisedTo = 10 ** (-6 / 20);
/** The gain of a part holds up to so near its ends, where that of the next begins. */
const rampSamples = 0.1 * sampleRate;

/** A running gain follows the loudest 100 ms of the 1.5 s on both sides. */
const frameSamples = 0.1 * sampleRate;
const framesAround = 15;
const effectiveWanted = 0.1;

/** The gain that a sample has; between two of them it changes evenly in dB. */
interface Knot {
  readonly at: number;
  readonly gain: number;
}

const peakOf = (samples: Int16Array): number =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / fullScale;

export const isAudible = (samples: Int16Array): boolean => peakOf(samples) > audible;

/** Samples at the usual peak, raised by at most 40 dB. */
export const raisedToPeak = (samples: Int16Array): Int16Array =>
  amplified(samples, [{ at: 0, gain: peakGain(samples) }]);

/** Samples with a gain that follows them, so that what is quiet is as loud as what is loud a few seconds away. */
export function withRunningGain(samples: Int16Array): Int16Array {
  const levels = Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) =>
    effectiveLevel(samples.subarray(index * frameSamples, (index + 1) * frameSamples)),
  );
  const knots = levels.map((_, index) => {
    const loudest = Math.max(...levels.slice(Math.max(0, index - framesAround), index + framesAround + 1));
    const at = Math.min(samples.length, Math.round((index + 0.5) * frameSamples));
    return { at, gain: Math.min(maxGain, effectiveWanted / loudest) };
  });
  return amplified(samples, knots);
}

/**
 * The samples of a piece as a model reads them: all of it at the usual peak, and faint speech in it nearly as loud as the rest,
 * which a model would pass over.
 */
export function evened(samples: Int16Array, { from, speech }: Pick<Piece, "from" | "speech">): Int16Array {
  const gain = peakGain(samples);
  const parts = speech.flatMap(partsOf).map(([start, end]) => {
    return { start: start - from, end: end - from, level: effectiveLevel(samples.subarray(start - from, end - from)) };
  });
  const loudest = Math.max(0, ...parts.map(({ level }) => level));
  const knots = parts.flatMap(({ start, end, level }): readonly Knot[] => {
    const raised = level < faint * loudest ? Math.min(maxGain, (gain * raisedTo * loudest) / level) : gain;
    const ramp = Math.min(rampSamples, Math.floor((end - start) / 4));
    return [
      { at: start + ramp, gain: raised },
      { at: end - ramp, gain: raised },
    ];
  });
  return amplified(samples, knots.length === 0 ? [{ at: 0, gain }] : knots);
}

const peakGain = (samples: Int16Array): number => Math.min(maxGain, peakWanted / peakOf(samples));

/** Root mean square, of full scale. */
const effectiveLevel = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)) / fullScale;

/** A range in equal parts of at most three seconds. */
function partsOf([from, to]: Range): readonly Range[] {
  const count = Math.ceil((to - from) / partSamples);
  const edge = (index: number): number => from + Math.floor(((to - from) * index) / count);
  return Array.from({ length: count }, (_, index): Range => [edge(index), edge(index + 1)]);
}

/** Before the first knot and behind the last, the gain is theirs. */
function amplified(samples: Int16Array, knots: readonly Knot[]): Int16Array {
  const result = new Int16Array(samples.length);
  let before = { at: 0, gain: knots[0]?.gain ?? 1 };
  for (const next of [...knots, { at: samples.length, gain: knots.at(-1)?.gain ?? 1 }]) {
    const factor = (next.gain / before.gain) ** (1 / Math.max(1, next.at - before.at));
    let { gain } = before;
    for (let index = before.at; index < next.at; index += 1) {
      result[index] = Math.round(Math.max(-highest, Math.min(highest, (samples[index] ?? 0) * gain)));
      gain *= factor;
    }
    before = next;
  }
  return result;
}
