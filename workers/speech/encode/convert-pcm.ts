import { stat } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { pcmSeconds } from "#workers/speech/encode/wav.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";

export interface ConvertOptions {
  /** A new file. */
  readonly path: string;
  /** Hz. */
  readonly sampleRate: number;
  /** 0.5 to 2: how much faster to speak at the same pitch; 1 when absent. */
  readonly tempo?: number;
  readonly signal: AbortSignal;
}

/** How ffmpeg is told that its input is headerless PCM. */
export const pcmInput = (pcm: PcmFile): readonly string[] => [
  ...["-nostdin", "-hide_banner", "-loglevel", "error"],
  ...["-f", "s16le", "-ar", String(pcm.sampleRate), "-ac", "1", "-i", `file:${pcm.path}`],
];

const timeoutMs = 120_000;
/** What lets others go first may have to wait for them. */
const yieldingTimeoutMs = 600_000;

/** Runs ffmpeg to its end. @throws DomainError `engine_unavailable` when it fails, `engine_timeout` when it takes too long */
export const runFfmpeg = async (
  args: readonly string[],
  { signal, yields = false }: { readonly signal: AbortSignal; readonly yields?: boolean },
): Promise<void> => {
  const deadline = { signal, timeoutMs: yields ? yieldingTimeoutMs : timeoutMs };
  const { exitCode } = await runProcess("ffmpeg", args, { ...deadline, yields, maxOutputBytes: 65_536 });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `ffmpeg ended with exit code ${exitCode}.`);
};

/** The same speech at another sample rate or tempo, in a new file. Errors as `runFfmpeg`. */
export const convertPcm = async (pcm: PcmFile, options: ConvertOptions): Promise<PcmFile> => {
  const { path, sampleRate, tempo = 1, signal } = options;
  const filter = tempo === 1 ? [] : ["-filter:a", `atempo=${tempo}`];
  await runFfmpeg([...pcmInput(pcm), ...filter, "-f", "s16le", "-ar", String(sampleRate), `file:${path}`], { signal });
  const { size } = await stat(path);
  return { path, sampleRate, durationSeconds: pcmSeconds(size, sampleRate) };
};
