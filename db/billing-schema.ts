import type { ColumnType, Generated } from "kysely";

export const billingCycles = ["monthly", "yearly"] as const;
/** One for each type of request. */
export const creditPools = ["tts", "asr"] as const;
export const ledgerKinds = ["grant", "usage", "expiry", "withdrawal", "correction"] as const;
export const usageSources = ["web", "api_key"] as const;

type CreatedAt = ColumnType<Date, never, never>;

export interface PlansTable {
  id: string;
  display_name: string;
  price_inr: number;
  billing_cycle: (typeof billingCycles)[number];
  tts_credits_per_cycle: number;
  asr_credits_per_cycle: number;
  /** One that is not is neither shown nor sold. */
  is_active: Generated<boolean>;
  position: number;
}

/** What an account may still spend of a pool. */
export interface CreditAccountsTable {
  user_id: string;
  pool: (typeof creditPools)[number];
  /** Ends with the paid cycle; spent first. */
  cycle: Generated<number>;
  /** Names the paid cycle that `cycle` is of; null when there is none. */
  cycle_id: string | null;
  /** Of the free plan and of corrections. */
  lasting: Generated<number>;
}

/** Credits that are set aside for a request that has not ended. */
export interface CreditHoldsTable {
  request_id: string;
  user_id: string;
  pool: (typeof creditPools)[number];
  from_cycle: number;
  from_lasting: number;
  /** The cycle that `from_cycle` was taken of. */
  cycle_id: string | null;
  created_at: CreatedAt;
}

/** Every change of what an account owns; the database refuses to change or remove a row. */
export interface CreditLedgerTable {
  id: ColumnType<string, never, never>;
  user_id: string;
  pool: (typeof creditPools)[number];
  kind: (typeof ledgerKinds)[number];
  /** Negative for what has gone. */
  credits: number;
  /** The request that was charged. */
  request_id: string | null;
  order_id: string | null;
  reason: string | null;
  created_at: CreatedAt;
}

/** What was charged on a day (UTC), added up. */
export interface UsageDaysTable {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
  source: (typeof usageSources)[number];
  /** Empty for transcriptions. */
  voice_id: string;
  /** The voice's name; empty when it was gone already. */
  voice_label: string;
  tts_count: number;
  asr_count: number;
  tts_characters: number;
  asr_seconds: number;
  credits: number;
}
