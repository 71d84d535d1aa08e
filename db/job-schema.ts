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
  /** Of the jobs of a lane one runs at a time; null where they run side by side. */
  lane: string | null;
  priority: Generated<number>;
  state: Generated<"queued" | "running">;
  generation: Generated<number>;
  run: Generated<number>;
  failures: Generated<number>;
  crashes: Generated<number>;
  run_at: Generated<Date>;
  enqueued_at: Generated<Date>;
  heartbeat_at: Date | null;
  created_at: CreatedAt;
  /** Whose work takes turns with that of others; null for work of nobody and for that in a lane. */
  account_id: string | null;
  /** The smallest comes first. */
  turn: ColumnType<string, bigint | undefined, never>;
  /** What the queue handed out when the run began. */
  ticket: string | null;
  /** What shares a limit: an account, a caller of the demo, what is in quarantine, or all of one name; null from an earlier release. */
  group_key: string | null;
  /** When it was put into its queue; null while it waits for that. */
  promoted_at: Date | null;
}

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

/** How many jobs the workers can work on. */
interface WorkerSlotsTable {
  worker_id: string;
  queue: string;
  slots: number;
  seen_at: Generated<Date>;
}
