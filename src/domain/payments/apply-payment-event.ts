import type { Db } from "#db/schema.ts";
import { type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import {
  eraseWebhookPayloads,
  findWebhookEvent,
  type WebhookOutcome,
  writeWebhookOutcome,
} from "#src/domain/webhook-events/queries.ts";
import type { PaymentProvider } from "#src/providers/payments/payment-provider.ts";
import { applyPayment } from "./apply-payment.ts";
import { isAccountClosed } from "./queries.ts";

/** The reader of the payment provider's stored events. */
interface PaymentEvents extends Pick<PaymentProvider, "name" | "readPayment"> {
  readonly db: Db;
}

/**
 * Does what a stored event of the payment provider asks for, once. Money that fits no order is quarantined and says why.
 * @returns what became of it; null when it was not there (any more)
 * @throws LeaseLostError when another run has taken over
 */
export const applyPaymentEvent = (
  { db, name, readPayment }: PaymentEvents,
  lease: JobLease,
): Promise<WebhookOutcome | null> =>
  underLease(db, lease, async (trx) => {
    const event = await findWebhookEvent(trx, lease.subjectId);
    if (event === null) return null;
    const outcome = await outcomeOf({ db: trx, name, readPayment }, event.payload);
    // A late notification about a closed account is not kept.
    const { subject } = event;
    if (subject !== null && (await isAccountClosed(trx, { provider: name, provider_order_id: subject }))) {
      await eraseWebhookPayloads(trx, { provider: "payment", subject });
    }
    await writeWebhookOutcome(trx, event.id, outcome);
    return outcome;
  });

async function outcomeOf({ db, name, readPayment }: PaymentEvents, payload: string | null): Promise<WebhookOutcome> {
  // Erased with its account while it was waiting.
  if (payload === null) return { status: "ignored", detail: "The account is closed." };
  const payment = readPayment(payload);
  if (payment === null) return { status: "quarantined", detail: "The event does not name a payment of an order." };
  const { status, detail } = await applyPayment(db, name, payment);
  return { status, detail: detail === null ? null : `${payment.id}: ${detail}` };
}
