import type { ColumnType, Generated } from "kysely";

/** The tables of what is not done yet. */
export interface JobTables {
  jobs: JobsTable;
  job_turns: JobTurnsTable;
  job_groups: JobGroupsTable;
  worker_slots: WorkerSlotsTable;
}

type CreatedAt = ColumnType<Date, never, never>;

interface JobsTable {
  subject_id: string;
  name: string;
  /** Used by the previous release only. */
  lane: string | null;
  /** Used by the previous release only. */
  priority: Generated<number>;
  /** `queued`: waiting in the outbox, or promoted where `promoted_at` is set. */
  state: Generated<"queued" | "running">;
  /** Used by the previous release only. */
  generation: Generated<number>;
  /** The number of the latest promotion. */
  run: Generated<number>;
  failures: Generated<number>;
  crashes: Generated<number>;
  run_at: Generated<Date>;
  /** Used by the previous release only. */
  enqueued_at: Generated<Date>;
  heartbeat_at: Date | null;
  created_at: CreatedAt;
  /** The account of the job; null without one, and for the demo. */
  account_id: string | null;
  /** Used by the previous release only. */
  turn: ColumnType<string, bigint | undefined, never>;
  /** Used by the previous release only. */
  ticket: string | null;
  /** Jobs with the same key share a limit: an account, a caller of the demo, a quarantine or a job name; null from the previous release. */
  group_key: string | null;
  /** When the job was promoted; null while it waits. */
  promoted_at: Date | null;
}

/** Used by the previous release only. */
interface JobTurnsTable {
  account_id: string;
  name: string;
  /** Of the account's latest run. */
  turn: ColumnType<string, bigint, bigint>;
  /** Of that run; null where an earlier release began it. */
  begun_at: Date | null;
}

interface JobGroupsTable {
  name: string;
  group_key: string;
  /** When a job of the group was promoted last. */
  served_at: Date;
}

/** How many jobs each worker can run at once. */
interface WorkerSlotsTable {
  worker_id: string;
  queue: string;
  slots: number;
  seen_at: Generated<Date>;
}
