import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Speaks the text of a `tts` request; long texts of several accounts, which share the engines, set the deadline. */
export const synthesizeSpeech = {
  name: "synthesize-speech",
  queue: "synthesis",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 15 * 60_000,
} as const satisfies JobContract;
