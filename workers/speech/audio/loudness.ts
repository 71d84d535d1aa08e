/** Loudness as ITU-R BS.1770-5 has it, for one channel. */

/** Seconds of a frame, the unit in which levels are measured. */
export const frameSeconds = 0.01;

/** A block has 0.4 s; the next one begins 0.1 s later. */
const framesOfBlock = 40;
const framesOfStep = 10;
const absoluteGate = -70;
const relativeGate = -10;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * The acoustic effect of the head: a high shelf. The constants give the coefficients of BS.1770 at 48 kHz and fit other
 * rates.
 */
const shelf = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const [q, high] = [0.7071752369554196, 10 ** (3.999843853973347 / 20)];
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
};

/** The low-frequency roll-off of hearing: a high pass, whose `b` is 1, −2, 1. */
const highPass = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
};

/** Weighs samples one after the other. @returns the sum of the squares of those that are weighed */
export type KWeighting = (samples: Float32Array, from: number, to: number) => number;

/** The K-weighting of a sound. */
export const openKWeighting = (sampleRate: number): KWeighting => {
  const [first, second] = [shelf(sampleRate), highPass(sampleRate)];
  const [[b0, b1, b2], [a1, a2]] = [first.b, first.a];
  const [c1, c2] = second.a;
  // The filter states.
  let [s1, s2, h1, h2] = [0, 0, 0, 0];
  return (samples, from, to) => {
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      const sample = samples[at] ?? 0;
      const shelved = b0 * sample + s1;
      s1 = b1 * sample - a1 * shelved + s2;
      s2 = b2 * sample - a2 * shelved;
      const passed = shelved + h1;
      h1 = -2 * shelved - c1 * passed + h2;
      h2 = shelved - c2 * passed;
      sum += passed * passed;
    }
    return sum;
  };
};

const meanOf = (values: readonly number[], from = 0, to = values.length): number => {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += values[at] ?? 0;
  return sum / Math.max(1, to - from);
};

const loudnessOf = (energy: number): number => (energy === 0 ? -Infinity : -0.691 + 10 * Math.log10(energy));

/** A shorter sound is one block. */
const blocksOf = (energies: readonly number[]): readonly number[] => {
  if (energies.length < framesOfBlock) return [meanOf(energies)];
  const count = Math.floor((energies.length - framesOfBlock) / framesOfStep) + 1;
  return Array.from({ length: count }, (_, index) => {
    const from = index * framesOfStep;
    return meanOf(energies, from, from + framesOfBlock);
  });
};

/** In LUFS, of the mean K-weighted energies of frames; −∞ for silence. */
export const integratedLoudness = (energies: readonly number[]): number => {
  const heard = blocksOf(energies).filter((energy) => loudnessOf(energy) > absoluteGate);
  const threshold = loudnessOf(meanOf(heard)) + relativeGate;
  return loudnessOf(meanOf(heard.filter((energy) => loudnessOf(energy) > threshold)));
};
