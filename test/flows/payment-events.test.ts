import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { closeAccount } from "#src/domain/accounts/close-account.ts";
import { upsertIdentity } from "#src/domain/accounts/upsert-identity.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { receiveWebhookEvent } from "#src/domain/webhook-events/receive-webhook-event.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import { type PaymentNews, storePaymentEvent } from "#harness/payments/payment-events.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import {
  buy,
  free,
  ledgerOf,
  newCustomer,
  orderOf,
  partsOf,
  placeOrder,
  subscriptionsOf,
} from "#test/support/purchases.ts";
import { granted, paymentFor } from "#harness/payments/payment-for.ts";
import { startService } from "#test/support/service.ts";

const provider = await startPaymentProvider();
const service = await startService({
  workers: ["billing"],
  env: { ...provider.env, PAYMENT_RECONCILE_SECONDS: "1", SWEEP_INTERVAL_MS: "200" },
});
const { resources } = service;
const { db } = resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
// Whatever a test does, the ledger checks pass afterwards.
test.afterEach.always(async (t) => t.deepEqual((await recountCredits({ db })).differences, []));

const issuer = "http://localhost:1/oidc";

const eventOf = (eventId: string) =>
  db.selectFrom("webhook_events").selectAll().where("event_id", "=", eventId).executeTakeFirstOrThrow();

/** Waits until an event has been worked on. @returns its row */
async function untilApplied(eventId: string) {
  while ((await eventOf(eventId)).status === "queued") await delay(20);
  return eventOf(eventId);
}

const tell = async (news: PaymentNews) => untilApplied(await storePaymentEvent(resources, news));

/** An account with an identity, which the provider can delete. */
async function newMember() {
  const name = { issuer, subject: randomUUID() };
  const person = { email: `${name.subject}@example.com`, emailVerified: false, name: "Ann", username: null };
  const { userId } = await upsertIdentity({ db }, { ...name, ...person }, { adminEmails: [], sandbox: false });
  return {
    userId,
    email: person.email,
    close: () => db.transaction().execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, name)),
  };
}

const captured = (payment: Payment, email?: string): PaymentNews => ({
  ...{ type: "payment.captured", payment },
  ...(email !== undefined && { email }),
});

const storyOf = (payment: Payment): readonly PaymentNews[] => [
  { type: "payment.authorized", payment: { ...payment, status: "authorized" } },
  { type: "payment.failed", payment: { ...payment, status: "failed" } },
  captured(payment),
  { type: "order.paid", payment },
  { type: "refund.processed", payment: { ...payment, refunded: payment.amount } },
];

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1));
}

test("events of forty payments, twice each and all at once, end like one after the other", async (t) => {
  const purchases = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const userId = await newCustomer(db);
      const orderId = await placeOrder(db, userId);
      const isRefunded = index % 2 === 0;
      return { userId, orderId, isRefunded, story: storyOf(paymentFor(orderId)).slice(0, isRefunded ? 5 : 4) };
    }),
  );
  const news = shuffled(purchases.flatMap(({ story }) => [...story, ...story]));
  const stored = await Promise.all(news.map((one) => storePaymentEvent(resources, one)));
  for (const eventId of stored) t.like(await untilApplied(eventId), { status: "processed", detail: null });
  for (const { userId, orderId, isRefunded } of purchases) {
    t.is((await orderOf(db, orderId)).status, isRefunded ? "refunded" : "paid");
    t.is((await subscriptionsOf(db, userId))[0]?.status, isRefunded ? "cancelled" : "active");
    t.deepEqual(await partsOf(db, userId), [isRefunded ? 0 : granted.tts, free.tts]);
    t.true((await ledgerOf(db, userId)).filter((entry) => entry.startsWith("grant")).length <= 1);
  }
});

test("an event that fits nothing is kept with its reason, and those after it are applied", async (t) => {
  const orderId = await placeOrder(db, await newCustomer(db));
  const payment = paymentFor(orderId, { amount: 1 });
  const odd = await tell(captured(payment));
  t.like(odd, { status: "quarantined", detail: `${payment.id}: The order is for 49900 INR, the payment is 1 INR.` });
  t.truthy(odd.payload);
  t.true(odd.processed_at instanceof Date);
  for (const [subject, payload] of [
    [orderId, '{"event":"payment.captured","payload":{}}'],
    [null, '{"event":"payment.captured","payload":{"payment":{"entity":{"order_id":"a\\u0000b"}}}}'],
    [null, '{"event":"payment.captured","payload":7,"more":"\\ud800"}'],
  ] as const) {
    const eventId = randomUUID();
    const news = { provider: "payment", dedupeKey: eventId, eventId, eventType: "payment.captured" } as const;
    await receiveWebhookEvent(resources, { ...news, subject, payload, job: "apply-payment-event" });
    t.like(await untilApplied(eventId), {
      ...{ status: "quarantined", detail: "The event does not name a payment of an order.", payload },
    });
  }
  t.is((await tell(captured(paymentFor(orderId)))).status, "processed");
  t.is((await orderOf(db, orderId)).status, "paid");
});

/** The places in the database where a text is found. */
async function findText(text: string): Promise<readonly string[]> {
  const columns = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying')`.execute(db);
  const found = columns.rows.map(async ({ table_name: table, column_name: column }) => {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)}::text ilike ${`%${text}%`} limit 1`.execute(db);
    return rows.length === 0 ? [] : [`${table}.${column}`];
  });
  return (await Promise.all(found)).flat();
}

test("purchases of a closed account keep their amounts, but no personal data from the provider", async (t) => {
  const { userId, close } = await newMember();
  const payer = `${randomUUID()}@example.com`;
  const [, ahead] = [await buy(db, userId), await placeOrder(db, userId)];
  const open = await placeOrder(db, userId, { planId: "pro" });
  const orders = db.selectFrom("payment_orders").select(["id", "amount"]).where("user_id", "=", userId).orderBy("id");
  const before = await orders.execute();
  t.is((await tell(captured(paymentFor(ahead), payer))).status, "processed");
  for (const news of [
    { type: "payment.failed", payment: paymentFor(open, { status: "failed" }), email: payer },
    captured(paymentFor(ahead), payer),
    captured(paymentFor(open, { amount: 1 }), payer),
  ] as const) {
    await tell(news);
  }
  t.deepEqual(await findText(payer), ["webhook_events.payload"]);
  const ledger = await ledgerOf(db, userId);

  await close();

  t.deepEqual(await findText(payer), []);
  t.deepEqual(await orders.execute(), before);
  t.deepEqual(await ledgerOf(db, userId), ledger);
  t.deepEqual(new Set((await subscriptionsOf(db, userId)).map(({ status }) => status)), new Set(["cancelled"]));
  t.is(await findLiveSubscription(db, userId), null);
  // Later reports are quarantined, and not kept either.
  const lateOne = paymentFor(open);
  const late = await tell(captured(lateOne, payer));
  t.like(late, { status: "quarantined", detail: `${lateOne.id}: The account is closed.`, payload: null });
  t.is((await tell(captured(paymentFor(ahead), payer))).payload, null);
  t.deepEqual(await findText(payer), []);
  t.deepEqual(await ledgerOf(db, userId), ledger);
});

test("an account closed while its payment is reported keeps no credits of it, in either order", async (t) => {
  for (let round = 0; round < 15; round += 1) {
    const { userId, email, close } = await newMember();
    const orderId = await placeOrder(db, userId);
    const [eventId] = await Promise.all([
      storePaymentEvent(resources, captured(paymentFor(orderId), email)),
      delay(round).then(close),
    ]);
    const { status, payload } = await untilApplied(eventId);
    t.not(status, "failed");
    t.is(payload, null);
    t.is((await orderOf(db, orderId)).status === "paid", status === "processed");
    t.is(await findLiveSubscription(db, userId), null);
    t.deepEqual(await findText(email), []);
  }
});

test("an order whose webhook never arrives is found by the maintenance process, and its cycle begins", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  const { id, amount, currency } = paymentFor(orderId);
  provider.payments.set(orderId, [{ id, order_id: orderId, status: "captured", amount, currency, amount_refunded: 0 }]);
  const maintenance = await service.startWorker("maintenance");
  while ((await findLiveSubscription(db, userId)) === null) await delay(50);
  t.deepEqual(await partsOf(db, userId), [granted.tts, free.tts]);
  // And when its time is over, it ends.
  await db
    .updateTable("payment_orders")
    .set({ period_end: new Date(Date.now() - 1_000) })
    .where("id", "=", orderId)
    .execute();
  while ((await partsOf(db, userId))[0] !== 0) await delay(50);
  await maintenance.stop();
});
