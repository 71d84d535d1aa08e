import type { Check } from "#faults/outcome.ts";
import type { TestAccount } from "#harness/service/account.ts";
import type { RunningService } from "#harness/service/running-service.ts";

/** The service that each part of the scenario attacks. */
export interface Target {
  readonly service: RunningService;
  /** With credits enough. */
  readonly account: TestAccount;
  readonly signal: AbortSignal;
  /** The limits of time and memory are multiplied by it: 1 where nothing else goes on, more where something may. */
  readonly slack: number;
}

/** The findings of a part. */
export interface Part {
  /** Speech requests of accounts that it has made. */
  readonly requestIds: readonly string[];
  readonly checks: readonly Check[];
  /** Whole sentences. */
  readonly notes: readonly string[];
}
