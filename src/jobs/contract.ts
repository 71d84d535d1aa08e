import { z } from "zod";

/** The queues; every queue has a worker process of its own. */
export const queueNames = ["synthesis", "transcription", "training", "billing"] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * The window of a queue, in jobs per slot. Jobs beyond the slots wait first in, first out, so more than one is right only
 * for short jobs without an account.
 */
export const jobsPerSlot: Readonly<Record<QueueName, number>> = {
  synthesis: 1,
  transcription: 1,
  training: 1,
  billing: 4,
};

/** The payload of a delivery: the subject and the run number; everything else is read from the row. */
export const jobPayload = z.object({ subject_id: z.uuid(), run: z.int().positive() });
export type JobPayload = z.output<typeof jobPayload>;

/** One kind of work that may be asked of a worker. Names are on the wire and never change. */
export interface JobContract<Name extends string = string, Queue extends QueueName = QueueName> {
  readonly name: Name;
  readonly queue: Queue;
  /** The number of times that the job may fail; where a dependency is unavailable, eight times at least. Crashes are counted apart. */
  readonly attempts: number;
  /** Milliseconds until the next attempt, by the number of failures. */
  readonly backoffMs: (failures: number) => number;
  /** The longest a run may take. */
  readonly timeoutMs: number;
  /** The longest a run may take without finishing a part of its work; as long as all of it when absent. */
  readonly stallMs?: number;
}

/** Doubles from one second, up to a minute. */
export const exponentialBackoffMs = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 60_000);

/** One id for one run of a job, so that adding a run twice adds it once. */
export const queueJobId = ({ subject_id, run }: JobPayload): string => `${subject_id}-${run}`;

/** The subject in the id of a run. */
export const subjectOfQueueJobId = (jobId: string): string => jobId.slice(0, 36);
