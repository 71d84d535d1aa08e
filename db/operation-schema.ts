import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The tables of how the installation does. */
export interface OperationTables {
  rate_limits: RateLimitsTable;
  daily_figures: DailyFiguresTable;
  queue_samples: QueueSamplesTable;
  request_events: RequestEventsTable;
}

/** The kinds of subject that work is done on. */
export const requestSubjects = ["synthesis", "transcription", "voice"] as const;
export const requestEventTypes = ["completed", "failed", "cancelled"] as const;

/** The end of each request and training, written in the transaction that ends it, and kept for 30 days. */
interface RequestEventsTable {
  /** Ids are in the order of writing: a transaction that commits late may add one below those that can be read already. */
  id: GeneratedAlways<string>;
  /** Null for anonymous demo calls. */
  user_id: string | null;
  subject_type: (typeof requestSubjects)[number];
  /** The speech request or the voice, which may be gone. */
  subject_id: string;
  type: (typeof requestEventTypes)[number];
  /** Written as its JSON text. */
  facts: ColumnType<RequestFactsJson, string, never>;
  created_at: ColumnType<Date, never, never>;
}

/** The facts about the end of a request, without its content. */
interface RequestFactsJson {
  /** The credits that were charged. */
  readonly credits: number;
  /** Why it has failed. */
  readonly error_code?: string;
}

/** The state of a queue once a minute, kept for a day. */
interface QueueSamplesTable {
  sampled_at: Date;
  queue: string;
  /** Due work that no worker has claimed. */
  waiting: number;
  running: number;
  /** For how long the oldest of what waited had been due; null when nothing waited. */
  oldest_seconds: number | null;
  /** Ended since the sample before. */
  completed: number;
  failed: number;
}

/** The figures of the whole installation on a day, as `countDay` counts them. */
interface DailyFiguresTable {
  /** YYYY-MM-DD (UTC) */
  day: string;
  sign_ups: number;
  /** Accounts with a charged request on the day, and within the 7 and the 30 days that end with it. */
  active_accounts: number;
  active_accounts_7_days: number;
  active_accounts_30_days: number;
  tts_count: string;
  asr_count: string;
  tts_characters: string;
  asr_seconds: string;
  /** The number of requests of accounts that failed; cancelled ones are counted apart. */
  failures: number;
  counted_at: Date;
  cancelled: Generated<number>;
}

/** The counters of a library, which alone reads and writes them. */
interface RateLimitsTable {
  key: string;
  points: Generated<number>;
  /** Milliseconds since 1970, as the driver reads large integers. */
  expire: string | null;
}
