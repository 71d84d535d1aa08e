import { analysisRate } from "./spectra.ts";

/** 25 ms of sound every 10 ms. A frame lies within the sound, so that sound of less than a frame has none. */
const [frameSamples, stepSamples] = [400, 160];
/** The least power of two that holds a frame, which is filled up with zeros. */
const size = 512;
const binHz = analysisRate / size;
export const filterBands = 80;
const [lowestHz, highestHz] = [20, analysisRate / 2];
const preemphasis = 0.97;
/** Kaldi counts in 16-bit samples, of which a power below this one is raised to it. */
const [fullScale, leastPower] = [32_768, 2 ** -23];

/** The window of Povey: Hann's to the power of 0.85. */
const window = Float64Array.from(
  { length: frameSamples },
  (_, at) => (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (frameSamples - 1))) ** 0.85,
);

const melOfHz = (hz: number): number => 1127 * Math.log(1 + hz / 700);

interface Filter {
  /** The first bin in which it is not zero. */
  readonly from: number;
  readonly weights: readonly number[];
}

/** Triangles on the mel scale, of height one. */
const filters: readonly Filter[] = Array.from({ length: filterBands }, (_, band) => {
  const step = (melOfHz(highestHz) - melOfHz(lowestHz)) / (filterBands + 1);
  const low = melOfHz(lowestHz) + band * step;
  const heights = Array.from({ length: size / 2 }, (__, bin) => {
    const mel = melOfHz(bin * binHz);
    return Math.max(0, Math.min((mel - low) / step, (low + 2 * step - mel) / step));
  });
  const from = heights.findIndex((height) => height > 0);
  return { from, weights: heights.slice(from, heights.findLastIndex((height) => height > 0) + 1) };
});

/** The number of frames in so many samples. */
export const filterFrames = (samples: number): number =>
  samples < frameSamples ? 0 : Math.floor((samples - frameSamples) / stepSamples) + 1;

/**
 * The logarithms of the power in 80 bands of sound of 16 kHz, −1 to 1, a row for each frame, as Kaldi's `fbank` makes them without
 * dither (https://kaldi-asr.org/doc/feat.html).
 */
export function filterBanks(samples: Float32Array): Float32Array {
  const banks = new Float32Array(filterFrames(samples.length) * filterBands);
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let row = 0; row * filterBands < banks.length; row += 1) {
    fillFrame(samples.subarray(row * stepSamples, row * stepSamples + frameSamples), real, imaginary);
    transform(real, imaginary);
    for (const [band, { from, weights }] of filters.entries()) {
      let power = 0;
      for (let at = 0, bin = from; at < weights.length; at += 1, bin += 1) {
        power += (weights[at] ?? 0) * ((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2);
      }
      banks[row * filterBands + band] = Math.log(Math.max(power, leastPower));
    }
  }
  return banks;
}

function fillFrame(frame: Float32Array, real: Float64Array, imaginary: Float64Array): void {
  const mean = frame.reduce((sum, sample) => sum + sample, 0) / frame.length;
  const centred = (at: number): number => fullScale * ((frame[at] ?? 0) - mean);
  real.fill(0);
  imaginary.fill(0);
  for (let at = 0; at < frame.length; at += 1) {
    real[at] = (centred(at) - preemphasis * centred(Math.max(0, at - 1))) * (window[at] ?? 0);
  }
}

const turns = Array.from({ length: size / 2 }, (_, at) => (-2 * Math.PI * at) / size);
const [cosines, sines] = [Float64Array.from(turns, Math.cos), Float64Array.from(turns, Math.sin)] as const;
const bits = Math.log2(size);
/** Each place with its bits in the opposite order. */
const mirrored = Array.from({ length: size }, (_, at) =>
  Array.from({ length: bits }, (__, bit) => ((at >> bit) & 1) << (bits - 1 - bit)).reduce((sum, one) => sum + one, 0),
);

/** The fast Fourier transform, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  swapMirrored(real);
  swapMirrored(imaginary);
  for (let half = 1; half < size; half *= 2) {
    for (let at = 0; at < size / 2; at += 1) {
      const within = at % half;
      const turn = (within * size) / (2 * half);
      const first = 2 * at - within;
      const other = first + half;
      const cosine = cosines[turn] ?? 0;
      const sine = sines[turn] ?? 0;
      const x = real[other] ?? 0;
      const y = imaginary[other] ?? 0;
      const right = x * cosine - y * sine;
      const up = x * sine + y * cosine;
      const before = real[first] ?? 0;
      const beneath = imaginary[first] ?? 0;
      real[other] = before - right;
      imaginary[other] = beneath - up;
      real[first] = before + right;
      imaginary[first] = beneath + up;
    }
  }
}

function swapMirrored(values: Float64Array): void {
  for (let at = 0; at < size; at += 1) {
    const other = mirrored[at] ?? 0;
    if (other <= at) continue;
    const value = values[at] ?? 0;
    values[at] = values[other] ?? 0;
    values[other] = value;
  }
}
