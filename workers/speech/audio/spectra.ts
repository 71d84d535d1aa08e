/** Sound of −1 to 1 at 16 kHz, in which all of this is measured. */
export const analysisRate = 16_000;

const frameSamples = 400;
const stepSamples = 160;
/** From 0 to 8 kHz, 40 Hz apart. */
const bins = frameSamples / 2 + 1;
const binHz = analysisRate / frameSamples;

const window = Float64Array.from(
  { length: frameSamples },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frameSamples),
);
const tableOf = (wave: (angle: number) => number): Float64Array =>
  Float64Array.from({ length: bins * bins }, (_, at) => {
    const [bin, sample] = [Math.floor(at / bins), at % bins];
    return wave((2 * Math.PI * ((bin * sample) % frameSamples)) / frameSamples);
  });
const [cosines, sines] = [tableOf(Math.cos), tableOf(Math.sin)] as const;

/** The power in each bin of each frame: 25 ms every 10 ms, the first one centred on the first sample. */
export interface Spectra {
  readonly frames: number;
  /** `frames` rows of `bins`. */
  readonly powers: Float64Array;
}

/** A bin and its mirror image about this one have the same products, but for the sign of every second one. */
const middleBin = (bins - 1) / 2;

/** The transform is not of a power of two, which models were trained with, so it is done by its definition. */
export function powerSpectra(samples: Float32Array): Spectra {
  const frames = Math.floor(samples.length / stepSamples) + 1;
  const powers = new Float64Array(frames * bins);
  const parts = { even: new Float64Array(bins), odd: new Float64Array(bins) };
  for (let frame = 0; frame < frames; frame += 1) {
    foldFrame(samples, frame * stepSamples - frameSamples / 2, parts);
    transform(parts, powers.subarray(frame * bins, (frame + 1) * bins));
  }
  return { frames, powers };
}

function transform({ even, odd }: Record<"even" | "odd", Float64Array>, powers: Float64Array): void {
  for (let bin = 0; bin <= middleBin; bin += 1) {
    let [real, realSigned, imaginary, imaginarySigned] = [0, 0, 0, 0];
    for (let at = 0, index = bin * bins; at < bins; at += 2, index += 2) {
      real += (even[at] ?? 0) * (cosines[index] ?? 0);
      imaginary += (odd[at] ?? 0) * (sines[index] ?? 0);
    }
    for (let at = 1, index = bin * bins + 1; at < bins; at += 2, index += 2) {
      realSigned += (even[at] ?? 0) * (cosines[index] ?? 0);
      imaginarySigned += (odd[at] ?? 0) * (sines[index] ?? 0);
    }
    powers[bin] = (real + realSigned) ** 2 + (imaginary + imaginarySigned) ** 2;
    powers[bins - 1 - bin] = (real - realSigned) ** 2 + (imaginary - imaginarySigned) ** 2;
  }
}

/** The frame's even and odd part, which halves the work. */
function foldFrame(samples: Float32Array, start: number, { even, odd }: Record<"even" | "odd", Float64Array>): void {
  const at = (index: number): number => (samples[start + index] ?? 0) * (window[index] ?? 0);
  for (let index = 0; index < bins; index += 1) {
    const mirrored = index === 0 || index === frameSamples / 2 ? 0 : at(frameSamples - index);
    even[index] = at(index) + mirrored;
    odd[index] = at(index) - mirrored;
  }
}

/** Slaney's scale: linear to 1 kHz, logarithmic above. */
const melOfHz = (hz: number): number => (hz < 1000 ? (hz * 3) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4));
const hzOfMel = (mel: number): number =>
  mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27);

const topMel = melOfHz(analysisRate / 2);

/** The bins in which a band is not zero, from the first, with their weights. */
interface MelFilter {
  readonly from: number;
  readonly weights: Float64Array;
}

/** Triangles of equal area for so many bands, as librosa makes them. */
export function melFilters(bands: number): readonly MelFilter[] {
  const edges = Array.from({ length: bands + 2 }, (_, edge) => hzOfMel((topMel * edge) / (bands + 1)));
  return Array.from({ length: bands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const from = Math.ceil(low / binHz);
    const count = Math.max(0, Math.min(bins - 1, Math.floor(high / binHz)) - from + 1);
    const weights = Float64Array.from({ length: count }, (__, at) => {
      const hz = (from + at) * binHz;
      return (Math.max(0, Math.min((hz - low) / (middle - low), (high - hz) / (high - middle))) * 2) / (high - low);
    });
    return { from, weights };
  });
}

/** `frames` rows with the power in each band. */
export function melOf({ frames, powers }: Spectra, filters: readonly MelFilter[]): Float32Array {
  const mel = new Float32Array(frames * filters.length);
  for (let frame = 0; frame < frames; frame += 1) {
    for (const [band, { from, weights }] of filters.entries()) {
      let sum = 0;
      for (let at = 0, index = frame * bins + from; at < weights.length; at += 1, index += 1) {
        sum += (powers[index] ?? 0) * (weights[at] ?? 0);
      }
      mel[frame * filters.length + band] = sum;
    }
  }
  return mel;
}

/** With gains by frequency in dB, as loud as before. */
export function withGains({ frames, powers }: Spectra, gainAt: (hz: number) => number): Spectra {
  const factors = Float64Array.from({ length: bins }, (_, bin) => 10 ** (gainAt(bin * binHz) / 10));
  const changed = powers.map((power, at) => power * (factors[at % bins] ?? 1));
  const loudness = sumOf(powers) / (sumOf(changed) || 1);
  return { frames, powers: changed.map((power) => power * loudness) };
}

/** The power in all frames, and the part of it above a frequency. */
export function powersAbove({ powers }: Spectra, hz: number): { readonly all: number; readonly above: number } {
  const isAbove = (at: number): boolean => (at % bins) * binHz > hz;
  return { all: sumOf(powers), above: sumOf(powers.filter((_, at) => isAbove(at))) };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

export const levelBands = 25;
const [lowestHz, highestHz] = [100, 8000];

/** Where the bands of the long-term spectrum end, in Hz: each a third of an octave or so, the first from 0. */
export const levelEdges: readonly number[] = [
  0,
  ...Array.from({ length: levelBands }, (_, band) => lowestHz * (highestHz / lowestHz) ** (band / (levelBands - 1))),
];

/** Frames quieter than the loud ones by this factor do not count. */
const leastPower = 1e-3;
const pointsPerBand = 8;

/** The long-term spectrum: the mean power of the loud frames in each band, in dB. */
export function levelsOf({ frames, powers }: Spectra): readonly number[] {
  const rows = Array.from({ length: frames }, (_, frame) => powers.subarray(frame * bins, (frame + 1) * bins));
  const sums = rows.map((row) => row.reduce((sum, power) => sum + power, 0));
  const loud = sums.toSorted((a, b) => a - b)[Math.floor(0.95 * (frames - 1))] ?? 0;
  const counted = rows.filter((_, frame) => (sums[frame] ?? 0) > loud * leastPower);
  const mean = Float64Array.from({ length: bins }, (_, bin) => {
    const sum = counted.reduce((total, row) => total + (row[bin] ?? 0), 0);
    return sum / Math.max(1, counted.length);
  });
  return Array.from({ length: levelBands }, (_, band) => 10 * Math.log10(meanBetween(mean, band) + 1e-12));
}

/** Between two edges, by points between which the spectrum is a line. */
function meanBetween(spectrum: Float64Array, band: number): number {
  const [from = 0, to = 0] = levelEdges.slice(band, band + 2);
  let sum = 0;
  for (let point = 0; point < pointsPerBand; point += 1) {
    const bin = (from + ((to - from) * point) / (pointsPerBand - 1)) / binHz;
    const [low, part] = [Math.floor(bin), bin % 1];
    sum += (1 - part) * (spectrum[low] ?? 0) + part * (spectrum[low + 1] ?? 0);
  }
  return sum / pointsPerBand;
}
