import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { AudioFormat } from "#db/schema.ts";

const run = promisify(execFile);

/** Hz, of decoded samples. */
const decodedRate = 8_000;

/** ffmpeg's names for what has no header. */
const headerless: Partial<Readonly<Record<AudioFormat, string>>> = { pcm: "s16le", mulaw: "mulaw", alaw: "alaw" };

const probed = z.object({ streams: z.tuple([z.object({ codec_name: z.string(), sample_rate: z.coerce.number() })]) });

export interface Decoded {
  readonly codec: string;
  /** Hz, as the file says; Ogg/Opus always says 48,000. */
  readonly sampleRate: number;
  readonly seconds: number;
  /** At 8 kHz, −1 to 1. */
  readonly samples: Float32Array;
}

/** Decodes encoded speech by ffmpeg, which fails where it is broken. */
export async function decode(content: Uint8Array, format: AudioFormat, sampleRate: number): Promise<Decoded> {
  const folder = await mkdtemp(join(tmpdir(), "speech-decoded-"));
  try {
    const path = join(folder, "encoded");
    await writeFile(path, content);
    const raw = headerless[format];
    const input = [...(raw === undefined ? [] : ["-f", raw, "-ar", `${sampleRate}`]), "-i", path];
    const { stdout: facts } = await run("ffprobe", ["-v", "error", "-show_streams", "-of", "json", ...input]);
    const [{ codec_name: codec, sample_rate: rate }] = probed.parse(JSON.parse(facts)).streams;
    const args = ["-v", "error", "-xerror", ...input, "-ac", "1", "-ar", `${decodedRate}`, "-f", "s16le", "-"];
    const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
    const { stdout } = await run("ffmpeg", args, options);
    const samples = Float32Array.from({ length: stdout.length / 2 }, (_, at) => stdout.readInt16LE(2 * at) / 32_768);
    return { codec, sampleRate: rate, seconds: samples.length / decodedRate, samples };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Codecs may delay a sound by so much. */
const maxLagSeconds = 0.15;

/** Tells how like a sound is to another one, wherever a codec has moved it to: 1 for the same, 0 for something else. */
export function likeness(one: Float32Array, other: Float32Array): number {
  const lags = Array.from({ length: maxLagSeconds * decodedRate }, (_, lag) => lag);
  const count = Math.min(one.length, other.length) - lags.length;
  return lags.reduce((best, lag) => Math.max(best, correlation(one.subarray(0, count), other.subarray(lag))), 0);
}

function correlation(one: Float32Array, other: Float32Array): number {
  let [product, energy, otherEnergy] = [0, 1e-12, 1e-12];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    energy += a * a;
    otherEnergy += b * b;
  }
  return product / Math.sqrt(energy * otherEnergy);
}
