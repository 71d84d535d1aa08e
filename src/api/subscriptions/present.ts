import type { Order } from "#src/domain/payments/queries.ts";
import type { LiveSubscription } from "#src/domain/subscriptions/queries.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";

export const presentCheckout = (order: Order, { keyId, checkoutUrl }: PaymentClient) => ({
  payments_order_id: order.id,
  amount: order.amount,
  currency: order.currency,
  key_id: keyId,
  checkout_url: checkoutUrl,
});

export const presentSubscription = (subscription: LiveSubscription) => ({
  subscription_id: subscription.id,
  plan_id: subscription.plan_id,
  plan_name: subscription.plan_name,
  status: subscription.status,
  current_period_start: subscription.current_period_start.toISOString(),
  current_period_end: subscription.current_period_end.toISOString(),
  payments_order_id: subscription.order_id,
});
