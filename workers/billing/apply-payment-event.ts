import { applyPaymentEvent } from "#src/domain/payments/apply-payment-event.ts";
import { failWebhookEvent } from "#src/domain/webhook-events/fail-webhook-event.ts";
import type { Resources } from "#src/platform/resources.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import type { Handler } from "#workers/runtime/handler.ts";

/** Applies a payment notification to its order; an admin has to resolve what is quarantined. */
export const applyPaymentEventHandler = (resources: Resources): Handler => ({
  run: async (lease) => {
    const outcome = await applyPaymentEvent({ ...paymentProvider, db: resources.db }, lease);
    if (outcome?.status !== "quarantined") return;
    resources.log.error(
      { event: lease.subjectId, detail: outcome.detail },
      "an event of the payment provider matches no order",
    );
  },
  fail: async (lease, error) => {
    await failWebhookEvent(resources, lease, error);
    resources.log.error({ event: lease.subjectId, code: error.code }, "an event of the payment provider was given up");
  },
});
