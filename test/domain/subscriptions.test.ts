import test from "ava";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { cancelCurrentSubscription } from "#src/domain/subscriptions/cancel-current-subscription.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { checkedShop, end, start } from "#test/support/checked-shop.ts";
import {
  buy,
  free,
  giveBack,
  hold,
  ledgerOf,
  newCustomer,
  openShop,
  orderOf,
  partsOf,
  placeOrder,
  subscriptionsOf,
  tellOf,
} from "#test/support/purchases.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";

const shop = checkedShop(await openShop());
const { db, at, use, maintain, subscriber } = shop;

/** The one subscription of an account: its status and its period. */
async function subscriptionOf(userId: string) {
  const [found, ...others] = await subscriptionsOf(db, userId);
  if (found === undefined || others.length > 0) throw new Error("It has not one subscription.");
  return [found.status, found.current_period_start?.toISOString(), found.current_period_end?.toISOString()];
}

const liveOf = async (userId: string): Promise<string | undefined> => (await findLiveSubscription(db, userId))?.status;

const nextEnd = "2027-03-31T10:00:00.000Z";
const beforeEnd = "2027-02-28T09:59:59.999Z";

test.serial(
  "each period ends on the day of the first one, or on the last of a shorter month, wherever that is",
  async (t) => {
    const here = process.env["TZ"];
    t.teardown(() => {
      if (here === undefined) delete process.env["TZ"];
      else process.env["TZ"] = here;
    });
    for (const zone of ["America/New_York", "Pacific/Auckland", "UTC"]) {
      process.env["TZ"] = zone;
      await using local = shop.inZone(zone);
      for (const [months, anchor, ...ends] of [
        [1, "2027-01-31T10:00:00.000Z", "2027-02-28T10", "2027-03-31T10", "2027-04-30T10", "2027-05-31T10"],
        [1, "2028-01-31T02:30:00.000Z", "2028-02-29T02", "2028-03-31T02", "2028-04-30T02"],
        [
          1,
          "2027-10-31T23:59:59.999Z",
          "2027-11-30T23:59:59.999Z",
          "2027-12-31T23:59:59.999Z",
          "2028-01-31T23:59:59.999Z",
        ],
        [1, "2027-03-01T00:00:00.000Z", "2027-04-01T00:00:00.000Z", "2027-05-01T00:00:00.000Z"],
        [12, "2028-02-29T07:00:00.000Z", "2029-02-28T07", "2030-02-28T07", "2031-02-28T07", "2032-02-29T07"],
      ] as const) {
        await at(anchor);
        const userId = await newCustomer(local);
        let from: string = anchor;
        for (const expected of ends) {
          const { orderId } = await buy(local, userId, { months });
          const { period_start: began, period_end: ended } = await orderOf(local, orderId);
          t.is(began?.toISOString(), from, zone);
          t.true(ended?.toISOString().startsWith(expected), `${zone} ${expected} ${ended?.toISOString()}`);
          from = ended?.toISOString() ?? "";
        }
      }
    }
  },
);

test.serial("what begins between two milliseconds begins at once", async (t) => {
  await at("2027-01-31T10:00:00.000900Z");
  const userId = await newCustomer(db);
  await buy(db, userId);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  t.deepEqual(await subscriptionOf(userId), ["active", start, end]);
});

test.serial(
  "renewing begins seven days of 24 hours before the end, and the grace ends three after it, whatever the clocks do",
  async (t) => {
    await at("2027-02-18T12:00:00Z");
    await using local = shop.inZone("America/New_York");
    const userId = await newCustomer(db);
    await buy(db, userId);
    const other = await newCustomer(db);
    await at("2027-02-12T12:00:00Z");
    await buy(db, other);
    // Summer time begins on 14 March there.
    for (const [time, expected] of [
      ["2027-03-15T11:59:59.999Z", "past_due"],
      ["2027-03-15T12:00:00.000Z", undefined],
    ] as const) {
      await at(time);
      t.is((await findLiveSubscription(local, other))?.status, expected, time);
    }
    for (const [time, expected] of [
      ["2027-03-11T11:59:59.999Z", false],
      ["2027-03-11T12:00:00.000Z", true],
      ["2027-03-18T12:00:00.000Z", true],
    ] as const) {
      await at(time);
      t.is((await findLiveSubscription(local, userId))?.is_renewable, expected, time);
    }
  },
);

test.serial(
  "at its end a subscription is past due and its credits expire; three days later it has expired",
  async (t) => {
    const { userId, payment } = await subscriber();
    await use(userId, 300);
    await at(beforeEnd);
    await maintain();
    t.deepEqual(await partsOf(db, userId), [700, free.tts]);
    t.is(await liveOf(userId), "active");
    await at(end);
    await maintain();
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -700"]);
    t.deepEqual(await subscriptionOf(userId), ["past_due", start, end]);
    await at("2027-03-03T09:59:59.999Z");
    await maintain();
    t.is(await liveOf(userId), "past_due");
    await at("2027-03-03T10:00:00Z");
    t.is(await liveOf(userId), undefined, "whether or not the maintenance has been here");
    await maintain();
    t.deepEqual(await subscriptionOf(userId), ["expired", start, end]);
    // A refund then has nothing to take.
    t.is((await giveBack(db, payment)).status, "processed");
    t.is((await subscriptionOf(userId))[0], "expired");
  },
);

test.serial(
  "a renewal in the three days goes from the end of what was paid, and its credits come at once",
  async (t) => {
    for (const away of [false, true]) {
      const { userId } = await subscriber();
      await at("2027-03-03T09:59:59.999Z");
      if (!away) await maintain();
      await buy(db, userId);
      t.deepEqual(await subscriptionOf(userId), ["active", end, nextEnd]);
      t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
      t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -1000", "grant 1000"]);
      await maintain();
      t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
    }
  },
);

test.serial("a payment after the three days starts a new period, whether or not maintenance has run", async (t) => {
  for (const away of [false, true]) {
    const { userId } = await subscriber();
    const late = await placeOrder(db, userId);
    await at("2027-03-03T10:00:00Z");
    if (!away) await maintain();
    t.is((await tellOf(db, paymentFor(late))).status, "processed");
    t.deepEqual(await subscriptionOf(userId), ["active", "2027-03-03T10:00:00.000Z", "2027-04-03T10:00:00.000Z"]);
    t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
    await maintain();
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -1000", "grant 1000"]);
  }
  const { userId } = await subscriber();
  await at("2027-03-03T10:00:00Z");
  await buy(db, userId);
  const statuses = (await subscriptionsOf(db, userId)).map(({ status }) => status);
  t.deepEqual(statuses, ["expired", "active"], "ordered after the three days, it is a new one");
});

test.serial(
  "a period that is paid ahead moves the end; its credits come with its beginning, and the old ones go",
  async (t) => {
    const { userId } = await subscriber();
    await use(userId, 200);
    await at("2027-02-25T10:00:00Z");
    await buy(db, userId);
    for (const time of ["2027-02-25T10:00:00Z", beforeEnd]) {
      await at(time);
      await maintain();
      t.deepEqual(await subscriptionOf(userId), ["active", start, nextEnd]);
      t.deepEqual(await partsOf(db, userId), [800, free.tts]);
    }
    await at(end);
    await Promise.all([maintain(), maintain(), maintain()]);
    t.deepEqual(await subscriptionOf(userId), ["active", end, nextEnd]);
    t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
    t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -800", "grant 1000"]);
  },
);

test.serial("a cancelled subscription runs out; bought again before that, it goes on from its end", async (t) => {
  const { userId } = await subscriber();
  t.is((await cancelCurrentSubscription({ db }, userId)).status, "cancelled");
  await at(beforeEnd);
  await maintain();
  t.is(await liveOf(userId), "cancelled");
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  await buy(db, userId);
  t.deepEqual(await subscriptionOf(userId), ["active", start, nextEnd]);
  await cancelCurrentSubscription({ db }, userId);
  await at(nextEnd);
  t.is(await liveOf(userId), undefined);
  await maintain();
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  t.deepEqual(await subscriptionOf(userId), ["cancelled", end, nextEnd], "never past due");
  t.is((await ledgerOf(db, userId)).filter((entry) => entry.startsWith("grant")).length, 2);
  await buy(db, userId);
  t.deepEqual(
    (await subscriptionsOf(db, userId)).map(({ status }) => status),
    ["cancelled", "active"],
  );
});

test.serial("a refund of a period paid ahead takes only that period back", async (t) => {
  const { userId, payment: first } = await subscriber();
  const ahead = await buy(db, userId);
  await giveBack(db, ahead);
  t.deepEqual(await subscriptionOf(userId), ["active", start, end]);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  // Renewed again, it goes on from there.
  await buy(db, userId);
  t.deepEqual(await subscriptionOf(userId), ["active", start, nextEnd]);
  await at("2027-02-10T10:00:00.000Z");
  await giveBack(db, first);
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts], "the period after it begins at once");
  t.deepEqual(await subscriptionOf(userId), ["active", "2027-02-10T10:00:00.000Z", "2027-03-10T10:00:00.000Z"]);
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "withdrawal -1000", "grant 1000"]);
});

test.serial("a refund of a period between two others moves the later one forward", async (t) => {
  const { userId } = await subscriber();
  const [middle, last] = [await buy(db, userId), await buy(db, userId)];
  await giveBack(db, middle);
  t.deepEqual(await subscriptionOf(userId), ["active", start, nextEnd]);
  const { period_start: from, period_end: until } = await orderOf(db, last.orderId);
  t.deepEqual([from?.toISOString(), until?.toISOString()], [end, nextEnd]);
  await at(end);
  await maintain();
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts]);
  t.deepEqual(await subscriptionOf(userId), ["active", end, nextEnd]);
});

test.serial("refunds of several periods end alike in whichever order they come", async (t) => {
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    const { userId, payment } = await subscriber();
    const paid = [payment, await buy(db, userId), await buy(db, userId)];
    for (const index of order) await giveBack(db, paid[index] ?? payment);
    t.deepEqual(await subscriptionOf(userId), ["active", start, end], String(order));
    await buy(db, userId);
    t.deepEqual(await subscriptionOf(userId), ["active", start, nextEnd]);
  }
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const { userId, payment } = await subscriber();
    const paid = [payment, await buy(db, userId), await buy(db, userId)];
    for (const index of order) await giveBack(db, paid[index] ?? payment);
    t.deepEqual((await subscriptionOf(userId)).slice(0, 1), ["cancelled"], String(order));
    t.is(await liveOf(userId), undefined);
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  }
});

test.serial(
  "a refund of what a past due subscription had paid last cancels it, one of an earlier period does not",
  async (t) => {
    const { userId, payment: earlier } = await subscriber();
    const last = await buy(db, userId);
    await at(nextEnd);
    await maintain();
    await giveBack(db, earlier);
    t.is(await liveOf(userId), "past_due");
    await giveBack(db, last);
    t.is(await liveOf(userId), undefined);
    t.deepEqual(await subscriptionOf(userId), ["cancelled", end, nextEnd]);
  },
);

test.serial(
  "credits that are held when their cycle ends or is refunded are charged or gone, and never come back",
  async (t) => {
    for (const ending of ["end", "refund", "renewal"] as const) {
      const { userId, payment } = await subscriber();
      const [charged, released] = [await hold(db, userId, 400), await hold(db, userId, 600)];
      const waiting = await hold(db, userId, 50);
      if (ending === "refund") await giveBack(db, payment);
      if (ending === "renewal") await buy(db, userId);
      if (ending !== "refund") await at(end);
      await maintain();
      const cycle = ending === "renewal" ? 1_000 : 0;
      t.deepEqual(await partsOf(db, userId), [cycle, free.tts - 50], ending);
      await db.transaction().execute((trx) => settleHold(trx, charged, 300));
      for (const requestId of [released, waiting]) await db.transaction().execute((trx) => releaseHold(trx, requestId));
      t.deepEqual(await partsOf(db, userId), [cycle, free.tts], ending);
    }
  },
);

test.serial("when maintenance was down for three months, all that was due is brought on in one round", async (t) => {
  const { userId } = await subscriber();
  await buy(db, userId);
  await at("2027-06-01T00:00:00Z");
  await Promise.all([maintain(), maintain()]);
  t.deepEqual(await subscriptionOf(userId), ["expired", end, nextEnd]);
  t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -1000", "grant 1000", "expiry -1000"]);
});

test.serial("an account that cannot be brought on keeps no other one from it, and is said", async (t) => {
  const [odd, sound] = [await subscriber(), await subscriber()];
  const ahead = await buy(db, odd.userId);
  // A grant that is in the ledger already, as no order of ours can be.
  await db
    .insertInto("credit_ledger")
    .values({ user_id: odd.userId, pool: "tts", kind: "grant", credits: 0, order_id: ahead.orderId })
    .execute();
  await at(end);
  await t.throwsAsync(maintain(), { instanceOf: AggregateError, message: /^1 accounts: / });
  t.deepEqual(await partsOf(db, sound.userId), [0, free.tts]);
  t.is(await liveOf(sound.userId), "past_due");
  // It cannot be mended here: the ledger is only added to.
  await db.updateTable("payment_orders").set({ ended_at: new Date() }).where("user_id", "=", odd.userId).execute();
});
