import type { CheckoutPreview } from "#src/domain/payments/preview-checkout.ts";
import type { Order } from "#src/domain/payments/queries.ts";
import type { LiveSubscription } from "#src/domain/subscriptions/queries.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";

export const presentCheckout = (order: Order, { keyId, checkoutUrl }: PaymentClient) => ({
  payments_order_id: order.provider_order_id,
  amount: order.amount,
  currency: order.currency,
  key_id: keyId,
  checkout_url: checkoutUrl,
});

export const presentPreview = (preview: CheckoutPreview) => ({
  plan_id: preview.plan.id,
  plan_name: preview.plan.display_name,
  kind: preview.kind,
  amount: preview.amount,
  currency: preview.currency,
  starts_at: preview.startsAt.toISOString(),
  ends_at: preview.endsAt.toISOString(),
  renews_automatically: false,
  tts_granted: preview.granted.tts,
  asr_granted: preview.granted.asr,
  tts_remaining: preview.remaining.tts,
  asr_remaining: preview.remaining.asr,
  tts_carried_over: preview.carriedOver.tts,
  asr_carried_over: preview.carriedOver.asr,
  tts_expiring: preview.expiring.tts,
  asr_expiring: preview.expiring.asr,
  expires_at: preview.expiresAt?.toISOString() ?? null,
});

export const presentSubscription = (subscription: LiveSubscription, plansPaidAhead: readonly string[]) => ({
  subscription_id: subscription.id,
  plan_id: subscription.plan_id,
  plan_name: subscription.plan_name,
  status: subscription.status,
  current_period_start: subscription.current_period_start.toISOString(),
  current_period_end: subscription.current_period_end.toISOString(),
  payments_order_id: subscription.provider_order_id ?? subscription.order_id,
  plans_paid_ahead: plansPaidAhead,
  renewable_from: subscription.renewable_from.toISOString(),
});
