import type { JobNamesOf } from "#src/jobs/catalogue.ts";
import type { QueueName } from "#src/jobs/contract.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import type { DomainError } from "#src/errors.ts";

/** Does one kind of work. */
export interface Handler {
  /**
   * Does the work and writes its result under the lease. A second run after a first one that succeeded
   * changes nothing: it loses the lease.
   * @param advance is called when a part of the work is done, and restarts the time limit for a part
   * @throws DomainError a permanent one ends the work, a transient one or any other error is tried again
   * @throws NotCapableError returns the job to the outbox for another worker, for a day at most
   */
  run(lease: JobLease, signal: AbortSignal, advance: () => void): Promise<void>;
  /** Writes that the work has failed for good. */
  fail(lease: JobLease, error: DomainError): Promise<void>;
}

/** This worker lacks what the work needs, and another one has it: the job is handed back without counting as a failure. */
export class NotCapableError extends Error {
  override readonly name = "NotCapableError";

  constructor() {
    super("Another worker has the engine that this work needs.");
  }
}

/** A handler for every job of a queue: a missing or misspelt one does not compile. */
export type HandlersFor<Queue extends QueueName> = { readonly [Name in JobNamesOf<Queue>]: Handler };
