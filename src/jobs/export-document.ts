import { exponentialBackoffMs, type JobContract } from "./contract.ts";

/** Joins the audio of a document, or of a chapter, to one file. Each paragraph that is read gives a run new time. */
export const exportDocument = {
  name: "export-document",
  queue: "synthesis",
  attempts: 3,
  backoffMs: exponentialBackoffMs,
  timeoutMs: 2 * 3_600_000,
  stallMs: 5 * 60_000,
} as const satisfies JobContract;
