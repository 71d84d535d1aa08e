import { randomUUID } from "node:crypto";
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PcmFile } from "#workers/speech/engine.ts";
import { type AudioFormat, codecArguments } from "./codecs.ts";
import { runFfmpeg } from "./convert-pcm.ts";
import { writeWav } from "./wav.ts";

export interface EncodeOptions {
  /** An existing private folder; the encoded file stays in it. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Hz; that of the PCM when absent. */
  readonly sampleRate?: number;
  /** Bits per second; left to the codec when absent or null. */
  readonly bitRate?: number | null;
}

export interface EncodedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Hz, as encoded. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

/** Longer audio is encoded at low priority, so that short texts come first. */
const longSeconds = 30;

/**
 * Encodes PCM into a new file. WAV at the rate of the PCM is written here, with true sizes in its header; other rates and
 * formats by ffmpeg.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export const encodeAudio = async (pcm: PcmFile, format: AudioFormat, options: EncodeOptions): Promise<EncodedAudio> => {
  const { directory, signal, sampleRate = pcm.sampleRate, bitRate = null } = options;
  signal.throwIfAborted();
  const path = join(directory, `speech-${randomUUID()}.${format}`);
  const isSameRate = sampleRate === pcm.sampleRate;
  if (format === "wav" && isSameRate) await writeWav(pcm, path);
  else if (format === "pcm" && isSameRate) await copyFile(pcm.path, path);
  else {
    const args = codecArguments({ format, sampleRate, bitRate });
    await runFfmpeg({ from: pcm, args, to: path, signal, yields: pcm.durationSeconds > longSeconds });
  }
  const { size } = await stat(path);
  return { path, bytes: size, sampleRate, durationSeconds: pcm.durationSeconds };
};
