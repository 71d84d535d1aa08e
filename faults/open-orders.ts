import { z } from "zod";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { insertPlan } from "#harness/payments/bought-plans.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import type { RunningService } from "#harness/service/running-service.ts";
import { mapConcurrently } from "./calls.ts";

/** The price of every order in rupees, and the credits that it gives for each pool. */
const price = 100;
export const orderCredits = { tts: 1_000, asr: 500 } as const;

const callsAtOnce = 10;
const checkout = z.object({
  data: z.object({ payments_order_id: z.string(), amount: z.int(), currency: z.string() }),
});

/** An order that waits to be paid, whose it is, and the payment that it waits for. */
export interface OpenOrder {
  readonly account: TestAccount;
  readonly payment: Payment;
}

/** Checks out through the API: so many new accounts, each with one order for each of so many plans. */
export async function openOrders(
  service: RunningService,
  counts: { readonly accounts: number; readonly plans: number },
  signal: AbortSignal,
): Promise<readonly OpenOrder[]> {
  const terms = {
    price_inr: price,
    tts_credits_per_cycle: orderCredits.tts,
    asr_credits_per_cycle: orderCredits.asr,
  };
  const plans = await mapConcurrently([...Array(counts.plans).keys()], 1, () => insertPlan(service.resources, terms));
  const accounts = await mapConcurrently([...Array(counts.accounts).keys()], callsAtOnce, () => service.account(0));
  const wishes = accounts.flatMap((buyer) => plans.map((planId) => ({ buyer, planId })));
  return mapConcurrently(wishes, callsAtOnce, async ({ buyer, planId }) => {
    const headers = { "x-api-key": buyer.key, "content-type": "application/json" };
    const body = JSON.stringify({ plan_id: planId });
    const response = await fetch(`${service.baseUrl}/v1/subscriptions`, { method: "POST", headers, body, signal });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`An order was answered with ${response.status}: ${text}`);
    const { payments_order_id: orderId, amount, currency } = checkout.parse(JSON.parse(text)).data;
    return { account: buyer, payment: paymentFor(orderId, { amount, currency }) };
  });
}
