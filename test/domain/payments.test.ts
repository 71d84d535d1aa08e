import test from "ava";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { paymentEventText, type PaymentNews } from "#harness/payments/payment-events.ts";
import { checkedShop } from "#test/support/checked-shop.ts";
import {
  buy,
  free,
  giveBack,
  ledgerOf,
  newCustomer,
  openShop,
  orderOf,
  partsOf,
  placeOrder,
  subscriptionsOf,
  tellOf,
} from "#test/support/purchases.ts";
import { granted, paymentFor, price } from "#harness/payments/payment-for.ts";

const { db } = checkedShop(await openShop());

/** All reports of one payment; `refunded` is the last thing that happens. */
const storyOf = (payment: Payment): readonly PaymentNews[] => [
  { type: "payment.authorized", payment: { ...payment, status: "authorized" } },
  { type: "payment.failed", payment: { ...payment, status: "failed" } },
  { type: "payment.captured", payment },
  { type: "order.paid", payment },
  { type: "refund.processed", payment: { ...payment, refunded: payment.amount } },
];

/** Tells of a payment in the words of the provider. */
async function tellNews(news: PaymentNews) {
  const payment = paymentProvider.readPayment(paymentEventText(news));
  if (payment === null) throw new Error("The event was not valid.");
  return tellOf(db, payment);
}

const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const paymentsOf = (orderId: string) =>
  db.selectFrom("payments").select(["id", "status", "refunded"]).where("order_id", "=", orderId).execute();

/** The state that must be the same whatever the order of the events. */
async function stateOf(userId: string, orderId: string) {
  const [subscription] = await subscriptionsOf(db, userId);
  const sums = await db
    .selectFrom("credit_ledger")
    .select((eb) => ["pool", eb.fn.sum<string>("credits").as("sum")])
    .where("user_id", "=", userId)
    .groupBy("pool")
    .orderBy("pool")
    .execute();
  return {
    order: (await orderOf(db, orderId)).status,
    subscription: subscription?.status,
    balances: [await partsOf(db, userId), await partsOf(db, userId, "asr")],
    ledger: sums.map(({ pool, sum }) => [pool, Number(sum)]),
    payments: (await paymentsOf(orderId)).map(({ status, refunded }) => [status, refunded]),
  };
}

const paidFor = {
  ...{ order: "paid", subscription: "active" },
  balances: [
    [granted.tts, free.tts],
    [granted.asr, free.asr],
  ],
  ledger: [
    ["asr", granted.asr + free.asr],
    ["tts", granted.tts + free.tts],
  ],
  payments: [["captured", 0]],
};

const givenBack = {
  ...{ order: "refunded", subscription: "cancelled" },
  balances: [
    [0, free.tts],
    [0, free.asr],
  ],
  ledger: [
    ["asr", free.asr],
    ["tts", free.tts],
  ],
  payments: [["captured", price.amount]],
};

/** Tells a story to a new buyer of an order. @returns where that leads */
async function endOf(tell: (story: readonly PaymentNews[]) => Promise<unknown>, withRefund: boolean) {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  await tell(storyOf(paymentFor(orderId)).slice(0, withRefund ? 5 : 4));
  const months = (await subscriptionsOf(db, userId)).map(({ paid_months: paid }) => paid);
  return { state: await stateOf(userId, orderId), ledger: await ledgerOf(db, userId), months };
}

const inOrder = (order: readonly number[]) => async (story: readonly PaymentNews[]) => {
  for (const index of order) {
    const news = story[index];
    if (news !== undefined) await tellNews(news);
  }
};

/** Five buyers at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 5 }, worker));
}

test("all 120 orders of five events, delivered once and twice, end alike: nothing is left after a full refund", async (t) => {
  await forEach(permutations([0, 1, 2, 3, 4]), async (order) => {
    for (const told of [order, [...order, ...order]]) {
      const { state, ledger } = await endOf(inOrder(told), true);
      t.deepEqual(state, givenBack, String(told));
      t.true(ledger.length === 0 || String(ledger) === "grant 1000,withdrawal -1000", String(ledger));
    }
  });
});

test("all 24 orders without the refund, delivered once and twice, end alike: active, and granted once", async (t) => {
  await forEach(permutations([0, 1, 2, 3]), async (order) => {
    for (const told of [order, [...order, ...order]]) {
      const { state, ledger, months } = await endOf(inOrder(told), false);
      t.deepEqual(state, paidFor, String(told));
      t.deepEqual([ledger, months], [["grant 1000"], [1]]);
    }
  });
});

test("fifty times, all events at once, with a refund and without, end like one after the other", async (t) => {
  for (let round = 0; round < 50; round += 1) {
    const withRefund = round % 2 === 0;
    const { state, months } = await endOf((story) => Promise.all(story.map(tellNews)), withRefund);
    t.deepEqual(state, withRefund ? givenBack : paidFor);
    t.true(months.length === 1 && (months[0] ?? 0) <= 1);
  }
});

test("money that fits no order is quarantined and says why, and nothing is granted", async (t) => {
  const userId = await newCustomer(db);
  const [orderId, other] = [await placeOrder(db, userId), await placeOrder(db, await newCustomer(db))];
  const known = paymentFor(other, { status: "failed" });
  await tellOf(db, known);
  for (const [payment, detail] of [
    [paymentFor(orderId, { amount: 49_899 }), "The order is for 49900 INR, the payment is 49899 INR."],
    [paymentFor(orderId, { amount: 49_901 }), "The order is for 49900 INR, the payment is 49901 INR."],
    [paymentFor(orderId, { currency: "USD" }), "The order is for 49900 INR, the payment is 49900 USD."],
    [paymentFor("order_unknown"), "Order not found."],
    [paymentFor(orderId, { id: known.id }), "The payment belongs to another order."],
  ] as const) {
    t.deepEqual(await tellOf(db, payment), { status: "quarantined", detail });
  }
  t.deepEqual(await paymentsOf(orderId), []);
  t.like(await stateOf(userId, orderId), { order: "open", subscription: "pending", payments: [] });
  t.deepEqual(await ledgerOf(db, userId), []);
  // An odd report does not stand in the way of a right one.
  t.is((await tellOf(db, paymentFor(orderId))).status, "processed");
  t.deepEqual(await stateOf(userId, orderId), paidFor);
});

test("an attempt that failed leaves the subscription pending, and a later one counts", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  for (const status of ["failed", "authorized", "failed"] as const) {
    t.is((await tellOf(db, paymentFor(orderId, { status }))).status, "processed");
    t.like(await stateOf(userId, orderId), { order: "open", subscription: "pending" });
  }
  await tellOf(db, paymentFor(orderId));
  t.like(await stateOf(userId, orderId), { order: "paid", subscription: "active" });
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000"]);
});

test("an order that is paid twice counts once, and each word of the second money is quarantined", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  const [first, second] = [paymentFor(orderId), paymentFor(orderId)];
  const paidBefore = { status: "quarantined", detail: `The order was already paid by ${first.id}.` } as const;
  // Heard of first, captured second: the money decides.
  await tellOf(db, { ...second, status: "authorized" });
  t.is((await tellOf(db, first)).status, "processed");
  for (let told = 0; told < 2; told += 1) {
    t.deepEqual(await tellOf(db, second), paidBefore);
    t.is((await tellOf(db, first)).status, "processed");
  }
  t.like(await stateOf(userId, orderId), { order: "paid", subscription: "active", balances: paidFor.balances });
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000"]);
});

test("while one of two payments is kept, its order stays paid; when both are given back, it ends", async (t) => {
  for (const refundedFirst of [0, 1]) {
    const userId = await newCustomer(db);
    const orderId = await placeOrder(db, userId);
    const both = [paymentFor(orderId), paymentFor(orderId)];
    for (const payment of both) await tellOf(db, payment);
    for (const payment of refundedFirst === 0 ? both : both.toReversed()) {
      t.like(await stateOf(userId, orderId), { order: "paid", subscription: "active", balances: paidFor.balances });
      t.is((await giveBack(db, payment)).status, "processed");
    }
    t.like(await stateOf(userId, orderId), { order: "refunded", subscription: "cancelled" });
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "withdrawal -1000"]);
  }
});

test("a payment after a refund is quarantined, and a late event of the refunded payment is not", async (t) => {
  const userId = await newCustomer(db);
  const payment = await buy(db, userId);
  await giveBack(db, payment);
  t.is((await tellOf(db, payment)).status, "processed");
  t.deepEqual(await tellOf(db, paymentFor(payment.orderId)), {
    ...{ status: "quarantined", detail: "The order was already refunded." },
  });
  t.like(await stateOf(userId, payment.orderId), { order: "refunded", subscription: "cancelled" });
});

test("a partial refund reported before its capture counts as a payment", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  await tellNews({ type: "refund.processed", payment: paymentFor(orderId, { refunded: 5 }) });
  t.like(await stateOf(userId, orderId), { order: "paid", payments: [["captured", 5]], balances: paidFor.balances });
});

test("an abandoned order that is paid counts", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  await db.updateTable("payment_orders").set({ status: "abandoned" }).where("id", "=", orderId).execute();
  await db.updateTable("subscriptions").set({ status: "cancelled" }).where("user_id", "=", userId).execute();
  await tellOf(db, paymentFor(orderId));
  t.deepEqual(await stateOf(userId, orderId), paidFor);
});

test("a refund of an unpaid order leaves the pending order of its subscription", async (t) => {
  const userId = await newCustomer(db);
  const abandoned = await placeOrder(db, userId);
  await db.updateTable("payment_orders").set({ status: "abandoned" }).where("id", "=", abandoned).execute();
  const waitedFor = await placeOrder(db, userId);
  await tellOf(db, paymentFor(abandoned, { refunded: price.amount }));
  t.like(await stateOf(userId, waitedFor), { order: "open", subscription: "pending" });
  await tellOf(db, paymentFor(waitedFor));
  t.like(await stateOf(userId, waitedFor), { order: "paid", subscription: "active", balances: paidFor.balances });
});

test("a payment in `inr` pays an order in `INR`, and one in `usd` does not", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  const told = async (currency: string) =>
    (await tellNews({ type: "payment.captured", payment: paymentFor(orderId, { currency }) })).status;
  t.is(await told("usd"), "quarantined");
  t.is(await told("inr"), "processed");
  t.deepEqual(await stateOf(userId, orderId), paidFor);
});

test("what cannot be an event of a payment is not understood, and never an error", (t) => {
  const good = { id: "pay_1", order_id: "order_1", status: "captured", amount: 1, currency: "INR", amount_refunded: 0 };
  const read = (entity: unknown) => paymentProvider.readPayment(JSON.stringify({ payload: { payment: { entity } } }));
  t.deepEqual(read(good), paymentFor("order_1", { id: "pay_1", amount: 1 }));
  t.is(read({ ...good, status: "refunded", amount_refunded: null })?.refunded, 1);
  for (const odd of [
    ...[{ id: "pay\0" }, { order_id: null }, { order_id: "\ud800" }, { status: "created" }, { status: "lost" }],
    ...[{ amount: 1.5 }, { amount: 2 ** 31 }, { amount: -1 }, { amount: "1" }, { currency: "I\0R" }, { currency: "" }],
    ...[{ amount_refunded: -1 }, { id: "x".repeat(65) }],
  ]) {
    t.is(read({ ...good, ...odd }), null, JSON.stringify(odd));
  }
  for (const text of ["{}", "[]", "null", "7", '{"payload":{}}']) t.is(paymentProvider.readPayment(text), null);
});

test.serial("a report of a payment under another order does not change it", async (t) => {
  const userId = await newCustomer(db);
  const payment = await buy(db, userId);
  const other = await placeOrder(db, await newCustomer(db));
  const { status } = await tellOf(db, { ...payment, orderId: other, refunded: payment.amount });
  t.is(status, "quarantined");
  await tellOf(db, payment);
  t.is((await orderOf(db, payment.orderId)).status, "paid");
});

test.serial("an order whose only payment was refunded before its report is paid by another payment", async (t) => {
  const userId = await newCustomer(db);
  const orderId = await placeOrder(db, userId);
  await giveBack(db, paymentFor(orderId));
  t.is((await orderOf(db, orderId)).status, "refunded");
  t.is((await tellOf(db, paymentFor(orderId))).status, "processed");
  t.is((await subscriptionsOf(db, userId))[0]?.status, "active");
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000"]);
});
