import { type FileHandle, open } from "node:fs/promises";

/** A raw 16 kHz s16le mono file that is read in parts: a file of hours is never in memory as a whole. */
export interface PcmSource {
  /** Samples. */
  readonly length: number;
  /** The samples from the first up to and without the second. */
  read(from: number, to: number): Promise<Int16Array>;
  [Symbol.asyncDispose](): Promise<void>;
}

const bytesPerSample = 2;

export async function openPcmSource(path: string): Promise<PcmSource> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    length: Math.floor(size / bytesPerSample),
    read: (from, to) => readSamples(file, from, Math.max(0, to - from)),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function readSamples(file: FileHandle, from: number, count: number): Promise<Int16Array> {
  const samples = new Int16Array(count);
  const { bytesRead } = await file.read(samples, 0, samples.byteLength, from * bytesPerSample);
  return samples.subarray(0, Math.floor(bytesRead / bytesPerSample));
}
