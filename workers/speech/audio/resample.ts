import { joinedSamples } from "./pcm-samples.ts";
import { polyphaseFilter, type PolyphaseFilter } from "./polyphase.ts";

/** The taps of a phase when the rate rises; more when it falls. */
const tapsUpwards = 48;
/** The pass band, as a share of the Nyquist frequency. */
const passed = 0.94;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

const filters = new Map<string, PolyphaseFilter>();

/** Made once for each pair of rates. */
const filterFor = (fromRate: number, toRate: number): PolyphaseFilter => {
  const name = `${fromRate}/${toRate}`;
  const falls = Math.max(1, fromRate / toRate);
  const made =
    filters.get(name) ??
    polyphaseFilter({
      phases: toRate / greatestDivisor(fromRate, toRate),
      taps: 2 * Math.ceil((tapsUpwards * falls) / 2),
      cutoff: passed / falls,
    });
  filters.set(name, made);
  return made;
};

export interface Rates {
  /** Hz. */
  readonly from: number;
  readonly to: number;
}

async function* withSilenceBehind(chunks: AsyncIterable<Float32Array>, samples: number) {
  yield* chunks;
  yield new Float32Array(samples);
}

/** Takes samples, and returns as many at the other rate as are certain by then. */
const openResampler = (filter: PolyphaseFilter, step: number): ((chunk: Float32Array) => Float32Array) => {
  const { phases, taps } = filter;
  let held = new Float32Array(taps / 2 - 1);
  // The place of the next value.
  let phase = 0;
  return (chunk) => {
    const samples = joinedSamples(held, chunk);
    const steps = Math.max(0, (samples.length - taps + 1) * phases - phase);
    const values = new Float32Array(Math.ceil(steps / step));
    let first = 0;
    for (let index = 0; index < values.length; index += 1) {
      values[index] = filter.valueAt(samples, first, phase);
      phase += step;
      first += Math.floor(phase / phases);
      phase %= phases;
    }
    // A step may lead beyond what there is.
    const done = Math.min(first, samples.length);
    phase += (first - done) * phases;
    held = samples.slice(done);
    return values;
  };
};

/** Takes samples of a stream, and returns as many at the other rate as are certain by then. */
export function openStreamResampler({ from, to }: Rates): (chunk: Float32Array) => Float32Array {
  if (from === to) return (chunk) => chunk;
  return openResampler(filterFor(from, to), from / greatestDivisor(from, to));
}

/** The same sound at another sample rate, without delay, some samples at a time. */
export async function* resampled(chunks: AsyncIterable<Float32Array>, rates: Rates) {
  if (rates.from === rates.to) {
    yield* chunks;
    return;
  }
  const resample = openStreamResampler(rates);
  const { taps } = filterFor(rates.from, rates.to);
  for await (const chunk of withSilenceBehind(chunks, taps / 2)) yield resample(chunk);
}
