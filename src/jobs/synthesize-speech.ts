import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Speaks the text of a `tts` request. */
export const synthesizeSpeech = {
  name: "synthesize-speech",
  queue: "synthesis",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 5 * 60_000,
} as const satisfies JobContract;
