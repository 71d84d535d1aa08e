import { createHmac, randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { findPurchase, listPurchases } from "#src/domain/payments/purchase-queries.ts";
import { eraseOrderPayloads } from "#src/domain/payments/queries.ts";
import { reconcileOrders } from "#src/domain/payments/reconcile-orders.ts";
import { listOrdersToReconcile } from "#src/domain/payments/reconcile-queries.ts";
import { startCheckout } from "#src/domain/payments/start-checkout.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { listWebhookEvents } from "#src/domain/webhook-events/list-webhook-events.ts";
import { DomainError } from "#src/errors.ts";
import { openLogger } from "#src/platform/logger.ts";
import type { NewOrder, Payment, PaymentProvider } from "#src/providers/payments/payment-provider.ts";
import { price } from "#harness/payments/payment-for.ts";
import { newCustomer, openShop, orderOf, placeOrder, tellOf } from "#test/support/purchases.ts";

const shop = await openShop();
const { db } = shop;
test.after.always(() => shop[Symbol.asyncDispose]());
const log = openLogger("test", "silent");

/** The sessions of the provider below, by their ids. */
const sessions = new Map<string, NewOrder>();
const paymentOf = (session: string, made: NewOrder): Payment => ({
  ...{ id: `pi_${session}`, orderId: session, status: "captured", amount: made.amount, currency: made.currency },
  ...{ refunded: 0, madeAt: null, method: null, failure: null },
});

const body = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) });
const session = z.object({ id: z.string(), payment_intent: z.string(), amount_total: z.int(), currency: z.string() });
const signatureOf = (secret: string, time: string, content: Buffer): string =>
  createHmac("sha256", secret).update(`${time}.`).update(content).digest("hex");

/** A provider with another protocol: it signs, names and counts as Stripe does (https://docs.stripe.com/webhooks). */
const other: PaymentProvider = {
  name: "other",
  openClient: ({ keyId }) => ({
    provider: "other",
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
  isTestKey: () => false,
};

const settings = { apiUrl: "https://api.example.com", keyId: "pk_1", keySecret: "secret", reconcileMs: 1_000 };
const client = other.openClient(settings, log);
const buy = async () =>
  startCheckout({ db, client }, { userId: await newCustomer(db), planId: "starter", requestId: randomUUID() });

test.serial("a provider with another protocol takes an order, and its webhook pays it", async (t) => {
  const order = await buy();
  const { amount = 0 } = sessions.get(order.provider_order_id) ?? {};
  const object = { id: order.provider_order_id, payment_intent: "pi_1", amount_total: amount, currency: "inr" };
  const event = { id: "evt_1", type: "checkout.session.completed", data: { object } };
  const content = Buffer.from(JSON.stringify(event));
  const signature = `t=1,v1=${signatureOf("whsec", "1", content)}`;
  const message = { header: (name: string) => (name === "stripe-signature" ? signature : undefined), body: content };

  t.throws(() => other.webhook.verify(message, ["another"]), { instanceOf: DomainError });
  t.is(other.webhook.verify(message, ["whsec"]).dedupeKey, "evt_1");
  t.like(other.webhook.event.parse(event), { isHandled: true, subject: order.provider_order_id });
  const payment = other.readPayment(content.toString("utf8"));
  t.not(payment, null);
  if (payment !== null) t.is((await tellOf(db, payment, other.name)).status, "processed");
  t.is((await orderOf(db, order.id)).status, "paid");
});

test.serial("a lost webhook of another provider is made good by its list of payments", async (t) => {
  const order = await buy();
  t.is((await orderOf(db, order.id)).status, "open");
  await reconcileOrders({ db, log, client }, new AbortController().signal);
  t.is((await orderOf(db, order.id)).status, "paid");
});

test.serial("an order with an id of ours is reported, shown, refunded and erased by the provider's id", async (t) => {
  const { id, provider_order_id: providerOrderId, user_id: userId } = await buy();
  t.not(id, providerOrderId);
  const payment = paymentOf(providerOrderId, { ...price, receipt: id });
  t.is((await tellOf(db, payment, "razorpay")).status, "quarantined");
  t.is((await tellOf(db, payment, other.name)).status, "processed");
  t.is((await orderOf(db, id)).status, "paid");
  t.like(await findLiveSubscription(db, userId), { order_id: id, provider_order_id: providerOrderId });
  const { items } = await listPurchases(db, { userId, page: 1, limit: 20 });
  t.like(items, [{ id, provider_order_id: providerOrderId }]);
  t.is((await findPurchase(db, { orderId: providerOrderId, userId }))?.id, id);
  t.is(await findPurchase(db, { orderId: id, userId }), null);

  const event = {
    provider: "payment" as const,
    status: "processed" as const,
    event_id: id,
    dedupe_key: id,
    event_type: "paid",
    subject: providerOrderId,
  };
  await db
    .insertInto("webhook_events")
    .values({ ...event, id: randomUUID(), payload: "{}" })
    .execute();
  const { items: events } = await listWebhookEvents({ db }, { provider: "payment", page: 1, limit: 20 });
  t.is(events.find(({ subject }) => subject === providerOrderId)?.user_id, userId);
  await eraseOrderPayloads(db, userId);
  const kept = db.selectFrom("webhook_events").select("payload").where("dedupe_key", "=", id);
  t.is((await kept.executeTakeFirstOrThrow()).payload, null);

  t.is((await tellOf(db, { ...payment, refunded: payment.amount }, other.name)).status, "processed");
  t.is((await orderOf(db, id)).status, "refunded");
});

test.serial(
  "an order whose id the provider has given to another order is refused, and nothing of it is kept",
  async (t) => {
    const taken = await buy();
    const userId = await newCustomer(db);
    const request = { userId, planId: "starter", requestId: randomUUID() };
    const same = { ...client, createOrder: () => Promise.resolve(taken.provider_order_id) };
    const error = await t.throwsAsync(startCheckout({ db, client: same }, request), { instanceOf: DomainError });
    t.is(error.code, "payment_provider_error");
    t.is((await orderOf(db, taken.id)).request_id, taken.request_id);
    const left = db.selectFrom("payment_orders").select("id").where("user_id", "=", userId);
    t.deepEqual(await left.execute(), []);
  },
);

test.serial("orders of two providers may have the same id there, and each is paid by its own", async (t) => {
  const first = await placeOrder(db, await newCustomer(db));
  const request = { userId: await newCustomer(db), planId: "starter", requestId: randomUUID() };
  const same = { ...client, createOrder: () => Promise.resolve(first) };
  const second = await startCheckout({ db, client: same }, request);
  t.is(second.provider_order_id, first);
  t.is((await tellOf(db, paymentOf(first, { ...price, receipt: "" }), other.name)).status, "processed");
  t.is((await orderOf(db, second.id)).status, "paid");
  t.is((await orderOf(db, first)).status, "open");
});

test.serial("a provider is asked about its own orders only, by its own ids", async (t) => {
  const { id } = await buy();
  const foreign = await placeOrder(db, await newCustomer(db));
  await reconcileOrders({ db, log, client }, new AbortController().signal);
  t.is((await orderOf(db, id)).status, "paid");
  const asked = (await listOrdersToReconcile(db, "razorpay")).map((order) => order.id);
  t.true(asked.includes(foreign));
  t.false((await listOrdersToReconcile(db, other.name)).some((order) => order.id === foreign));
});

test.serial("an order that is open at one provider is not offered at another", async (t) => {
  const userId = await newCustomer(db);
  const request = { userId, planId: "starter" };
  const first = await startCheckout({ db, client }, { ...request, requestId: randomUUID() });
  t.is((await startCheckout({ db, client }, { ...request, requestId: randomUUID() })).id, first.id);
  const third = { ...client, provider: "third" };
  const second = await startCheckout({ db, client: third }, { ...request, requestId: randomUUID() });
  t.is(second.provider, "third");
  t.not(second.id, first.id);
  t.is((await orderOf(db, first.id)).status, "abandoned");
});
