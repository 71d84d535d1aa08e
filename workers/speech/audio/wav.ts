import { createReadStream, createWriteStream } from "node:fs";
import { open, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { PcmFile } from "#workers/speech/engine.ts";

/** Bytes of the canonical header: RIFF, `fmt ` and `data`, nothing else. */
export const wavHeaderBytes = 44;

const bytesPerSample = 2;

/** Length of headerless 16-bit mono PCM, in seconds. */
export const pcmSeconds = (bytes: number, sampleRate: number): number => bytes / bytesPerSample / sampleRate;

/** In place of both sizes while they are not known, as ffmpeg and sox write it. */
const unknownSize = 0xff_ff_ff_ff;

/**
 * The 44 bytes before 16-bit mono PCM, with the real sizes in them; null where they are not known yet. Format: RIFF/WAVE,
 * `WAVE_FORMAT_PCM`.
 */
export const wavHeader = (sampleRate: number, dataBytes: number | null): Buffer => {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write("RIFF", 0, "ascii");
  header.writeUInt32LE(dataBytes === null ? unknownSize : wavHeaderBytes - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "ascii");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write("data", 36, "ascii");
  header.writeUInt32LE(dataBytes ?? unknownSize, 40);
  return header;
};

/** Writes `pcm` as a WAV file at `path`. */
export const writeWav = async (pcm: PcmFile, path: string): Promise<void> => {
  const dataBytes = Math.round(pcm.durationSeconds * pcm.sampleRate) * bytesPerSample;
  const output = createWriteStream(path, { flags: "wx" });
  output.write(wavHeader(pcm.sampleRate, dataBytes));
  await pipeline(createReadStream(pcm.path), output);
};

/** Silence that stands for a text without any sound, so that an answer is never an empty file. */
const shortestSeconds = 0.2;

/**
 * Turns a WAV file as espeak-ng and flite write it (canonical header, whose sizes may be wrong; 16-bit mono) into PCM at
 * `path`. Less than 0.2 s is filled up with silence.
 */
export const pcmFromWav = async (wavPath: string, path: string): Promise<PcmFile> => {
  const header = Buffer.alloc(wavHeaderBytes);
  await using wav = await open(wavPath);
  await wav.read(header, 0, wavHeaderBytes, 0);
  const sampleRate = header.readUInt32LE(24) || 16_000;
  const { size } = await wav.stat();
  await pipeline(createReadStream(wavPath, { start: wavHeaderBytes }), createWriteStream(path, { flags: "wx" }));
  const dataBytes = Math.max(size - wavHeaderBytes, Math.ceil(shortestSeconds * sampleRate) * bytesPerSample);
  if (dataBytes > size - wavHeaderBytes) await truncate(path, dataBytes);
  return { path, sampleRate, durationSeconds: pcmSeconds(dataBytes, sampleRate) };
};
