import { Tensor, type InferenceSession } from "onnxruntime-node";
import { withoutSilence, rms } from "./sound.ts";
import { melFilters, melOf, powerSpectra, type Spectra } from "#workers/speech/audio/spectra.ts";

export const embeddingSize = 256;

const melBands = 40;
const filters = melFilters(melBands);

/** Frames of 10 ms: 1.6 s every 0.385 s. */
const windowFrames = 160;
const windowStep = 38;
/** The samples of a frame. */
const frameSamples = 160;
/** Sound that is quieter is made so loud. */
const leastDb = -30;

/** Windows that are embedded in one call, so that a long sample takes no more memory. */
const batch = 32;

/** The factor that makes sound as loud as the speaker encoder takes it; 1 for what is louder. */
const gainOf = (samples: Float32Array): number =>
  10 ** (Math.max(0, leastDb - 20 * Math.log10(rms(samples) + 1e-9)) / 20);

/** The part of sound of 16 kHz that the speaker encoder takes: without its silences, and not too quiet. */
export function spectraOf(samples: Float32Array): Spectra {
  const gain = gainOf(samples);
  return powerSpectra(withoutSilence(samples.map((sample) => sample * gain)));
}

/** An embedding for each window of a sound. */
export async function embedSpectra(encoder: InferenceSession, spectra: Spectra): Promise<Float32Array> {
  const mel = melOf(spectra, filters);
  const starts: number[] = [];
  for (let frame = 0; frame + windowFrames <= Math.max(spectra.frames, windowFrames); frame += windowStep)
    starts.push(frame);
  return embed(
    encoder,
    starts.map((start) => windowOf(mel, start)),
  );
}

/** An embedding for each window of 16 kHz samples, silences and all, that begins at one of these frames of 10 ms. */
export async function embedWindows(
  encoder: InferenceSession,
  samples: Float32Array,
  starts: readonly number[],
): Promise<Float32Array> {
  const mel = melOf(powerSpectra(samples), filters);
  const windows = starts.map((start) => {
    const gain = gainOf(samples.subarray(start * frameSamples, (start + windowFrames) * frameSamples));
    return windowOf(mel, start).map((power) => power * gain ** 2);
  });
  return embed(encoder, windows);
}

const windowOf = (mel: Float32Array, start: number): Float32Array =>
  mel.subarray(start * melBands, (start + windowFrames) * melBands);

async function embed(encoder: InferenceSession, windows: readonly Float32Array[]): Promise<Float32Array> {
  const embeddings = new Float32Array(windows.length * embeddingSize);
  for (let from = 0; from < windows.length; from += batch) {
    embeddings.set(await embedSome(encoder, windows.slice(from, from + batch)), from * embeddingSize);
  }
  return embeddings;
}

async function embedSome(encoder: InferenceSession, windows: readonly Float32Array[]): Promise<Float32Array> {
  const size = windowFrames * melBands;
  const input = new Float32Array(windows.length * size);
  for (const [at, window] of windows.entries()) input.set(window, at * size);
  const found = await encoder.run({ mel: new Tensor("float32", input, [windows.length, windowFrames, melBands]) });
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
  const mean = new Float32Array(rows[0]?.length ?? embeddingSize);
  for (const row of rows) for (const [at, value] of row.entries()) mean[at] = (mean[at] ?? 0) + value;
  const length = Math.sqrt(dot(mean, mean)) || 1;
  return mean.map((value) => value / length);
}

/** The cosine similarity of embeddings of unit length. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
