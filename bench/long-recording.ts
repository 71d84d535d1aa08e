import { createReadStream, createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeWav } from "#workers/speech/audio/wav.ts";
import { decodeRecording } from "#harness/audio/recordings.ts";
import type { Recording } from "#harness/audio/recordings.ts";

const sampleRate = 16_000;
const pauseSeconds = 0.6;

/** A recording and where it begins in the long one. */
export interface Part extends Recording {
  readonly startSeconds: number;
}

export interface LongRecording {
  /** 16 kHz mono. */
  readonly wavPath: string;
  /** The same without its header. */
  readonly pcmPath: string;
  readonly seconds: number;
  /** What is in it, in order; a recording comes more than once. */
  readonly parts: readonly Part[];
}

/** Recordings one after the other, with short pauses, all of them over and over until the length is reached. */
export async function makeLongRecording(
  recordings: readonly Recording[],
  minSeconds: number,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<LongRecording> {
  const [pcmPath, wavPath] = [join(directory, "long.raw"), join(directory, "long.wav")];
  const [part, pause] = [join(directory, "part.raw"), join(directory, "pause.raw")];
  await writeFile(pause, Buffer.alloc(pauseSeconds * sampleRate * 2));
  const append = (path: string): Promise<void> =>
    pipeline(createReadStream(path), createWriteStream(pcmPath, { flags: "a" }), { signal });
  const parts: Part[] = [];
  let seconds = 0;
  while (seconds < minSeconds) {
    const recording = recordings[parts.length % recordings.length];
    if (recording === undefined) throw new Error("There is nothing to make a long recording of.");
    parts.push({ ...recording, startSeconds: seconds });
    seconds += (await decodeRecording(recording.path, part, signal)) + pauseSeconds;
    await append(part);
    await append(pause);
  }
  await Promise.all([rm(part), rm(pause)]);
  await writeWav({ path: pcmPath, sampleRate, durationSeconds: seconds }, wavPath);
  return { wavPath, pcmPath, seconds, parts };
}
