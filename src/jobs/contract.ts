import { z } from "zod";

/** The queues; every queue has a worker process of its own. */
export const queueNames = ["synthesis", "transcription", "training", "billing"] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * How many jobs a queue holds for each slot of its workers. What is beyond the slots waits in the order of the queue: only
 * where jobs are short and no account's may that be more than one.
 */
export const jobsPerSlot: Readonly<Record<QueueName, number>> = {
  synthesis: 1,
  transcription: 1,
  training: 1,
  billing: 4,
};

/** What travels through the queue: which job it is and which run of it; everything else is read from the row. */
export const jobPayload = z.object({ subject_id: z.uuid(), run: z.int().positive() });
export type JobPayload = z.output<typeof jobPayload>;

/** One kind of work that may be asked of a worker. Names are on the wire and never change. */
export interface JobContract<Name extends string = string, Queue extends QueueName = QueueName> {
  readonly name: Name;
  readonly queue: Queue;
  /** Runs that may fail before the work does. Runs that took their worker down are counted apart. */
  readonly attempts: number;
  /** Milliseconds to wait before the next run, by the number of failed ones. */
  readonly backoffMs: (failures: number) => number;
  /** The longest a run may take. */
  readonly timeoutMs: number;
  /** The longest a run may take without finishing a part of its work; as long as all of it when absent. */
  readonly stallMs?: number;
}

/** Doubles from one second, up to a minute. */
export const exponentialBackoffMs = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), 60_000);

/** An id that is the same for the same run of the same job, so that adding it twice adds it once. */
export const queueJobId = ({ subject_id, run }: JobPayload): string => `${subject_id}-${run}`;

/** The subject of a queue's job id. */
export const subjectOfQueueJobId = (jobId: string): string => jobId.slice(0, 36);
