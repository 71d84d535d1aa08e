/** The fate of the requests of a scenario. */
export interface Counts {
  /** That were accepted. */
  readonly submitted: number;
  readonly completed: number;
  readonly failed: number;
  /** Requests that the ledger charges. */
  readonly charged: number;
  /** Requests that were completed more than once. */
  readonly duplicates: number;
  /** Requests that are gone, or have not ended. */
  readonly lost: number;
  /** The longest that work stood still after something broke; null where nothing was to resume, infinite for ever. */
  readonly slowestRecoverySeconds: number | null;
}

/** One thing that had to be so. */
export interface Check {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  readonly passed: boolean;
}

export interface ScenarioResult {
  readonly counts: Counts;
  readonly checks: readonly Check[];
  /** Whole sentences. */
  readonly notes: readonly string[];
}

export const exactly = (what: string, found: number, wanted: number): Check => ({
  what,
  wanted: `${wanted}`,
  found: `${found}`,
  passed: found === wanted,
});

/** `unit` as in `"s"`. A figure just above its limit is printed with more digits. */
export const atMost = (what: string, found: number, { limit, unit }: { limit: number; unit: string }): Check => ({
  what,
  wanted: `≤ ${limit} ${unit}`,
  found: `${Number(found.toFixed(found > limit ? 3 : 1))} ${unit}`,
  passed: found <= limit,
});

export const atLeast = (what: string, found: number, wanted: number): Check => ({
  what,
  wanted: `≥ ${wanted}`,
  found: `${found}`,
  passed: found >= wanted,
});

/** A promise is kept when nothing is otherwise than it had to be, and something was looked at. */
export const isKept = ({ checks }: ScenarioResult): boolean =>
  checks.length > 0 && checks.every(({ passed }) => passed);
