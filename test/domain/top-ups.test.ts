import { randomBytes, randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { issueReceipts } from "#src/domain/payments/issue-receipts.ts";
import { insertOrder } from "#src/domain/payments/queries.ts";
import { listOrdersToReconcile } from "#src/domain/payments/reconcile-queries.ts";
import { listPurchases } from "#src/domain/payments/purchase-queries.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { paymentFor, price } from "#harness/payments/payment-for.ts";
import { checkedShop } from "#test/support/checked-shop.ts";
import {
  buy,
  free,
  giveBack,
  hold,
  ledgerOf,
  newCustomer,
  orderIds,
  openShop,
  orderOf,
  partsOf,
  tellOf,
} from "#test/support/purchases.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

const { db, maintain } = checkedShop(await openShop());

const pack = { tts: 2_000, asr: 700 } as const;

/** An order of a pack, as checking out leaves it. */
async function placeTopUp(userId: string): Promise<string> {
  const id = `order_${randomBytes(7).toString("hex")}`;
  const what = { pack_id: `pack-${id}`, subscription_id: null, plan_id: null, months: 0 };
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const terms = { ...price, tts_credits: pack.tts, asr_credits: pack.asr };
    await insertOrder(trx, { ...orderIds(id), request_id: randomUUID(), user_id: userId, ...what, ...terms });
  });
  return id;
}

const topUp = async (userId: string): Promise<Payment> => {
  const payment = paymentFor(await placeTopUp(userId));
  await tellOf(db, payment);
  return payment;
};
const balances = async (userId: string) => [await partsOf(db, userId), await partsOf(db, userId, "asr")];
const paid = [
  [0, free.tts + pack.tts],
  [0, free.asr + pack.asr],
];
const unpaid = [
  [0, free.tts],
  [0, free.asr],
];

test("a paid pack adds its permanent credits once, however often and in parallel it is reported", async (t) => {
  const userId = await newCustomer(db);
  const payment = paymentFor(await placeTopUp(userId));
  t.deepEqual(await balances(userId), unpaid);
  const reports = [{ ...payment, status: "authorized" as const }, ...Array.from({ length: 20 }, () => payment)];
  const outcomes = await Promise.all(reports.map((report) => tellOf(db, report)));
  t.deepEqual([...new Set(outcomes.map(({ status }) => status))], ["processed"]);
  t.deepEqual(await balances(userId), paid);
  t.deepEqual(await ledgerOf(db, userId), [`grant ${pack.tts}`]);
  const { status, paid_at: paidAt, ended_at: endedAt } = await orderOf(db, payment.orderId);
  t.is(status, "paid");
  t.true(paidAt !== null && endedAt !== null);
});

test("a failed payment, a wrong amount and a wrong currency add nothing", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeTopUp(userId);
  t.is((await tellOf(db, paymentFor(orderId, { status: "failed" }))).status, "processed");
  t.is((await tellOf(db, paymentFor(orderId, { amount: price.amount - 1 }))).status, "quarantined");
  t.is((await tellOf(db, paymentFor(orderId, { currency: "USD" }))).status, "quarantined");
  t.deepEqual(await balances(userId), unpaid);
  t.is((await orderOf(db, orderId)).status, "open");
});

test("a second payment for a pack is quarantined and adds nothing", async (t) => {
  const userId = await newCustomer(db);
  const first = await topUp(userId);
  t.is((await tellOf(db, paymentFor(first.orderId))).status, "quarantined");
  t.deepEqual(await balances(userId), paid);
});

test("a refund takes back the credits of the pack once, also when it is reported before the payment", async (t) => {
  const userId = await newCustomer(db);
  const payment = await topUp(userId);
  await giveBack(db, payment);
  await giveBack(db, payment);
  await tellOf(db, payment);
  t.deepEqual(await balances(userId), unpaid);
  t.deepEqual(await ledgerOf(db, userId), [`grant ${pack.tts}`, `withdrawal ${-pack.tts}`]);
  t.is((await orderOf(db, payment.orderId)).status, "refunded");

  const other = await newCustomer(db);
  const early = paymentFor(await placeTopUp(other));
  await giveBack(db, early);
  await tellOf(db, early);
  t.deepEqual(await balances(other), unpaid);
  t.deepEqual(await ledgerOf(db, other), []);
});

test("a refund never takes more than is left", async (t) => {
  const userId = await newCustomer(db);
  const payment = await topUp(userId);
  await hold(db, userId, free.tts + pack.tts - 300);
  await giveBack(db, payment);
  t.deepEqual(await partsOf(db, userId), [0, 0]);
  t.deepEqual(await ledgerOf(db, userId), [`grant ${pack.tts}`, "withdrawal -300"]);
});

test("packs and plans live beside each other: neither ends, begins or renews the other", async (t) => {
  const userId = await newCustomer(db);
  await topUp(userId);
  const plan = await buy(db, userId);
  await topUp(userId);
  await maintain();
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts + 2 * pack.tts]);
  await giveBack(db, plan);
  t.deepEqual(await partsOf(db, userId), [0, free.tts + 2 * pack.tts]);
});

test("what would be more credits than can be kept is quarantined, and adds nothing", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeTopUp(userId);
  const most = 2_000_000_000;
  // In one statement: the ledger checks of another test may come between two.
  await sql`
    with raised as (
      update balances set permanent = ${most - pack.asr + 1} where user_id = ${userId} and pool = 'asr' returning user_id
    )
    insert into credit_ledger (user_id, pool, kind, credits)
    select user_id, 'asr', 'correction', ${most - pack.asr + 1 - free.asr} from raised`.execute(db);
  const payment = paymentFor(orderId);
  t.like(await tellOf(db, payment), {
    status: "quarantined",
    detail: "The account would exceed the maximum number of credits.",
  });
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  t.is((await orderOf(db, orderId)).status, "open");
});

test("the payment of a closed account adds nothing", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeTopUp(userId);
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  t.is((await tellOf(db, paymentFor(orderId))).status, "quarantined");
  await db.updateTable("users").set({ closed_at: null }).where("id", "=", userId).execute();
  t.deepEqual(await balances(userId), unpaid);
});

test("paid packs are asked about once a day for 90 days, since a refund may have been missed", async (t) => {
  const userId = await newCustomer(db);
  const { orderId } = await topUp(userId);
  const isAsked = async () => (await listOrdersToReconcile(db, "razorpay")).some(({ id }) => id === orderId);
  const age = (days: number, asked: number) =>
    sql`update payment_orders set paid_at = now() - make_interval(days => ${days}),
      asked_at = now() - make_interval(hours => ${asked}) where id = ${orderId}`.execute(db);
  t.false(await isAsked());
  await age(2, 25);
  t.true(await isAsked());
  await age(91, 25);
  t.false(await isAsked());
});

test("packs have receipts that say what was bought", async (t) => {
  const userId = await newCustomer(db);
  const { orderId } = await topUp(userId);
  const seller = { name: "Speech Ltd", address: [], tax_id: null, tax_label: "Tax", tax_rate: 0 };
  await issueReceipts({ db }, seller);
  const { items, total } = await listPurchases(db, { userId, page: 1, limit: 20 });
  t.is(total, 1);
  t.like(items[0], { id: orderId, description: "Top-up: 2,000 characters, 700 seconds", refunded: 0 });
  t.true((items[0]?.receipt_number ?? 0) > 0);
});

test("two orders for one pack are never open at once", async (t) => {
  const userId = await newCustomer(db);
  const first = await orderOf(db, await placeTopUp(userId));
  const ids = orderIds(`order_${randomBytes(7).toString("hex")}`);
  const again = { ...ids, request_id: randomUUID(), user_id: userId };
  const what = { pack_id: first.pack_id, subscription_id: null, plan_id: null, months: 0 };
  const terms = { ...price, tts_credits: pack.tts, asr_credits: pack.asr };
  t.is(await insertOrder(db, { ...again, ...what, ...terms }), null);
  const insert = db.insertInto("payment_orders").values({ ...again, ...what, ...terms, status: "open" });
  await t.throwsAsync(insert.execute(), { message: /payment_orders_open_pack_key/ });
});
