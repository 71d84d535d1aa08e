import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { pcmSeconds } from "./wav.ts";
import { nameIn } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";

export interface ConvertOptions {
  /** A new file. */
  readonly path: string;
  /** Hz. */
  readonly sampleRate: number;
  /** 0.5 to 2: how much faster to speak at the same pitch; 1 when absent. */
  readonly tempo?: number;
  readonly signal: AbortSignal;
}

/** Many times an hour of speech. */
const engineLimits = { memoryBytes: 1024 * 1024 * 1024, cpuSeconds: 120, fileBytes: 1024 * 1024 * 1024 } as const;

const timeoutMs = 120_000;
/** Low-priority work may have to wait for other work. */
const yieldingTimeoutMs = 600_000;

export interface FfmpegRun {
  readonly from: PcmFile;
  /** The steps that make the new file of it. */
  readonly args: readonly string[];
  /** A new file in the folder of the PCM. */
  readonly to: string;
  readonly signal: AbortSignal;
  /** Runs at lower priority than other work. */
  readonly yields?: boolean;
}

/** ffmpeg's arguments for PCM as its input. One thread each: several do not make speech faster, and count as memory. */
export const pcmInput = (sampleRate: number, from: string): readonly string[] => [
  ...["-hide_banner", "-loglevel", "error", "-filter_threads", "1"],
  ...["-f", "s16le", "-ar", String(sampleRate), "-ac", "1", "-i", from, "-threads", "1"],
];

/**
 * Makes a new file of PCM with ffmpeg.
 *
 * @throws DomainError `engine_unavailable` when it fails, `engine_timeout` when it takes too long
 */
export const runFfmpeg = async ({ from, args, to, signal, yields = false }: FfmpegRun): Promise<void> => {
  const directory = dirname(to);
  const command = [
    ...["-nostdin", ...pcmInput(from.sampleRate, `file:${nameIn(directory, from.path)}`)],
    ...[...args, "-y", `file:${nameIn(directory, to)}`],
  ];
  const { exitCode } = await runEngine("ffmpeg", command, {
    ...{ directory, reads: [from.path], writes: [to], limits: engineLimits, yields },
    ...{ signal, timeoutMs: yields ? yieldingTimeoutMs : timeoutMs, maxOutputBytes: 65_536 },
  });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${exitCode}.`);
};

/** The same speech at another sample rate or tempo, in a new file. Errors as `runFfmpeg`. */
export const convertPcm = async (pcm: PcmFile, options: ConvertOptions): Promise<PcmFile> => {
  const { path, sampleRate, tempo = 1, signal } = options;
  const filter = tempo === 1 ? [] : ["-filter:a", `atempo=${tempo}`];
  await runFfmpeg({ from: pcm, args: [...filter, "-f", "s16le", "-ar", String(sampleRate)], to: path, signal });
  const { size } = await stat(path);
  return { path, sampleRate, durationSeconds: pcmSeconds(size, sampleRate) };
};
