/** The tables of how the installation does. */
export interface OperationTables {
  daily_figures: DailyFiguresTable;
  queue_samples: QueueSamplesTable;
}

/** How a queue stood once a minute, kept for a day. */
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

/** What the whole installation did on a day, as `countDay` counts it. */
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
  /** Requests of accounts that failed. */
  failures: number;
  counted_at: Date;
}
