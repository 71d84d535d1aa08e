import type { Db } from "#db/schema.ts";
import { type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import type { DomainError } from "#src/errors.ts";
import { writeWebhookOutcome } from "./queries.ts";

/** Ends the work on an event without its effect: the row stays and says why. @throws LeaseLostError */
export const failWebhookEvent = ({ db }: { readonly db: Db }, lease: JobLease, error: DomainError): Promise<void> =>
  underLease(db, lease, async (trx) => {
    await writeWebhookOutcome(trx, lease.subjectId, { status: "failed", detail: error.message });
  });
