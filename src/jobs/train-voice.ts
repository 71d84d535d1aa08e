import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Turns the sample of a voice into a voice that speaks. */
export const trainVoice = {
  name: "train-voice",
  queue: "training",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  // The first training of an installation prepares the reference voices, at low priority.
  timeoutMs: 30 * 60_000,
} as const satisfies JobContract;
