import test from "ava";
import { findPaidCycle } from "#src/domain/credits/queries.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { paymentFor, price } from "#harness/payments/payment-for.ts";
import { checkedShop, end, start } from "#test/support/checked-shop.ts";
import {
  buy,
  free,
  giveBack,
  hold,
  ledgerOf,
  openShop,
  orderOf,
  partsOf,
  placeOrder,
  tellOf,
} from "#test/support/purchases.ts";

const { db, at, use, maintain, subscriber } = checkedShop(await openShop());

const pro = { planId: "pro", amount: 4 * price.amount } as const;
const middle = "2027-02-10T10:00:00.000Z";

/** The plan that an account has, and its period. */
async function planOf(userId: string) {
  const live = await findLiveSubscription(db, userId);
  if (live === null) return null;
  return [live.plan_id, live.current_period_start.toISOString(), live.current_period_end.toISOString()];
}

test.serial(
  "an upgrade begins when it is paid, and what is left of the smaller plan lasts as long as it",
  async (t) => {
    const { userId } = await subscriber();
    await use(userId, 100);
    await at(middle);
    const order = await placeOrder(db, userId, pro);
    t.deepEqual(await partsOf(db, userId), [900, free.tts], "an order alone changes nothing");
    const payment = paymentFor(order, { amount: pro.amount });
    for (let told = 0; told < 2; told += 1) await tellOf(db, payment);
    t.deepEqual(await planOf(userId), ["pro", middle, "2027-03-10T10:00:00.000Z"]);
    t.deepEqual(await partsOf(db, userId), [1_900, free.tts]);
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "grant 1000"]);
    t.like(await findPaidCycle(db, userId), { granted: { tts: 2_000 }, remaining: { tts: 1_900 } });
    await at(end);
    await maintain();
    t.deepEqual(await partsOf(db, userId), [1_900, free.tts], "the end of the smaller plan ends nothing");
    await at("2027-03-10T10:00:00.000Z");
    await maintain();
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "grant 1000", "expiry -1900"]);
  },
);

test.serial("a month that was paid ahead follows an upgrade", async (t) => {
  const { userId } = await subscriber();
  const ahead = await buy(db, userId);
  await at(middle);
  await buy(db, userId, pro);
  t.deepEqual(await planOf(userId), ["pro", middle, "2027-04-10T10:00:00.000Z"]);
  t.deepEqual(await partsOf(db, userId), [2_000, free.tts]);
  await at("2027-03-10T10:00:00.000Z");
  await maintain();
  t.deepEqual(await planOf(userId), ["starter", "2027-03-10T10:00:00.000Z", "2027-04-10T10:00:00.000Z"]);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  t.not((await orderOf(db, ahead.orderId)).started_at, null);
});

test.serial("a downgrade follows what is paid, and takes nothing away before", async (t) => {
  const { userId } = await subscriber(pro);
  await at(middle);
  await buy(db, userId);
  t.deepEqual(await planOf(userId), ["pro", start, "2027-03-31T10:00:00.000Z"]);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  await at(end);
  await maintain();
  t.deepEqual(await planOf(userId), ["starter", end, "2027-03-31T10:00:00.000Z"]);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -1000", "grant 1000"]);
});

test.serial("a renewal begins at once when a pool is nearly used up, and keeps the other pool", async (t) => {
  const { userId } = await subscriber();
  await use(userId, 800);
  await at(middle);
  await buy(db, userId);
  t.deepEqual(await planOf(userId), ["starter", middle, "2027-03-10T10:00:00.000Z"]);
  t.deepEqual(
    [await partsOf(db, userId), await partsOf(db, userId, "asr")],
    [
      [1_200, free.tts],
      [1_000, free.asr],
    ],
  );
});

test.serial("credits that are held are not used up: a renewal then follows", async (t) => {
  const { userId } = await subscriber();
  await hold(db, userId, 1_000);
  await buy(db, userId);
  t.deepEqual(await planOf(userId), ["starter", start, "2027-03-31T10:00:00.000Z"]);
});

test.serial("credits that are held during an upgrade come back into it", async (t) => {
  const { userId } = await subscriber();
  const [released, charged] = [await hold(db, userId, 300), await hold(db, userId, 200)];
  await buy(db, userId, pro);
  t.deepEqual(await partsOf(db, userId), [1_500, free.tts]);
  await db.transaction().execute((trx) => releaseHold(trx, released));
  await db.transaction().execute((trx) => settleHold(trx, charged, 50));
  t.deepEqual(await partsOf(db, userId), [1_950, free.tts]);
});

test.serial(
  "a refund of an upgrade gives the smaller plan back until its own end, with what is left of it",
  async (t) => {
    const { userId } = await subscriber();
    const ahead = await buy(db, userId);
    await at(middle);
    const upgrade = await buy(db, userId, pro);
    // The credits that were carried over are used first.
    await use(userId, 400);
    await giveBack(db, upgrade);
    t.deepEqual(await planOf(userId), ["starter", start, "2027-03-28T10:00:00.000Z"]);
    t.deepEqual(await partsOf(db, userId), [600, free.tts]);
    await at(end);
    await maintain();
    t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
    t.is((await orderOf(db, ahead.orderId)).status, "paid");
    await at("2027-03-28T10:00:00.000Z");
    await maintain();
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  },
);

test.serial("a refund of an upgrade after the smaller plan's own end leaves nothing of both", async (t) => {
  const { userId } = await subscriber();
  await at(middle);
  const upgrade = await buy(db, userId, pro);
  await at("2027-03-01T10:00:00.000Z");
  await giveBack(db, upgrade);
  t.is(await planOf(userId), null);
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "grant 1000", "withdrawal -1000", "expiry -1000"]);
});

test.serial(
  "refunds of a plan and its upgrade end alike in either order, and never take what the other paid",
  async (t) => {
    for (const used of [0, 400, 1_300, 2_000]) {
      for (const isUpgradeFirst of [true, false]) {
        const { userId, payment } = await subscriber();
        await at(middle);
        const upgrade = await buy(db, userId, pro);
        await use(userId, used);
        const [one, other] = isUpgradeFirst ? [upgrade, payment] : [payment, upgrade];
        await giveBack(db, one);
        const left = isUpgradeFirst ? Math.max(0, 1_000 - used) : Math.min(1_000, 2_000 - used);
        t.deepEqual(await partsOf(db, userId), [left, free.tts], `${used} ${isUpgradeFirst}`);
        t.deepEqual((await planOf(userId))?.[0], isUpgradeFirst ? "starter" : "pro");
        for (let told = 0; told < 2; told += 1) await giveBack(db, other);
        t.deepEqual(await partsOf(db, userId), [0, free.tts]);
        t.is(await planOf(userId), null);
      }
    }
  },
);

test.serial("of two upgrades one after the other, each refund takes its own credits", async (t) => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [1, 2, 0],
  ]) {
    const { userId, payment } = await subscriber();
    const wish = { planId: "business", amount: 8 * price.amount };
    const paid = [payment, await buy(db, userId, pro), await buy(db, userId, wish)];
    await use(userId, 500);
    t.deepEqual(await partsOf(db, userId), [2_500, free.tts]);
    let left = 2_500;
    for (const index of order) {
      await giveBack(db, paid[index] ?? payment);
      left -= index === 0 ? 500 : 1_000;
      t.deepEqual(await partsOf(db, userId), [left, free.tts], String(order));
    }
    t.is(await planOf(userId), null);
  }
});
