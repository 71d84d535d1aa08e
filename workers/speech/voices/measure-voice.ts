import { z } from "zod";
import type { PcmFile, VoiceMeasurement } from "#workers/speech/engine.ts";
import { runThread } from "#workers/speech/process/run-thread.ts";

export interface MeasureOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const program = new URL("./measure-thread.ts", import.meta.url);
const measured: z.ZodType<VoiceMeasurement> = z.object({
  medianPitchHz: z.number(),
  pitchRangeSemitones: z.number(),
  syllablesPerSecond: z.number(),
  formantsHz: z.tuple([z.number(), z.number(), z.number()]),
  voicedSeconds: z.number(),
});

/**
 * Measures a voice in a thread of its own, so that the caller's event loop goes on and the work can be ended at once.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export const measureVoice = async (pcm: PcmFile, options: MeasureOptions): Promise<VoiceMeasurement> => {
  const { signal, timeoutMs = 60_000 } = options;
  const { path, sampleRate } = pcm;
  return measured.parse(await runThread(program, { path, sampleRate }, { signal, timeoutMs }));
};
