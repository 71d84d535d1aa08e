import { open } from "node:fs/promises";
import type { AudioFormat } from "./codecs.ts";
import { wavHeader, wavHeaderBytes } from "./wav.ts";

/** Offset of the byte with the first of the 36 bits that count the samples (RFC 9639, 8.2), after `fLaC` and STREAMINFO. */
const flacSamplesAt = 21;

interface Encoded {
  readonly format: AudioFormat;
  /** Hz */
  readonly sampleRate: number;
  /** Its duration. */
  readonly seconds: number;
}

/** Writes the length of the audio into the header, where it was unknown when the header was sent. Nothing else changes. */
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
