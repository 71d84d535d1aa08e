import { open } from "node:fs/promises";
import type { PcmFile } from "#workers/speech/engine.ts";

/** About −55 dB of full scale: a cut between two samples of this size is not heard. */
const quietSample = 60;
const bytesPerSample = 2;

/** Longer silence is not looked for. */
const maxSeconds = 2;

/** How much silence a file begins and ends with, in samples. */
export interface EdgeSilence {
  readonly leading: number;
  readonly trailing: number;
}

const isLoud = (samples: Buffer, at: number): boolean =>
  Math.abs(samples.readInt16LE(at * bytesPerSample)) > quietSample;

export const edgeSilence = async ({ path, sampleRate }: PcmFile): Promise<EdgeSilence> => {
  await using file = await open(path);
  const { size } = await file.stat();
  const total = Math.floor(size / bytesPerSample);
  const looked = Math.min(total, maxSeconds * sampleRate);
  const samples = Buffer.alloc(looked * bytesPerSample);
  await file.read(samples, 0, samples.length, 0);
  let leading = 0;
  while (leading < looked && !isLoud(samples, leading)) leading += 1;
  await file.read(samples, 0, samples.length, (total - looked) * bytesPerSample);
  let trailing = 0;
  while (trailing < looked && !isLoud(samples, looked - 1 - trailing)) trailing += 1;
  return { leading, trailing };
};
