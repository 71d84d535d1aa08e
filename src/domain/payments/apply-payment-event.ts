import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { finishJob, type JobLease } from "#src/domain/jobs/queries.ts";
import {
  eraseWebhookPayloads,
  findWebhookEvent,
  type WebhookOutcome,
  writeWebhookOutcome,
} from "#src/domain/webhook-events/queries.ts";
import type { Payment } from "#src/providers/payments/razorpay/payment-entity.ts";
import { applyPayment } from "./apply-payment.ts";
import { isBuyerClosed } from "./queries.ts";

/**
 * Does what a stored event of the payment provider asks for, once. Money that fits no order is quarantined and says why.
 * @param read what the event says of a payment; null when it cannot be understood
 * @returns what became of it; null when it was not there (any more)
 * @throws LeaseLostError when another run has taken over
 */
export const applyPaymentEvent = (
  { db }: { readonly db: Kysely<Database> },
  lease: JobLease,
  read: (payload: string) => Payment | null,
): Promise<WebhookOutcome | null> =>
  db.transaction().execute(async (trx) => {
    await finishJob(trx, lease);
    const event = await findWebhookEvent(trx, lease.subjectId);
    if (event === null) return null;
    const outcome = await outcomeOf(trx, event.payload, read);
    // What comes late about somebody who is gone is not kept.
    if (event.subject !== null && (await isBuyerClosed(trx, event.subject))) {
      await eraseWebhookPayloads(trx, { provider: "payment", subject: event.subject });
    }
    await writeWebhookOutcome(trx, event.id, outcome);
    return outcome;
  });

async function outcomeOf(
  db: Kysely<Database>,
  payload: string | null,
  read: (payload: string) => Payment | null,
): Promise<WebhookOutcome> {
  // Erased with its account while it was waiting.
  if (payload === null) return { status: "ignored", detail: "The account is closed." };
  const payment = read(payload);
  if (payment === null) return { status: "quarantined", detail: "The event does not tell of a payment for an order." };
  const { status, detail } = await applyPayment(db, payment);
  return { status, detail: detail === null ? null : `${payment.id}: ${detail}` };
}
