import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import type { SubscriptionCheckout } from "#web/api/types.ts";
import { siteName } from "#web/components/site.ts";
import { type Purchase, savePendingOrder } from "./pending-order.ts";

/**
 * Leaves for the payment provider's page by a form, as Razorpay's hosted checkout wants it
 * (https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/): no script of theirs runs here.
 */
function payOrder(checkout: SubscriptionCheckout, purchase: Purchase): void {
  const { payments_order_id: orderId, key_id: keyId, checkout_url: url } = checkout;
  const back = `${location.origin}/account/billing`;
  const fields = {
    key_id: keyId,
    order_id: orderId,
    name: siteName(),
    description: purchase.name,
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
  savePendingOrder({ orderId, purchase });
  form.submit();
}

const order = ({ kind, id }: Purchase): Promise<SubscriptionCheckout> =>
  kind === "plan"
    ? call("POST /v1/subscriptions", { body: { plan_id: id } })
    : call("POST /v1/top-ups", { body: { pack_id: id } });

/** Begins to buy a plan or a pack, and leaves for the payment provider's page. */
export const useCheckout = () => useMutation({ mutationFn: order, onSuccess: payOrder });
