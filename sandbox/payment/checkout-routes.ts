import Router from "@koa/router";
import type { Context } from "koa";
import type { Pool } from "#sandbox/database.ts";
import { readForm } from "#sandbox/request-body.ts";
import { type Checkout, submittedButton, readCheckout } from "./checkout-input.ts";
import { checkoutPage, payPath, resultPage } from "./checkout-pages.ts";
import { failure } from "./entities.ts";
import { parseInput } from "./input.ts";
import { findOrder } from "./orders.ts";
import { payOrder } from "./pay-order.ts";
import { unknownId } from "./provider-error.ts";
import type { Payment } from "./rows.ts";
import type { Settings } from "./settings.ts";
import { checkoutSignature } from "./signatures.ts";

const checkoutPath = "/v1/checkout/embedded";

interface CheckoutRoutes {
  readonly pool: Pool;
  readonly settings: Settings;
  /** Called when there may be something to tell or to capture. */
  readonly onChange: () => void;
}

/** The page that a browser is sent to in order to pay, by a form or by a link, and its buttons. */
export const checkoutRoutes = (routes: CheckoutRoutes): Router =>
  new Router()
    .get(checkoutPath, (ctx) => show(ctx, routes, Object.fromEntries(new URLSearchParams(ctx.querystring))))
    .post(checkoutPath, async (ctx) => show(ctx, routes, await readForm(ctx.req)))
    .post(payPath, (ctx) => pay(ctx, routes));

async function show(
  ctx: Context,
  { pool, settings }: CheckoutRoutes,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const checkout = readCheckout(fields, settings);
  const order = await findOrder(pool, checkout.orderId);
  if (order === null) throw unknownId();
  ctx.body = checkoutPage({ order, checkout, keyId: settings.payments.keyId });
}

async function pay(ctx: Context, { pool, settings, onChange }: CheckoutRoutes): Promise<void> {
  const fields = await readForm(ctx.req);
  const checkout = readCheckout(fields, settings);
  const payment = await payOrder(pool, checkout.orderId, parseInput(submittedButton, fields).outcome);
  onChange();
  const proof = {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    ...(payment.status !== "failed" && {
      razorpay_signature: checkoutSignature(settings.payments, payment.order_id, payment.id),
    }),
  };
  if (checkout.callbackUrl !== null) {
    ctx.status = 303;
    ctx.redirect(withParameters(checkout.callbackUrl, payment.status === "failed" ? errorFields(payment) : proof));
  } else if (ctx.accepts("json", "html") === "html") {
    const retryUrl = payment.status === "failed" ? linkTo(checkout, settings) : null;
    ctx.body = resultPage(payment.status, retryUrl, settings.publicUrl);
  } else {
    ctx.body = { ...proof, status: payment.status };
  }
}

const linkTo = ({ orderId }: Checkout, { payments }: Settings): string =>
  `${checkoutPath}?${new URLSearchParams({ key_id: payments.keyId, order_id: orderId }).toString()}`;

/** Tells what the provider says of a payment that has failed, as fields of a form. */
function errorFields({ id, order_id }: Payment): Record<string, string> {
  const metadata = JSON.stringify({ payment_id: id, order_id });
  return Object.fromEntries(
    Object.entries({ ...failure, metadata }).map(([name, value]) => [`error[${name}]`, value] as const),
  );
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
