import { Tensor, type InferenceSession } from "onnxruntime-node";
import { withoutSilence, rms } from "./sound.ts";
import { melFilters, melOf, powerSpectra, type Spectra } from "#workers/speech/audio/spectra.ts";

export const embeddingSize = 256;

const melBands = 40;
const filters = melFilters(melBands);

/** 1.6 s every 0.385 s. */
const windowFrames = 160;
const windowStep = 38;
/** Sound that is quieter is made so loud. */
const leastDb = -30;

/** Windows that are embedded in one call, so that a long sample takes no more memory. */
const batch = 32;

/** The part of sound of 16 kHz that the speaker encoder takes: without its silences, and not too quiet. */
export function spectraOf(samples: Float32Array): Spectra {
  const gain = 10 ** (Math.max(0, leastDb - 20 * Math.log10(rms(samples) + 1e-9)) / 20);
  return powerSpectra(withoutSilence(samples.map((sample) => sample * gain)));
}

/** An embedding for each window of a sound. */
export async function embedSpectra(encoder: InferenceSession, spectra: Spectra): Promise<Float32Array> {
  const mel = melOf(spectra, filters);
  const starts: number[] = [];
  for (let frame = 0; frame + windowFrames <= Math.max(spectra.frames, windowFrames); frame += windowStep)
    starts.push(frame);
  const windows = new Float32Array(starts.length * embeddingSize);
  for (let from = 0; from < starts.length; from += batch) {
    const some = starts.slice(from, from + batch);
    windows.set(await embed(encoder, mel, some), from * embeddingSize);
  }
  return windows;
}

async function embed(encoder: InferenceSession, mel: Float32Array, starts: readonly number[]): Promise<Float32Array> {
  const size = windowFrames * melBands;
  const input = new Float32Array(starts.length * size);
  for (const [at, start] of starts.entries()) {
    input.set(mel.subarray(start * melBands, start * melBands + size), at * size);
  }
  const found = await encoder.run({ mel: new Tensor("float32", input, [starts.length, windowFrames, melBands]) });
  const embeddings = found["emb"]?.data;
  if (!(embeddings instanceof Float32Array)) throw new Error("The speaker encoder gave no embedding.");
  return embeddings;
}

/** The windows of a row of embeddings. */
export const rowsOf = (windows: Float32Array): readonly Float32Array[] =>
  Array.from({ length: windows.length / embeddingSize }, (_, at) =>
    windows.subarray(at * embeddingSize, (at + 1) * embeddingSize),
  );

/** The mean of embeddings, of unit length: that of a whole sound. */
export function meanEmbedding(rows: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(embeddingSize);
  for (const row of rows) for (const [at, value] of row.entries()) mean[at] = (mean[at] ?? 0) + value;
  const length = Math.sqrt(dot(mean, mean)) || 1;
  return mean.map((value) => value / length);
}

/** The cosine similarity of embeddings of unit length. */
export const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
