import type { ColumnType, Generated } from "kysely";

/** The tables of what is not done yet. */
export interface JobTables {
  jobs: JobsTable;
  job_turns: JobTurnsTable;
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
}

interface JobTurnsTable {
  account_id: string;
  name: string;
  /** Of the account's latest run. */
  turn: ColumnType<string, bigint, bigint>;
  /** Of that run; null where an earlier release began it. */
  begun_at: Date | null;
}
