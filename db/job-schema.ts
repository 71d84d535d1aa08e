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
  /** Read and written by the release before this one only, as are the other columns that say so. */
  lane: string | null;
  /** As `lane`. */
  priority: Generated<number>;
  state: Generated<"queued" | "running">;
  /** As `lane`. */
  generation: Generated<number>;
  /** Of the latest promotion. */
  run: Generated<number>;
  failures: Generated<number>;
  crashes: Generated<number>;
  run_at: Generated<Date>;
  /** As `lane`. */
  enqueued_at: Generated<Date>;
  heartbeat_at: Date | null;
  created_at: CreatedAt;
  /** Whose job it is; null for that of nobody and of the demo. */
  account_id: string | null;
  /** As `lane`. */
  turn: ColumnType<string, bigint | undefined, never>;
  /** As `lane`. */
  ticket: string | null;
  /** What shares a limit: an account, a caller of the demo, what is in quarantine, or all of one name; null from an earlier release. */
  group_key: string | null;
  /** When it was put into its queue; null while it waits for that. */
  promoted_at: Date | null;
}

/** As `lane` of the jobs. */
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
