import { randomUUID } from "node:crypto";
import test from "ava";
import { insertOrder } from "#src/domain/payments/queries.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { paymentFor, price } from "#harness/payments/payment-for.ts";
import { checkedShop, end } from "#test/support/checked-shop.ts";
import {
  buy,
  free,
  ledgerOf,
  newCustomer,
  orderIds,
  openShop,
  orderOf,
  partsOf,
  placeOrder,
  subscriptionsOf,
  tellOf,
} from "#test/support/purchases.ts";

const { db, at, use, maintain, subscriber } = checkedShop(await openShop());

const tellRefund = (payment: Payment, share: number) =>
  tellOf(db, { ...payment, refunded: Math.floor(payment.amount * share) });

test.serial(
  "a partial refund takes the same share of the unused credits, once, rounded for the customer",
  async (t) => {
    const userId = await newCustomer(db);
    const payment = await buy(db, userId);
    await use(userId, 333);
    for (let told = 0; told < 3; told += 1) await tellOf(db, { ...payment, refunded: price.amount / 4 });
    // A quarter of 667 is 166.75.
    t.deepEqual(await partsOf(db, userId), [667 - 166, free.tts]);
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "withdrawal -166"]);
    t.is((await orderOf(db, payment.orderId)).status, "paid");
    t.is((await subscriptionsOf(db, userId))[0]?.status, "active");
  },
);

test.serial(
  "the refund of a hundredth of a rupee takes nothing, and that of all but one takes nearly all",
  async (t) => {
    const userId = await newCustomer(db);
    const payment = await buy(db, userId);
    await tellOf(db, { ...payment, refunded: 1 });
    t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
    await tellOf(db, { ...payment, refunded: payment.amount - 1 });
    t.deepEqual(await partsOf(db, userId), [1, free.tts]);
    t.is((await orderOf(db, payment.orderId)).status, "paid");
  },
);

test.serial(
  "parts end alike in every order in which they are reported, also before the payment and twice",
  async (t) => {
    const shares = [0, 0.2, 0.5, 0.75];
    for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [3, 0, 1, 2], [2, 2, 3, 3], [0, 3], [3]]) {
      const userId = await newCustomer(db);
      const payment = paymentFor(await placeOrder(db, userId));
      for (const index of order) t.is((await tellRefund(payment, shares[index] ?? 0)).status, "processed");
      t.deepEqual(await partsOf(db, userId), [250, free.tts], String(order));
      await tellRefund(payment, 1);
      t.deepEqual(await partsOf(db, userId), [0, free.tts], String(order));
      t.is((await orderOf(db, payment.orderId)).status, "refunded");
      await tellRefund(payment, 0.5);
      t.deepEqual(await partsOf(db, userId), [0, free.tts], String(order));
    }
  },
);

test.serial("what was used after a part is not asked for by the next one", async (t) => {
  const userId = await newCustomer(db);
  const payment = await buy(db, userId);
  await tellRefund(payment, 0.5);
  await use(userId, 500);
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  await tellRefund(payment, 0.75);
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "withdrawal -500"]);
});

test.serial("a period that was paid ahead begins with the share that was not given back", async (t) => {
  const { userId } = await subscriber();
  const ahead = await buy(db, userId);
  await tellRefund(ahead, 0.5);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts], "the present period is another order");
  await at(end);
  await maintain();
  t.deepEqual(await partsOf(db, userId), [500, free.tts]);
});

test.serial(
  "a partial refund of a plan whose credits were carried over takes a share of what is left of them",
  async (t) => {
    const userId = await newCustomer(db);
    const payment = await buy(db, userId);
    await buy(db, userId, { planId: "pro", amount: 4 * price.amount });
    await use(userId, 400);
    await tellRefund(payment, 0.5);
    t.deepEqual(await partsOf(db, userId), [1_300, free.tts]);
    await tellRefund(payment, 1);
    t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  },
);

test.serial("a partial refund of a top-up takes the same share of what is left of it", async (t) => {
  const userId = await newCustomer(db);
  const id = `order_${randomUUID().replaceAll("-", "")}`;
  const what = { pack_id: "small", subscription_id: null, plan_id: null, months: 0 };
  const terms = { ...price, tts_credits: 2_000, asr_credits: 700 };
  await insertOrder(db, { ...orderIds(id), request_id: randomUUID(), user_id: userId, ...what, ...terms });
  const payment = paymentFor(id);
  for (const share of [0.25, 0, 0.25]) await tellRefund(payment, share);
  t.deepEqual(await partsOf(db, userId), [0, free.tts + 1_500]);
  await use(userId, free.tts + 1_000);
  await tellRefund(payment, 0.5);
  // Half of the 500 that are left and the 500 that were taken are taken already.
  t.deepEqual(await partsOf(db, userId), [0, 500]);
  await tellRefund(payment, 1);
  t.deepEqual(await partsOf(db, userId), [0, 0]);
});
