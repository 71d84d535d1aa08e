import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/**
 * Speaks the text of a `tts` request. Each finished segment gives a run new time: how long all of them take depends on how many
 * texts share the engines. At the bound of what one text may become, and at half speed, five such texts of a machine with two
 * cores and the slower model of Kokoro take six hours together.
 */
export const synthesizeSpeech = {
  name: "synthesize-speech",
  queue: "synthesis",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 8 * 3_600_000,
  stallMs: 15 * 60_000,
} as const satisfies JobContract;
