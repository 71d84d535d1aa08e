import type { ColumnType, Generated } from "kysely";

export const modelPullStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;

/** The tables of the models that workers can install. */
export interface ModelTables {
  model_folders: ModelFoldersTable;
  model_pulls: ModelPullsTable;
}

/** The folder of models of a machine, as its workers see it. */
interface ModelFoldersTable {
  /** Made of host and directory, so that all workers of the machine write one row. */
  id: string;
  host: string;
  directory: string;
  /** Whether the workers may change it. */
  writable: boolean;
  free_bytes: ColumnType<string, number, number>;
  /** As the release of the worker writes it, which may be a newer one. */
  models: ColumnType<object, string, string>;
  seen_at: Generated<Date>;
}

/** A model that an admin has asked for. */
interface ModelPullsTable {
  id: string;
  folder_id: string;
  model: string;
  /** The account of the admin. */
  requested_by: string;
  status: Generated<(typeof modelPullStatuses)[number]>;
  /** The number of times that a worker has begun with it. */
  attempts: Generated<number>;
  /** The present step of the work. */
  step: string | null;
  done_bytes: ColumnType<string | null, number | null, number | null>;
  total_bytes: ColumnType<string | null, number | null, number | null>;
  /** The failure and its remedy. */
  error: string | null;
  created_at: ColumnType<Date, never, never>;
  heartbeat_at: Date | null;
  finished_at: Date | null;
}
