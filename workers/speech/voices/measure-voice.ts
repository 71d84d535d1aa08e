import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { PcmFile, VoiceMeasurement } from "#workers/speech/engine.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";

export interface MeasureOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const program = fileURLToPath(new URL("./measure-process.ts", import.meta.url));
const measured: z.ZodType<VoiceMeasurement> = z.object({
  medianPitchHz: z.number(),
  pitchRangeSemitones: z.number(),
  syllablesPerSecond: z.number(),
  formantsHz: z.tuple([z.number(), z.number(), z.number()]),
  voicedSeconds: z.number(),
});

/**
 * Measures a voice in a process of its own, so that the caller's event loop goes on and the work can be ended at once.
 *
 * @throws DomainError `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export const measureVoice = async (pcm: PcmFile, options: MeasureOptions): Promise<VoiceMeasurement> => {
  const { signal, timeoutMs = 60_000 } = options;
  const run = { signal, timeoutMs, maxOutputBytes: 65_536 };
  const { exitCode, stdout, stderr } = await runProcess(
    process.execPath,
    [program, pcm.path, String(pcm.sampleRate)],
    run,
  );
  if (exitCode !== 0) throw new Error(`Measuring a voice ended with exit code ${exitCode}: ${stderr}`);
  return measured.parse(JSON.parse(stdout.toString()));
};
