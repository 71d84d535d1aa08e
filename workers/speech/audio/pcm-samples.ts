import { open } from "node:fs/promises";
import type { PcmFile } from "#workers/speech/engine.ts";

const bytesPerSample = 2;
const fullScale = 32_768;
/** A slice of work short enough that others of the process hardly wait for it. */
const samplesPerChunk = 8_192;

export interface SampleRange {
  /** The first sample, from 0. */
  readonly from: number;
  /** The index after the last one. */
  readonly to: number;
}

/** The samples of a file, −1 to 1, some at a time; all of them without a range. */
export async function* readSamples({ path }: PcmFile, range?: SampleRange): AsyncGenerator<Float32Array> {
  await using file = await open(path);
  const total = Math.floor((await file.stat()).size / bytesPerSample);
  const end = Math.min(total, range?.to ?? total);
  const bytes = Buffer.alloc(samplesPerChunk * bytesPerSample);
  for (let at = range?.from ?? 0; at < end;) {
    const wanted = Math.min(samplesPerChunk, end - at) * bytesPerSample;
    const { bytesRead } = await file.read(bytes, 0, wanted, at * bytesPerSample);
    const count = Math.floor(bytesRead / bytesPerSample);
    if (count === 0) return;
    const samples = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      samples[index] = bytes.readInt16LE(index * bytesPerSample) / fullScale;
    }
    yield samples;
    at += count;
  }
}

/** Samples, and those behind them. */
export const joinedSamples = (before: Float32Array, behind: Float32Array): Float32Array<ArrayBuffer> => {
  const both = new Float32Array(before.length + behind.length);
  both.set(before);
  both.set(behind, before.length);
  return both;
};

const toInteger = (sample: number): number =>
  Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));

/** Samples as a file has them. */
export const pcmBytes = (samples: Float32Array): Buffer => {
  const bytes = Buffer.alloc(samples.length * bytesPerSample);
  for (let index = 0; index < samples.length; index += 1) {
    bytes.writeInt16LE(toInteger(samples[index] ?? 0), index * bytesPerSample);
  }
  return bytes;
};

/** Writes samples to a new file. @returns how many there were */
export async function writeSamples(path: string, chunks: AsyncIterable<Float32Array>): Promise<number> {
  await using file = await open(path, "wx");
  let written = 0;
  for await (const chunk of chunks) {
    await file.writeFile(pcmBytes(chunk));
    written += chunk.length;
  }
  return written;
}
