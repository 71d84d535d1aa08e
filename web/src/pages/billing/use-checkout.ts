import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import type { SubscriptionCheckout } from "#web/api/types.ts";
import { siteName } from "#web/components/site.ts";
import { savePendingOrder } from "./pending-order.ts";

/**
 * Leaves for the payment provider's page by a form, as Razorpay's hosted checkout wants it
 * (https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/): no script of theirs runs here.
 */
function payOrder(checkout: SubscriptionCheckout, planId: string): void {
  const { payments_order_id: orderId, key_id: keyId, checkout_url: url } = checkout;
  const back = `${location.origin}/account/billing`;
  const fields = {
    key_id: keyId,
    order_id: orderId,
    name: siteName(),
    callback_url: back,
    cancel_url: `${back}?payment=cancelled`,
  };
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  savePendingOrder({ orderId, planId });
  form.submit();
}

/** Begins to buy a plan by its id, and leaves for the payment provider's page. */
export const useCheckout = () =>
  useMutation({
    mutationFn: (planId: string) => call("POST /v1/subscriptions", { body: { plan_id: planId } }),
    onSuccess: (checkout, planId) => payOrder(checkout, planId),
  });
