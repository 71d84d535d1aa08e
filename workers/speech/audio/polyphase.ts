/** A low-pass filter that gives values between the samples, at as many places as it has phases. */
export interface PolyphaseFilter {
  readonly phases: number;
  /** The taps of a phase; half of them are before the place. */
  readonly taps: number;
  /** The value at a phase after the sample in the middle; `first` is the sample under the first tap. */
  valueAt(samples: Float32Array, first: number, phase: number): number;
}

export interface PolyphaseOptions {
  readonly phases: number;
  /** The number of taps of a phase; even. */
  readonly taps: number;
  /** Where it ends, as a part of half the sample rate: 0 to 1. */
  readonly cutoff: number;
}

/** The shape of the Kaiser window: about 70 dB between what passes and what does not. */
const beta = 7;

/** The modified Bessel function of the first kind, of order 0, by its series. */
const bessel = (x: number): number => {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-12 * sum; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
};

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** A sinc under a Kaiser window; a constant stays what it is in every phase. */
export const polyphaseFilter = ({ phases, taps, cutoff }: PolyphaseOptions): PolyphaseFilter => {
  const coefficients = new Float64Array(phases * taps);
  const half = taps / 2;
  for (let phase = 0; phase < phases; phase += 1) {
    const values = Array.from({ length: taps }, (_, tap) => {
      const distance = tap - half + 1 - phase / phases;
      const inWindow = Math.max(0, 1 - (distance / half) ** 2);
      return sinc(cutoff * distance) * bessel(beta * Math.sqrt(inWindow));
    });
    const sum = values.reduce((total, value) => total + value, 0);
    coefficients.set(
      values.map((value) => value / sum),
      phase * taps,
    );
  }
  return {
    phases,
    taps,
    valueAt(samples, first, phase) {
      let sum = 0;
      for (let at = first, tap = phase * taps, end = tap + taps; tap < end; at += 1, tap += 1) {
        sum += (samples[at] ?? 0) * (coefficients[tap] ?? 0);
      }
      return sum;
    },
  };
};
