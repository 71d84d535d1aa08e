import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Reads the audio of an `asr` request; the longest file on a busy machine sets the deadline. */
export const transcribeAudio = {
  name: "transcribe-audio",
  queue: "transcription",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 4 * 3_600_000,
} as const satisfies JobContract;
