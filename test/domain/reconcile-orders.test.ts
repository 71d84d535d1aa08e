import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import test from "ava";
import { sql } from "kysely";
import { reconcileOrders } from "#src/domain/payments/reconcile-orders.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openRazorpayClient } from "#src/providers/payments/razorpay/client.ts";
import { checkedShop } from "#test/support/checked-shop.ts";
import {
  free,
  ledgerOf,
  newCustomer,
  openShop,
  orderOf,
  partsOf,
  placeOrder,
  subscriptionsOf,
  tellOf,
} from "#test/support/purchases.ts";
import { paymentFor, price } from "#harness/payments/payment-for.ts";

const shop = await openShop();
const log = openLogger("test", "silent");

/** The payments of an order, as the provider knows them, or what it does instead of answering. */
type Answer = readonly object[] | ((response: ServerResponse) => void);
const answers = new Map<string, Answer>();
/** The orders that were asked about, in order. */
let asked: string[] = [];

const server = createServer((request, response) => {
  const orderId = /^\/v1\/orders\/(\w+)\/payments$/.exec(request.url ?? "")?.[1] ?? "";
  asked.push(orderId);
  const answer = answers.get(orderId) ?? [];
  if (typeof answer === "function") return answer(response);
  response.end(JSON.stringify({ entity: "collection", count: answer.length, items: answer }));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { db, at } = checkedShop(shop);
const address = server.address();
const apiUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
const client = openRazorpayClient({ apiUrl, keyId: "key", keySecret: "secret", reconcileMs: 1_000 }, log, 250);

test.after.always(() => {
  server.closeAllConnections();
  server.close();
});
// No order waits for the next test.
test.afterEach.always(async () => {
  answers.clear();
  await sql`
    update payment_orders set status = 'abandoned', created_at = now() - interval '30 days'
    where status in ('open', 'abandoned')`.execute(db);
});

/** A payment as the provider's API gives it. */
const entityFor = (orderId: string, more: object = {}) => {
  const { id } = paymentFor(orderId);
  return { id, entity: "payment", order_id: orderId, status: "captured", ...price, amount_refunded: 0, ...more };
};

/** One round. @returns the orders that were asked about */
async function reconcile(): Promise<readonly string[]> {
  asked = [];
  await reconcileOrders({ db, log, client }, new AbortController().signal);
  return asked;
}

/** An order of a new account that was created, and reconciled, so many minutes ago. */
async function orderOfAge(minutes: number, askedMinutesAgo = minutes): Promise<string> {
  const orderId = await placeOrder(db, await newCustomer(db));
  const ago = (count: number) => new Date(start.getTime() - count * 60_000);
  await db
    .updateTable("payment_orders")
    .set({ asked_at: ago(askedMinutesAgo) })
    .where("id", "=", orderId)
    .execute();
  await backdate(orderId, ago(minutes));
  return orderId;
}

const start = new Date("2027-01-31T10:00:00Z");
const week = 7 * 24 * 60;

/** `created_at` is nothing that the service ever writes. */
const backdate = (orderId: string, time: Date): Promise<unknown> =>
  sql`update payment_orders set created_at = ${time} where id = ${orderId}`.execute(db);

const statusOf = async (orderId: string): Promise<string> => (await orderOf(db, orderId)).status;

async function stateOf(orderId: string): Promise<readonly (string | undefined)[]> {
  const order = await orderOf(db, orderId);
  return [order.status, (await subscriptionsOf(db, order.user_id))[0]?.status];
}

test.serial.beforeEach(() => at(start.toISOString()));

test.serial("an order whose webhook was lost is active after one round, and only once", async (t) => {
  const [paid, tried, untouched] = [await orderOfAge(1), await orderOfAge(1), await orderOfAge(1)];
  answers.set(paid, [entityFor(paid, { status: "failed" }), entityFor(paid)]);
  answers.set(tried, [entityFor(tried, { status: "created" }), entityFor(tried, { status: "failed" })]);
  t.deepEqual((await reconcile()).toSorted(), [paid, tried, untouched].toSorted());
  t.deepEqual(await stateOf(paid), ["paid", "active"]);
  for (const orderId of [tried, untouched]) t.deepEqual(await stateOf(orderId), ["open", "pending"]);
  t.deepEqual((await reconcile()).toSorted(), [tried, untouched].toSorted());
  t.deepEqual(await ledgerOf(db, (await orderOf(db, paid)).user_id), ["grant 1000"]);
});

test.serial(
  "what has been given back before it was heard of ends the order, and odd money changes nothing",
  async (t) => {
    const [refunded, odd] = [await orderOfAge(1), await orderOfAge(1)];
    answers.set(refunded, [entityFor(refunded, { status: "refunded", amount_refunded: price.amount })]);
    answers.set(odd, [entityFor(odd, { amount: 1 })]);
    await reconcile();
    t.deepEqual(await stateOf(refunded), ["refunded", "cancelled"]);
    t.deepEqual(await stateOf(odd), ["open", "pending"]);
  },
);

const faults: Readonly<Record<string, Answer>> = {
  "an error": (response) => void response.writeHead(500).end("{}"),
  "hanging up": (response) => void response.destroy(),
  silence: () => undefined,
  "half an answer": (response) => void response.write('{"items":['),
  "no JSON": (response) => void response.end("<html>"),
  "another answer": (response) => void response.end('{"items":7}'),
  "an odd payment": [{ id: "pay_1", status: "captured" }],
  "a detour": (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
};

for (const [name, fault] of Object.entries(faults)) {
  test.serial(`after ${name} nothing has changed, and the next round works`, async (t) => {
    const orderId = await orderOfAge(5);
    answers.set(orderId, fault);
    await t.throwsAsync(reconcile(), { instanceOf: AggregateError, message: /^1 orders: / });
    t.deepEqual(await stateOf(orderId), ["open", "pending"]);
    answers.set(orderId, [entityFor(orderId)]);
    await reconcile();
    t.deepEqual(await stateOf(orderId), ["paid", "active"]);
  });
}

test.serial("an order that cannot be reconciled does not delay others", async (t) => {
  const broken = await orderOfAge(60, 50);
  const others: string[] = [];
  while (others.length < 24) others.push(await orderOfAge(60));
  answers.set(broken, faults["an error"] ?? []);
  for (const orderId of others) answers.set(orderId, [entityFor(orderId)]);
  await t.throwsAsync(reconcile(), { instanceOf: AggregateError });
  for (const orderId of others) t.is(await statusOf(orderId), "paid");
  t.is(await statusOf(broken), "open");
});

test.serial(
  "a provider that is unavailable is not asked about all orders, and those that were not are first next time",
  async (t) => {
    const orders: string[] = [];
    while (orders.length < 25) orders.push(await orderOfAge(60, 60 - orders.length));
    for (const orderId of orders) answers.set(orderId, faults["an error"] ?? []);
    for (const expected of [orders.slice(0, 10), orders.slice(10, 20)]) {
      await t.throwsAsync(reconcile(), { instanceOf: AggregateError, message: /^10 orders: / });
      t.deepEqual(asked.toSorted(), expected.toSorted());
    }
    answers.clear();
    t.deepEqual((await reconcile()).toSorted(), orders.slice(20).toSorted());
  },
);

test.serial("the older an order, the less often it is reconciled: finally once an hour", async (t) => {
  const due = [await orderOfAge(9, 0), await orderOfAge(60, 6), await orderOfAge(600, 60), await orderOfAge(5_000, 60)];
  for (const [age, askedAgo] of [
    [11, 1],
    [60, 5.9],
    [600, 59],
    [5_000, 59],
  ] as const) {
    await orderOfAge(age, askedAgo);
  }
  t.deepEqual((await reconcile()).toSorted(), due.toSorted());
  t.deepEqual(await reconcile(), due.slice(0, 1));
});

test.serial("after a week an order is reconciled a last time; a later payment still counts", async (t) => {
  const [young, forgotten] = [await orderOfAge(week - 1), await orderOfAge(week)];
  const [paid, silent] = [await orderOfAge(week), await orderOfAge(week)];
  answers.set(paid, [entityFor(paid)]);
  answers.set(silent, faults["silence"] ?? []);
  await t.throwsAsync(reconcile(), { instanceOf: AggregateError });
  t.deepEqual(await stateOf(young), ["open", "pending"]);
  t.deepEqual(await stateOf(forgotten), ["abandoned", "cancelled"]);
  t.deepEqual(await stateOf(paid), ["paid", "active"]);
  t.deepEqual(await stateOf(silent), ["open", "pending"], "it has not answered yet");
  t.deepEqual(await tellOf(db, paymentFor(forgotten)), { status: "processed", detail: null });
  t.deepEqual(await stateOf(forgotten), ["paid", "active"]);
});

test.serial(
  "a paid order is asked about once a day, so that a refund whose webhook was lost is heard of",
  async (t) => {
    const orderId = await orderOfAge(1);
    const payment = entityFor(orderId);
    answers.set(orderId, [payment]);
    await reconcile();
    await at("2027-02-01T09:59:00Z");
    t.false((await reconcile()).includes(orderId));
    answers.set(orderId, [{ ...payment, status: "refunded", amount_refunded: price.amount }]);
    await at("2027-02-01T10:01:00Z");
    t.true((await reconcile()).includes(orderId));
    t.deepEqual(await stateOf(orderId), ["refunded", "cancelled"]);
    t.false((await reconcile()).includes(orderId));
  },
);

test.serial("of two payments the one that was not refunded counts, in either order of reports", async (t) => {
  const orderId = await orderOfAge(1);
  const [kept, back] = [entityFor(orderId), entityFor(orderId, { status: "refunded", amount_refunded: price.amount })];
  answers.set(orderId, [back, kept]);
  await reconcile();
  t.deepEqual(await stateOf(orderId), ["paid", "active"]);
});

test.serial("a plan paid before an upgrade and reported later adds its credits to the upgrade", async (t) => {
  const seconds = start.getTime() / 1000;
  const first = await orderOfAge(1);
  const { user_id: userId } = await orderOf(db, first);
  const amount = 2 * price.amount;
  const second = await placeOrder(db, userId, { planId: "pro", amount });
  await tellOf(db, paymentFor(second, { amount, madeAt: new Date((seconds + 5) * 1000) }));
  answers.set(first, [entityFor(first, { created_at: seconds })]);
  await reconcile();
  t.is((await findLiveSubscription(db, userId))?.plan_id, "pro");
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "grant 1000"]);
  t.deepEqual(await partsOf(db, userId), [2_000, free.tts]);
  const { status, carried_into: into } = await orderOf(db, first);
  t.deepEqual([status, into], ["paid", second]);
});

test.serial("an order that is no longer offered is reconciled, too", async (t) => {
  const orderId = await orderOfAge(1);
  await db.updateTable("payment_orders").set({ status: "abandoned" }).where("id", "=", orderId).execute();
  answers.set(orderId, [entityFor(orderId)]);
  await reconcile();
  t.deepEqual(await stateOf(orderId), ["paid", "active"]);
});

test.serial("a payment that the provider lets go uncaptured is no refund: another one pays the order", async (t) => {
  const orderId = await orderOfAge(1);
  const letGo = entityFor(orderId, { status: "refunded", captured: false, amount_refunded: price.amount });
  answers.set(orderId, [letGo]);
  await reconcile();
  t.deepEqual(await stateOf(orderId), ["open", "pending"]);
  answers.set(orderId, [letGo, entityFor(orderId)]);
  await reconcile();
  t.deepEqual(await stateOf(orderId), ["paid", "active"]);
});

test.serial("an order that extends a subscription leaves it as it is when it is abandoned", async (t) => {
  const first = await orderOfAge(1);
  await tellOf(db, paymentFor(first));
  const { user_id: userId } = await orderOf(db, first);
  const renewal = await placeOrder(db, userId);
  await backdate(renewal, new Date(start.getTime() - week * 60_000));
  await db
    .updateTable("payment_orders")
    .set({ asked_at: new Date(0) })
    .where("id", "=", renewal)
    .execute();
  await reconcile();
  t.deepEqual(await stateOf(renewal), ["abandoned", "active"]);
});

test.serial("a round ends early when the process is to stop", async (t) => {
  await orderOfAge(1);
  asked = [];
  await reconcileOrders({ db, log, client }, AbortSignal.abort());
  t.deepEqual(asked, []);
});
