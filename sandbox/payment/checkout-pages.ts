import { escapeHtml, link, page } from "#sandbox/page.ts";
import type { Checkout } from "./checkout-input.ts";
import { currency } from "./entities.ts";
import type { SimulatedResult } from "./pay-order.ts";
import type { Order } from "./rows.ts";

/** The address to which the page's form is sent. */
export const payPath = "/v1/checkout/embedded/pay";

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency });

interface CheckoutPage {
  readonly order: Order;
  readonly checkout: Checkout;
  readonly keyId: string;
}

/** Shows what there is to pay, and a button for each thing that can become of it. */
export function checkoutPage(shown: CheckoutPage): string {
  const { order, checkout } = shown;
  const facts = `<p>This is a sandbox: no money moves.</p>
<dl>
${checkout.name === null ? "" : `<dt>To</dt><dd>${escapeHtml(checkout.name)}</dd>`}
${checkout.description === null ? "" : `<dt>For</dt><dd>${escapeHtml(checkout.description)}</dd>`}
<dt>Amount</dt><dd>${rupees.format(order.amount / 100)}</dd>
<dt>Order</dt><dd>${escapeHtml(order.id)}</dd>
</dl>`;
  const back = checkout.cancelUrl === null ? "" : link(checkout.cancelUrl, "Back without paying");
  return page("Pay", `${facts}\n${form(shown)}\n${back}`);
}

function form({ order, checkout, keyId }: CheckoutPage): string {
  const hidden = Object.entries({
    key_id: keyId,
    order_id: order.id,
    callback_url: checkout.callbackUrl,
    cancel_url: checkout.cancelUrl,
  }).flatMap(([name, value]) => (value === null ? [] : [input(name, value)]));
  const buttons =
    order.status === "paid"
      ? `<p>The order is paid.</p>\n${button("twice", "Pay once more")}`
      : [
          "<p>Choose the outcome of the payment.</p>",
          button("paid", "Pay", "primary"),
          button("failed", "Let the payment fail"),
          button("twice", "Pay twice"),
          button("late", "Pay late"),
        ].join("\n");
  return `<form method="post" action="${payPath}">\n${[...hidden, buttons].join("\n")}\n</form>`;
}

const input = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const button = (outcome: SimulatedResult, label: string, className = ""): string =>
  `<button type="submit" name="outcome" value="${outcome}" class="${className}">${label}</button>`;

const sentences = {
  authorized: "The payment is authorized, and will be captured in a moment.",
  captured: "The payment is captured.",
  refunded: "The payment is refunded.",
  failed: "The payment has failed.",
} as const;

/** Shows what has become of a payment, for those who are not sent anywhere. */
export const resultPage = (status: keyof typeof sentences, retryUrl: string | null, publicUrl: string): string =>
  page(
    status === "failed" ? "Not paid" : "Paid",
    `<p>${sentences[status]}</p>
${retryUrl === null ? "" : link(retryUrl, "Try again")}
${link(publicUrl, "Back to the speech service")}`,
  );
