import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type PaymentNews, paymentEventText } from "#harness/payments/payment-events.ts";
import { signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";

/** A call of a webhook, ready to be sent. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const paymentWebhookPath = "/v1/webhooks/payments";

/** Signs what the provider tells, with an id of the event that no other delivery has. */
export const deliveryOf = (secret: string, news: PaymentNews): Delivery =>
  signedPaymentEvent(secret, paymentEventText(news), `evt_${randomUUID()}`);

export interface DeliveryOptions {
  readonly url: string;
  readonly signal: AbortSignal;
}

/** Delivers an event. @returns the status of the answer; 0 when there was none */
export async function deliver({ headers, body }: Delivery, { url, signal }: DeliveryOptions): Promise<number> {
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The answer to a delivery, and the time from its due moment to the answer. */
export interface TimedAnswer {
  readonly status: number;
  readonly ms: number;
}

/** Delivers so many a second, whether or not those before were answered. */
export async function deliverSteadily(
  deliveries: readonly Delivery[],
  perSecond: number,
  options: DeliveryOptions,
): Promise<readonly TimedAnswer[]> {
  const begun = performance.now();
  const answers: Promise<TimedAnswer>[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const dueAt = begun + (index * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: options.signal });
    answers.push(deliver(delivery, options).then((status) => ({ status, ms: performance.now() - dueAt })));
  }
  return Promise.all(answers);
}
