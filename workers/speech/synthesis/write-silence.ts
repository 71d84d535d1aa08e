import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { speechRate } from "#workers/speech/audio/join-pcm.ts";
import type { PcmFile } from "#workers/speech/engine.ts";

const samples = 240;
const bytesPerSample = 2;

/** A hundredth of a second of silence, as a piece of its own for a pause before the first word. */
export async function writeSilence(directory: string): Promise<PcmFile> {
  const path = join(directory, `silence-${randomUUID()}.pcm`);
  await writeFile(path, Buffer.alloc(samples * bytesPerSample));
  return { path, sampleRate: speechRate, durationSeconds: samples / speechRate };
}
