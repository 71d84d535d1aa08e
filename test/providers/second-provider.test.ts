import { createHmac, randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { reconcileOrders } from "#src/domain/payments/reconcile-orders.ts";
import { startCheckout } from "#src/domain/payments/start-checkout.ts";
import { DomainError } from "#src/errors.ts";
import { openLogger } from "#src/platform/logger.ts";
import type { NewOrder, Payment, PaymentProvider } from "#src/providers/payments/payment-provider.ts";
import { newCustomer, openShop, orderOf, tellOf } from "#test/support/purchases.ts";

const shop = await openShop();
const { db } = shop;
test.after.always(() => shop[Symbol.asyncDispose]());
const log = openLogger("test", "silent");

/** The sessions of the provider below, by their ids. */
const sessions = new Map<string, NewOrder>();
const paymentOf = (session: string, made: NewOrder): Payment => ({
  ...{ id: `pi_${session}`, orderId: session, status: "captured", amount: made.amount, currency: made.currency },
  ...{ refunded: 0, madeAt: null },
});

const body = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) });
const session = z.object({ id: z.string(), payment_intent: z.string(), amount_total: z.int(), currency: z.string() });
const signatureOf = (secret: string, time: string, content: Buffer): string =>
  createHmac("sha256", secret).update(`${time}.`).update(content).digest("hex");

/** A provider with another protocol: it signs, names and counts as Stripe does (https://docs.stripe.com/webhooks). */
const other: PaymentProvider = {
  openClient: ({ keyId }) => ({
    keyId,
    checkoutUrl: "https://checkout.example.com/pay",
    createOrder: (order) => {
      const id = `cs_${randomUUID()}`;
      sessions.set(id, order);
      return Promise.resolve(id);
    },
    listPayments: (orderId) => {
      const order = sessions.get(orderId);
      return Promise.resolve(order === undefined ? [] : [paymentOf(orderId, order)]);
    },
  }),
  webhook: {
    requestHeaders: { "Stripe-Signature": "A time and signatures." },
    description: "Signed as Stripe does.",
    body,
    event: body.transform(({ type, data }) => {
      const isHandled = type === "checkout.session.completed";
      return { type, isHandled, subject: isHandled ? String(data.object["id"]) : null };
    }),
    verify: ({ header, body: content }, secrets) => {
      const [time = "", given = ""] = (header("stripe-signature") ?? "")
        .split(",")
        .map((part) => part.slice(part.indexOf("=") + 1));
      if (!secrets.some((secret) => signatureOf(secret, time, content) === given)) {
        throw new DomainError("invalid_signature");
      }
      const eventId = body.parse(JSON.parse(content.toString("utf8"))).id;
      return { eventId, dedupeKey: eventId };
    },
  },
  readPayment: (event) => {
    const parsed = session.safeParse(body.parse(JSON.parse(event)).data.object);
    if (!parsed.success) return null;
    const { id, payment_intent, amount_total: amount, currency } = parsed.data;
    return { ...paymentOf(id, { amount, currency: currency.toUpperCase(), receipt: "" }), id: payment_intent };
  },
  reportsFailure: (form) => form.get("redirect_status") === "failed",
};

const settings = { apiUrl: "https://api.example.com", keyId: "pk_1", keySecret: "secret", reconcileMs: 1_000 };
const client = other.openClient(settings, log);
const buy = async () =>
  startCheckout({ db, client }, { userId: await newCustomer(db), planId: "starter", requestId: randomUUID() });

test("a provider with another protocol takes an order, and its webhook pays it", async (t) => {
  const order = await buy();
  const { amount = 0 } = sessions.get(order.id) ?? {};
  const object = { id: order.id, payment_intent: "pi_1", amount_total: amount, currency: "inr" };
  const event = { id: "evt_1", type: "checkout.session.completed", data: { object } };
  const content = Buffer.from(JSON.stringify(event));
  const signature = `t=1,v1=${signatureOf("whsec", "1", content)}`;
  const message = { header: (name: string) => (name === "stripe-signature" ? signature : undefined), body: content };

  t.throws(() => other.webhook.verify(message, ["another"]), { instanceOf: DomainError });
  t.is(other.webhook.verify(message, ["whsec"]).dedupeKey, "evt_1");
  t.like(other.webhook.event.parse(event), { isHandled: true, subject: order.id });
  const payment = other.readPayment(content.toString("utf8"));
  t.not(payment, null);
  if (payment !== null) t.is((await tellOf(db, payment)).status, "processed");
  t.is((await orderOf(db, order.id)).status, "paid");
});

test("a lost webhook of another provider is made good by its list of payments", async (t) => {
  const order = await buy();
  t.is((await orderOf(db, order.id)).status, "open");
  await reconcileOrders({ db, log, client }, new AbortController().signal);
  t.is((await orderOf(db, order.id)).status, "paid");
});
