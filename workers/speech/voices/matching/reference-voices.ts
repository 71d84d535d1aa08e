import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { z } from "zod";
import type { StyleProfile } from "#workers/speech/engine.ts";
import type { VoiceAnalyzer } from "./voice-analyzer.ts";
import { type SpeakStyle, styleRate, takeSamples } from "./style-voice.ts";
import { embeddingSize } from "./speaker-encoder.ts";
import type { StylePoint } from "./style-space.ts";

/** Voices and mixtures of voices that were spoken once and are compared with every sample. */
export interface ReferenceVoices {
  readonly points: readonly StylePoint[];
  /** The style of each point, as it was spoken. */
  readonly heard: readonly { readonly pitchHz: number; readonly embedding: Float32Array }[];
  /** The speech of a point: 24 kHz. */
  clip(pointIndex: number): Promise<Int16Array>;
}

export interface PrepareOptions {
  /** The file of the installation; it and its name belong to these models. */
  readonly folder: string;
  readonly voiceNames: readonly string[];
  readonly speak: SpeakStyle;
  readonly analyzer: VoiceAnalyzer;
  /** For files in passing. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Called with the share that is done, 0 to 1; not at all where they were there. */
  readonly onProgress?: (share: number) => void;
  /** The number of points. Default: 100. */
  readonly count?: number;
}

/** About 2.4 s, with all kinds of vowels. */
const sentence = "We saw the brown fox at nine.";
const speed = 1.15;
const seed = 7;
/** The number of them. */
export const referenceVoices = 100;
const indexName = "voices.json";
const leastBytes = styleRate;
const [staleMs, askAgainMs] = [30_000, 1000] as const;

const index = z.object({
  voices: z.array(z.object({ pitchHz: z.number(), embedding: z.array(z.number()).length(embeddingSize) })),
});

/**
 * The reference voices of this installation. The first call makes them, in about two minutes of processor time; one that was
 * interrupted is continued. Processes that want them at the same time wait for each other.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export async function prepareReferenceVoices(options: PrepareOptions): Promise<ReferenceVoices> {
  const { folder, analyzer, signal, count = referenceVoices } = options;
  const points = await analyzer.points({ count, seed }, signal);
  const clip = async (pointIndex: number): Promise<Int16Array> =>
    samplesOf(await readFile(clipPath(folder, pointIndex)));
  const known = (await readIndex(folder, count)) ?? (await whileLocked(options, () => make(options, points)));
  const heard = known.map(({ pitchHz, embedding }) => ({ pitchHz, embedding: Float32Array.from(embedding) }));
  return { points, heard, clip };
}

type Index = z.infer<typeof index>["voices"];

/** Null when they are not made yet, or cannot be read. */
async function readIndex(folder: string, count: number): Promise<Index | null> {
  const text = await readFile(join(folder, indexName), "utf8").catch(() => "null");
  try {
    const { voices } = index.parse(JSON.parse(text));
    return voices.length === count ? voices : null;
  } catch {
    return null;
  }
}

async function whileLocked({ folder, signal, count = referenceVoices }: PrepareOptions, work: () => Promise<Index>) {
  await mkdir(folder, { recursive: true });
  const release = await takeLock(folder, signal);
  try {
    return (await readIndex(folder, count)) ?? (await work());
  } finally {
    // Lost, as when this process was stopped for long: the other one writes the same.
    await release().catch(() => undefined);
  }
}

async function takeLock(folder: string, signal: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await lock(folder, {
        lockfilePath: join(folder, ".lock"),
        stale: staleMs,
        onCompromised: () => undefined,
      });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ELOCKED")) throw error;
      await sleep(askAgainMs, undefined, { signal });
    }
  }
}

async function make(options: PrepareOptions, points: readonly StylePoint[]): Promise<Index> {
  const { folder, analyzer, signal, onProgress } = options;
  const voices: Index[number][] = [];
  for (const [pointIndex, point] of points.entries()) {
    signal.throwIfAborted();
    const path = clipPath(folder, pointIndex);
    if (!(await isSpoken(path))) await write(path, await speakPoint(options, point));
    const samples = samplesOf(await readFile(path));
    const { pitchHz, embedding } = await analyzer.hear({ samples, sampleRate: styleRate }, signal);
    voices.push({ pitchHz, embedding: [...embedding] });
    onProgress?.((pointIndex + 1) / points.length);
  }
  await write(join(folder, indexName), Buffer.from(JSON.stringify({ voices })));
  return voices;
}

async function speakPoint(options: PrepareOptions, { base, offset }: StylePoint): Promise<Buffer> {
  const { speak, voiceNames, directory, signal } = options;
  const profile: StyleProfile = {
    kind: "style",
    baseVoice: voiceNames[base] ?? "",
    styleOffset: [...offset],
    resampling: 1,
    equalizer: null,
  };
  const samples = await takeSamples(await speak({ text: sentence, profile, speed, directory, signal }));
  return Buffer.from(samples.buffer);
}

const clipPath = (folder: string, pointIndex: number): string =>
  join(folder, `${String(pointIndex).padStart(3, "0")}.raw`);

async function isSpoken(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size >= leastBytes;
}

/** Whole or not at all. */
async function write(path: string, content: Buffer): Promise<void> {
  const part = `${path}.${process.pid}`;
  await writeFile(part, content, { flush: true });
  await rename(part, path);
}

const samplesOf = (bytes: Buffer): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);
