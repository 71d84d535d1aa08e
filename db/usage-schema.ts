import type { creditPools } from "./billing-schema.ts";

export const usageSources = ["web", "api_key"] as const;

/** The sums of use. */
export interface UsageTables {
  usage_days: UsageDaysTable;
  usage_totals: UsageTotalsTable;
  usage_months: UsageMonthsTable;
  usage_keys: UsageKeysTable;
  usage_latencies: UsageLatenciesTable;
  usage_errors: UsageErrorsTable;
}

/** The charges of a day (UTC), added up by `addUsage`. */
interface UsageTotalsTable {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
  source: (typeof usageSources)[number];
  tts_count: number;
  asr_count: number;
  tts_characters: number;
  asr_seconds: number;
  credits: number;
}

/** The same by voice. */
interface UsageDaysTable extends UsageTotalsTable {
  /** Empty for transcriptions. */
  voice_id: string;
  /** The voice's name; empty when it was gone already. */
  voice_label: string;
}

/** The charges for a voice in a month (UTC), added up by `addUsage`. */
interface UsageMonthsTable {
  user_id: string;
  /** The first day of it, YYYY-MM-DD. */
  month: string;
  source: (typeof usageSources)[number];
  voice_id: string;
  voice_label: string;
  tts_count: string;
  credits: string;
}

/** The charges of a key on a day (UTC), added up by `addUsage`. */
interface UsageKeysTable {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
  /** Empty for calls without a key. */
  api_key_id: string;
  request_type: (typeof creditPools)[number];
  requests: number;
  credits: number;
  /**
   * The number of requests by the bucket of their latency (`latency_bucket`); element 0 counts those that were cancelled. Only the
   * elements between the first and the last one that was needed exist.
   */
  latencies: readonly (number | null)[];
}

/** The number of requests of a key by latency in a month (UTC), added up by `addUsage`; cancelled ones have none. */
interface UsageLatenciesTable {
  user_id: string;
  /** The first day of it, YYYY-MM-DD. */
  month: string;
  /** Empty for calls without a key. */
  api_key_id: string;
  request_type: (typeof creditPools)[number];
  /** As `latency_bucket` numbers it. */
  bucket: number;
  requests: number;
}

/** The number of requests of a key that failed on a day (UTC), by the code of the error. */
interface UsageErrorsTable {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
  /** Empty for calls without a key. */
  api_key_id: string;
  error_code: string;
  requests: number;
}
