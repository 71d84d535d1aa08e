import { randomUUID } from "node:crypto";
import test from "ava";
import { closeAccount } from "#src/domain/accounts/close-account.ts";
import { upsertIdentity } from "#src/domain/accounts/upsert-identity.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { lockHold } from "#src/domain/credits/queries.ts";
import { raiseHold } from "#src/domain/credits/raise-hold.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { runDueCycles } from "#src/domain/payments/run-due-cycles.ts";
import { DomainError } from "#src/errors.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import { checkedShop } from "#test/support/checked-shop.ts";
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
import { untilLockAwaited } from "#test/support/database.ts";
import { paymentFor, price } from "#harness/payments/payment-for.ts";

const { db, at, maintain } = checkedShop(await openShop());

const issuer = "http://localhost:1/oidc";

/** Holds credits and lets them go again, charged in part, as a whole or not at all. @returns how it ended */
async function work(userId: string, index: number): Promise<"done" | "refused"> {
  try {
    const requestId = await hold(db, userId, 20);
    const endings = [
      (trx: typeof db) => settleHold(trx, requestId, 6),
      (trx: typeof db) => settleHold(trx, requestId),
      (trx: typeof db) => releaseHold(trx, requestId),
    ];
    await db.transaction().execute(async (trx) => void (await endings[index % endings.length]?.(trx)));
    return "done";
  } catch (error) {
    if (error instanceof DomainError && error.code === "insufficient_credits") return "refused";
    throw error;
  }
}

/** Two months, another plan in the second one, and the end of all of them. */
async function liveThrough(userId: string, year: number): Promise<void> {
  await at(`${year}-01-31T10:00:00Z`);
  const [, ahead] = [await buy(db, userId), await buy(db, userId)];
  await at(`${year}-02-28T10:00:00Z`);
  await Promise.all([runDueCycles({ db }), runDueCycles({ db })]);
  await giveBack(db, ahead);
  const other = await buy(db, userId, { planId: "pro" });
  await at(`${year}-03-28T10:00:00Z`);
  await Promise.all([runDueCycles({ db }), tellOf(db, other), runDueCycles({ db })]);
}

const years = [2027, 2029, 2030, 2031, 2033];

test.serial(
  "work by ten at once while cycles begin and end: nothing waits for ever, and no balance is negative",
  async (t) => {
    const userId = await newCustomer(db);
    // So that what the cycles give is wanted by more than can have it.
    await correctCredits({ db }, { userId, pool: "tts", credits: -free.tts, reason: "test" });
    const over = new AbortController();
    let done = 0;
    const life = (async () => {
      for (const year of years) await liveThrough(userId, year);
    })().finally(() => over.abort());
    const worker = async (_: unknown, index: number): Promise<void> => {
      for (let piece = 0; !over.signal.aborted || piece < 20; piece += 1)
        done += (await work(userId, index + piece)) === "done" ? 1 : 0;
    };
    await Promise.all([life, ...Array.from({ length: 10 }, worker)]);
    t.log(`${done} pieces were done`);
    t.true(done > 0);
    t.deepEqual(await partsOf(db, userId), [0, 0]);
    const grants = (await ledgerOf(db, userId)).filter((entry) => entry.startsWith("grant"));
    t.is(grants.length, 3 * years.length);
    t.deepEqual(await db.selectFrom("holds").select("request_id").execute(), []);
  },
);

test.serial(
  "orders of two plans that are paid at once: the account has both, one after the other or with the credits carried over",
  async (t) => {
    const amount = 2 * price.amount;
    for (let round = 0; round < 20; round += 1) {
      const userId = await newCustomer(db);
      const orders = [
        paymentFor(await placeOrder(db, userId)),
        paymentFor(await placeOrder(db, userId, { planId: "pro", amount }), { amount }),
      ];
      await Promise.all(orders.map((payment) => tellOf(db, payment)));
      const found = await subscriptionsOf(db, userId);
      t.deepEqual(found.map(({ status }) => status).toSorted(), ["active", "cancelled"]);
      t.is(found.find(({ status }) => status === "active")?.plan_id, "pro");
      const ledger = await ledgerOf(db, userId);
      const [credits] = await partsOf(db, userId);
      t.is(credits, 1_000 * ledger.length, "nothing that was granted is gone");
    }
  },
);

test.serial(
  "fifty accounts that are closed while their payment arrives: one comes first, and no account is left with a plan",
  async (t) => {
    const seen = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const name = { issuer, subject: randomUUID() };
      const person = { email: `${name.subject}@example.com`, emailVerified: true, name: "Ann", username: null };
      const { userId } = await upsertIdentity({ db }, { ...name, ...person }, { adminEmails: [], sandbox: false });
      const [ahead, orderId] = [round % 2 === 0 ? await buy(db, userId) : null, await placeOrder(db, userId)];
      const payment = paymentFor(orderId);
      const close = () =>
        db.transaction().execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, name));
      const [{ status, detail }] = await Promise.all([
        tellOf(db, payment),
        close(),
        upsertIdentity({ db }, { ...name, ...person }, { adminEmails: [], sandbox: false }),
      ]);
      seen.add(`${status} ${detail}`);
      const order = await orderOf(db, orderId);
      t.is(order.status, status === "processed" ? "paid" : "abandoned");
      t.is(detail, status === "processed" ? null : "The account is closed.");
      t.true((await subscriptionsOf(db, userId)).every((one) => one.status === "cancelled"));
      // Said again, and given back: it is all the same.
      t.is((await tellOf(db, payment)).status, status);
      await giveBack(db, payment);
      if (ahead !== null) await giveBack(db, ahead);
      t.deepEqual(await partsOf(db, userId), [0, free.tts]);
      await maintain();
    }
    t.log([...seen].join(" / "));
  },
);

test.serial(
  "an account is closed while a hold of it is being raised: the closing waits, and both come through",
  async (t) => {
    const name = { issuer, subject: randomUUID() };
    const person = { email: `${name.subject}@example.com`, emailVerified: true, name: "Ann", username: null };
    const { userId } = await upsertIdentity({ db }, { ...name, ...person }, { adminEmails: [], sandbox: false });
    await hold(db, userId, 10);
    const requestId = await hold(db, userId, 10);
    const raising = await db.startTransaction().execute();
    await lockHold(raising, requestId);
    const closing = db.transaction().execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, name));
    await untilLockAwaited(db);
    await raiseHold(raising, requestId, 30);
    await raising.commit().execute();
    await closing;
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  },
);

test.serial("a closed account's cycles end, and none that was paid ahead begins", async (t) => {
  await at("2027-01-31T10:00:00Z");
  const name = { issuer, subject: randomUUID() };
  const person = { email: `${name.subject}@example.com`, emailVerified: true, name: "Ann", username: null };
  const { userId } = await upsertIdentity({ db }, { ...name, ...person }, { adminEmails: [], sandbox: false });
  for (let months = 0; months < 2; months += 1) await buy(db, userId);
  await placeOrder(db, userId, { planId: "pro" });
  await db.transaction().execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, name));
  t.deepEqual(await partsOf(db, userId), [1_000, free.tts], "amounts stay");
  for (const time of ["2027-02-28T10:00:00Z", "2027-03-31T10:00:00Z"]) {
    await at(time);
    await maintain();
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  }
  t.deepEqual(await ledgerOf(db, userId), ["grant 1000", "expiry -1000"]);
  const orders = db.selectFrom("payment_orders").select("status").where("user_id", "=", userId).orderBy("status");
  t.deepEqual(await orders.execute(), [{ status: "abandoned" }, { status: "paid" }, { status: "paid" }]);
});

test.serial(
  "the largest plan that can be sold is granted on top of what an account has, and can be spent",
  async (t) => {
    const userId = await newCustomer(db);
    const orderId = await placeOrder(db, userId);
    const most = 1_000_000_000;
    await t.throwsAsync(
      db
        .updateTable("plans")
        .set({ tts_credits_per_cycle: most + 1 })
        .execute(),
      {
        message: /plans_sellable_check/,
      },
    );
    await t.throwsAsync(db.updateTable("plans").set({ price_inr: 10_000_001 }).execute(), {
      message: /plans_sellable_check/,
    });
    await db.updateTable("payment_orders").set({ tts_credits: most }).where("id", "=", orderId).execute();
    const payment = paymentFor(orderId);
    await tellOf(db, payment);
    const requestId = await hold(db, userId, most + free.tts);
    t.deepEqual(await partsOf(db, userId), [0, 0]);
    await db.transaction().execute((trx) => releaseHold(trx, requestId));
    t.deepEqual(await partsOf(db, userId), [most, free.tts]);
    await giveBack(db, payment);
    t.deepEqual(await partsOf(db, userId), [0, free.tts]);
  },
);
