import { levelBands, levelEdges } from "#workers/speech/audio/spectra.ts";

/** The share of the difference of levels that is corrected, and the limit either way. */
const strength = 0.8;
const limitDb = 9;
const taps = 257;
/** The bands of the spectrum from 0 to half the sample rate. */
const points = 257;

/** Parts of a neighbour and of the band itself. */
const smoothing = [0.25, 0.5, 0.25] as const;

/** The gain of each band with which one long-term spectrum comes near another, in dB; its mean is 0 before the limit. */
export function gainsBetween(from: readonly number[], to: readonly number[]): readonly number[] {
  const differences = from.map((level, band) => (to[band] ?? level) - level);
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  const centred = differences.map((difference) => difference - mean);
  const last = centred.length - 1;
  return centred.map((own, band) => {
    const around = [centred[Math.max(0, band - 1)] ?? own, own, centred[Math.min(last, band + 1)] ?? own];
    const smooth = around.reduce((sum, value, at) => sum + value * (smoothing[at] ?? 0), 0);
    return Math.max(-limitDb, Math.min(limitDb, strength * smooth));
  });
}

const centres = Array.from(
  { length: levelBands },
  (_, band) => ((levelEdges[band] ?? 0) + (levelEdges[band + 1] ?? 0)) / 2,
);

/** Between the middles of the bands a line; before the first and behind the last as those. */
export function gainAt(gains: readonly number[], hz: number): number {
  const above = centres.findIndex((centre) => centre >= hz);
  if (above === 0) return gains[0] ?? 0;
  if (above < 0) return gains.at(-1) ?? 0;
  const [low = 0, high = 1] = [centres[above - 1], centres[above]];
  const part = (hz - low) / (high - low);
  return (1 - part) * (gains[above - 1] ?? 0) + part * (gains[above] ?? 0);
}

/** A symmetric filter with these gains of the bands at a sample rate: frequency sampling under Hann's window. */
export function filterOf(gains: readonly number[], sampleRate: number): readonly number[] {
  const size = 2 * (points - 1);
  const amplitudes = Array.from(
    { length: points },
    (_, point) => 10 ** (gainAt(gains, (point * sampleRate) / size) / 20),
  );
  const half = (taps - 1) / 2;
  return Array.from({ length: taps }, (_, tap) => {
    const [distance, window] = [tap - half, 0.5 - 0.5 * Math.cos((2 * Math.PI * tap) / (taps - 1))];
    const sum = amplitudes.reduce((total, amplitude, point) => {
      const times = point === 0 || point === points - 1 ? 1 : 2;
      return total + times * amplitude * Math.cos((2 * Math.PI * point * distance) / size);
    }, 0);
    return (sum / size) * window;
  });
}
