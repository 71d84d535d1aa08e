import type { ColumnType, Generated } from "kysely";

/** The tables of what is not done yet, and of those who do it. */
export interface JobTables {
  jobs: JobsTable;
  job_groups: JobGroupsTable;
  job_cursors: JobCursorsTable;
  worker_slots: WorkerSlotsTable;
  live_workers: LiveWorkersTable;
  live_sessions: LiveSessionsTable;
  live_finals: LiveFinalsTable;
  idempotency_keys: IdempotencyKeysTable;
}

type CreatedAt = ColumnType<Date, never, never>;

interface JobsTable {
  subject_id: string;
  name: string;
  /** `queued`: waiting in the outbox, or promoted where `promoted_at` is set. */
  state: Generated<"queued" | "running">;
  /** The number of the latest promotion. */
  run: Generated<number>;
  failures: Generated<number>;
  crashes: Generated<number>;
  run_at: Generated<Date>;
  heartbeat_at: Date | null;
  created_at: CreatedAt;
  /** The account of the job; null without one, and for the demo. */
  account_id: string | null;
  /** Jobs with the same key share a limit: an account, a caller of the demo, the isolated jobs of a name, or a job name. */
  group_key: string;
  /** The time at which the job was promoted; null while it waits. */
  promoted_at: Date | null;
  /** The span in which the job was inserted (W3C Trace Context); null where none was recorded. */
  traceparent: string | null;
}

interface JobGroupsTable {
  name: string;
  group_key: string;
  /** The time at which a job of the group was promoted last. */
  served_at: Date;
}

/** The group at which the last promotion stopped that has not looked at all that wait. */
interface JobCursorsTable {
  /** The kind of job. */
  name: string;
  group_key: string;
}

/** The number of jobs that each worker can run at once. */
interface WorkerSlotsTable {
  worker_id: string;
  queue: string;
  slots: number;
  seen_at: Generated<Date>;
}

/** A process that transcribes while people speak. One without a heartbeat for ten seconds is not chosen. */
interface LiveWorkersTable {
  /** A new one each time that the process starts. */
  id: string;
  /** `unix:` and the path of a socket, or `http://host:port`. */
  address: string;
  /** Sessions that it has at once. */
  capacity: number;
  /** Sessions that it has; the API counts one that it is about to open. */
  used: Generated<number>;
  /** That of its release; empty from one before these were kept. */
  version: Generated<string>;
  /** The seconds by which its slowest session is behind its sound. */
  lag_seconds: Generated<number>;
  /** Primary tags, and `auto` where it finds the language. */
  languages: string[];
  /** The names of the models, the preferred one first. */
  models: string[];
  heartbeat_at: Generated<Date>;
  /** The time at which the API took a slot last: the process may not know of that session yet. */
  taken_at: Date | null;
  /** True when it takes no more sessions. */
  draining: Generated<boolean>;
}

/** A live session that has not ended; its speech request is unfinished as long as this row is there. */
interface LiveSessionsTable {
  request_id: string;
  user_id: string;
  /** The key of the call; null for sessions of the dashboard. */
  api_key_id: string | null;
  /** The session of the dashboard whose call it is; null with another credential. */
  session_id: Generated<string | null>;
  /** The final results that the release before has kept, as `src/domain/live/finals.ts` describes them; this one keeps them as rows. */
  finals: ColumnType<object, string | undefined, string>;
  /** The time at which the process of the API that holds the session renewed it. */
  heartbeat_at: Generated<Date>;
  /** Digests of the tokens by which the session goes on over another connection; none where the protocol has no such thing. */
  resume_sha256: Generated<Buffer[]>;
  /** The number of times that it was resumed. A process of the API that knows a lower number has lost the session. */
  epoch: Generated<number>;
  /** Seconds of the stream before which all is in the finals, or silence. */
  heard_to: Generated<number>;
  /** The options of the call that opened it; null where it cannot go on. */
  query: ColumnType<unknown, string | null | undefined, never>;
}

/** A final result of a live session that has not ended. They go with it. */
interface LiveFinalsTable {
  request_id: string;
  /** Numbered through the session as they come. */
  id: number;
  /** The second of the stream at which it ends. */
  end_seconds: number;
  /** As `src/domain/live/finals.ts` describes it. */
  final: ColumnType<object, string, string>;
}

/** The calls that may be repeated under a key: those in progress, and the answers of those that have ended. */
interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  fingerprint: Buffer;
  /** The request id of the call that took the key, which is the id of what it makes. */
  resource_id: string;
  /** The success that the call was answered with; null while it runs, and after an error. */
  status: number | null;
  created_at: Generated<Date>;
}
