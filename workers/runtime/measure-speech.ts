import type { JobLease } from "#src/domain/jobs/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

interface FinishedSpeech {
  readonly pool: "tts" | "asr";
  /** Credits. */
  readonly charged: number;
  readonly audioSeconds: number;
  /** By the clock of `performance`. */
  readonly startedMs: number;
}

/** Records the credits charged by a finished run, and how long it took for a second of audio. */
export function measureSpeech({ metrics }: Resources, { name }: JobLease, speech: FinishedSpeech): void {
  const { pool, charged, audioSeconds, startedMs } = speech;
  metrics.countCredits(pool, charged);
  metrics.observeSpeech(name, { audioSeconds, workSeconds: (performance.now() - startedMs) / 1000 });
}
