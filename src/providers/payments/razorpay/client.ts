import { z } from "zod";
import type { PaymentsConfig } from "#src/config.ts";
import { DomainError } from "#src/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import { currencyCode, paymentEntity } from "./payment-entity.ts";

export const providerName = "razorpay";
const defaultTimeoutMs = 10_000;

const order = z.object({
  id: z.string().regex(/^order_\w{1,50}$/),
  amount: z.int(),
  currency: currencyCode,
});
const payments = z.object({ items: z.array(paymentEntity) });

/** Speaks Razorpay's protocol (https://razorpay.com/docs/api/orders/) with the provider of the settings. */
export function openRazorpayClient(config: PaymentsConfig, log: Logger, timeoutMs = defaultTimeoutMs): PaymentClient {
  const { apiUrl, keyId } = config;
  const access = { ...config, timeoutMs };
  const ask = async <Answer>(path: string, schema: z.ZodType<Answer>, body?: unknown): Promise<Answer> => {
    try {
      return schema.parse(await request(access, path, body));
    } catch (error) {
      log.warn({ path, error: error instanceof Error ? error.message : String(error) }, "the payment provider failed");
      throw new DomainError("payment_provider_error");
    }
  };
  return {
    provider: providerName,
    keyId,
    checkoutUrl: `${apiUrl}/v1/checkout/embedded`,
    createOrder: async ({ amount, currency, receipt }) => {
      const asked = order.refine((made) => made.amount === amount && made.currency === currency, "another order");
      const { id } = await ask("/v1/orders", asked, { amount, currency, receipt, payment_capture: true });
      return id;
    },
    listPayments: async (orderId) => {
      const { items } = await ask(`/v1/orders/${encodeURIComponent(orderId)}/payments`, payments);
      return items.filter((payment) => payment !== null);
    },
  };
}

type Access = PaymentsConfig & { readonly timeoutMs: number };

async function request(access: Access, path: string, body: unknown): Promise<unknown> {
  const { apiUrl, keyId, keySecret, timeoutMs } = access;
  const response = await fetch(`${apiUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The key must reach no other host.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`It answers ${response.status}.`);
  }
  return response.json();
}
