import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { openCircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import type { Logger } from "#src/platform/logger.ts";

/** The time after a failure in which the primary is read at once. */
const retryAfterMs = 5_000;

export interface ReplicaOptions {
  readonly primary: Db;
  /** Null where there is none. */
  readonly replica: Db | null;
  readonly log: Logger;
}

/** Reads what may be some moments old. */
export interface Replica {
  /** Reads from the replica, or from the primary where there is none or it fails. */
  read<Result>(from: (db: Db) => Promise<Result>): Promise<Result>;
}

export function openReplica({ primary, replica, log }: ReplicaOptions): Replica {
  if (replica === null) return { read: (from) => from(primary) };
  const breaker = openCircuitBreaker({
    failures: 1,
    openMs: retryAfterMs,
    refusal: () => new DomainError("unavailable"),
    onChange: (isOpen, error) => {
      if (isOpen) log.warn({ error: String(error) }, "the primary is read: the replica failed");
      else log.info("the replica is read again");
    },
  });
  // A mistake in a statement shows again at the primary.
  return { read: (from) => breaker.run(() => from(replica)).catch(() => from(primary)) };
}
