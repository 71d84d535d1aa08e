import { open } from "node:fs/promises";
import type { AudioFormat } from "#workers/speech/encode/codecs.ts";
import { wavHeader, wavHeaderBytes } from "#workers/speech/encode/wav.ts";

/** Of the 36 bits that count the samples (RFC 9639, 8.2), in a file that begins with `fLaC` and STREAMINFO. */
const flacSamplesAt = 21;

interface Encoded {
  readonly format: AudioFormat;
  /** Hz */
  readonly sampleRate: number;
  /** How long it sounds. */
  readonly seconds: number;
}

/** Puts into the header of a file what was not known when it was sent: how long it is. Nothing else changes. */
export async function correctHeader(path: string, { format, sampleRate, seconds }: Encoded): Promise<void> {
  if (format !== "wav" && format !== "flac") return;
  await using file = await open(path, "r+");
  if (format === "wav") {
    const { size } = await file.stat();
    await file.write(wavHeader(sampleRate, size - wavHeaderBytes), 0, wavHeaderBytes, 0);
    return;
  }
  const field = Buffer.alloc(5);
  await file.read(field, 0, field.length, flacSamplesAt);
  const samples = Math.round(seconds * sampleRate);
  field[0] = ((field[0] ?? 0) & 0xf0) | Math.floor(samples / 2 ** 32);
  field.writeUInt32BE(samples % 2 ** 32, 1);
  await file.write(field, 0, field.length, flacSamplesAt);
}
