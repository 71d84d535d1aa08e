import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { PcmFile } from "#workers/speech/engine.ts";
import { runFfmpeg } from "#workers/speech/encode/convert-pcm.ts";
import { writeWav } from "#workers/speech/encode/wav.ts";

export interface EncodeOptions {
  /** An existing private folder; the encoded file stays in it. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

export interface EncodedAudio {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Hz, as encoded: Opus allows five rates only, so Ogg may differ from the PCM. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

/** Constant-quality settings for one voice: about 32 kbit/s in Ogg, 48 kbit/s in MP3. */
const codecArguments = {
  mp3: ["-c:a", "libmp3lame", "-b:a", "48k", "-f", "mp3"],
  ogg: ["-c:a", "libopus", "-b:a", "32k", "-application", "voip", "-f", "ogg"],
  flac: ["-c:a", "flac", "-f", "flac"],
} as const;

/** What PCM can be encoded as. */
export type AudioFormat = "wav" | keyof typeof codecArguments;

/** The sample rates of Opus (RFC 6716, section 2). */
const opusRates = [8_000, 12_000, 16_000, 24_000, 48_000] as const;

/** Longer audio is encoded at low priority, so that short texts come first. */
const longSeconds = 30;

const rateFor = (format: AudioFormat, sampleRate: number): number =>
  format === "ogg" ? (opusRates.find((rate) => rate >= sampleRate) ?? 48_000) : sampleRate;

/**
 * Encodes PCM into a new file. WAV is written here, with true sizes in its header; the others by ffmpeg.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export const encodeAudio = async (pcm: PcmFile, format: AudioFormat, options: EncodeOptions): Promise<EncodedAudio> => {
  options.signal.throwIfAborted();
  const path = join(options.directory, `speech-${randomUUID()}.${format}`);
  const sampleRate = rateFor(format, pcm.sampleRate);
  if (format === "wav") await writeWav(pcm, path);
  else {
    const rate = ["-ar", String(sampleRate), "-map_metadata", "-1", "-fflags", "+bitexact"];
    const yields = pcm.durationSeconds > longSeconds;
    await runFfmpeg({
      from: pcm,
      args: [...rate, ...codecArguments[format]],
      to: path,
      signal: options.signal,
      yields,
    });
  }
  const { size } = await stat(path);
  return { path, bytes: size, sampleRate, durationSeconds: pcm.durationSeconds };
};
