import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { insertLedgerEntry } from "#src/domain/credits/queries.ts";
import { raiseHold } from "#src/domain/credits/raise-hold.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { releaseHold } from "#src/domain/credits/release-hold.ts";
import { reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { sweepHolds } from "#src/domain/credits/sweep-holds.ts";
import { insertSynthesisRequest } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { DomainError } from "#src/errors.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());
// Whatever a test does, the ledger checks pass afterwards.
test.afterEach.always(async (t) => t.deepEqual((await recountCredits({ db })).differences, []));

const pool = "tts";

/** A new account with permanent and subscription credits. */
async function accountWith(permanent: number, subscription = 0): Promise<string> {
  const { userId } = await service.account(0);
  await setBalance(resources, { userId, pool }, permanent);
  if (subscription > 0) await startCycle(userId, "one", subscription);
  return userId;
}

/** Begins a paid cycle; what is left of the one before ends. */
const startCycle = (userId: string, cycleId: string, credits: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("balances")
      .select("subscription")
      .where("user_id", "=", userId)
      .where("pool", "=", pool)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const owner = { user_id: userId, pool } as const;
    await insertLedgerEntry(trx, { ...owner, kind: "expiry", credits: -before.subscription });
    await insertLedgerEntry(trx, { ...owner, kind: "grant", credits, order_id: `${userId} ${cycleId}` });
    await trx
      .updateTable("balances")
      .set({ subscription: credits, cycle_id: cycleId })
      .where("user_id", "=", userId)
      .where("pool", "=", pool)
      .execute();
  });

async function partsOf(userId: string) {
  const rows = db.selectFrom("balances").select(["subscription", "permanent"]).where("user_id", "=", userId);
  return rows.where("pool", "=", pool).executeTakeFirstOrThrow();
}

/** Reserves credits in a transaction of its own, as a call does that then fails to be written. @returns the request id */
async function reserve(userId: string, credits: number, requestId: string = randomUUID()): Promise<string> {
  await db.transaction().execute((trx) => reserveCredits(trx, { requestId, userId, pool, credits }));
  return requestId;
}

/** The same with the row of a request. */
async function submit(userId: string, credits: number): Promise<string> {
  const id = randomUUID();
  const owner = { id, userId, isDemo: false, source: "api_key", language: "en" } as const;
  const voiceId = builtinVoices[0]?.id ?? "";
  const options = synthesisOptions.parse({});
  await insertSynthesisRequest(db, { ...owner, text: "a", characters: credits, voiceId, options });
  return reserve(userId, credits, id);
}

/** Reserves one credit again and again. @returns what became of each */
async function reserveOften(userId: string, times: number): Promise<readonly string[]> {
  const outcomes: string[] = [];
  while (outcomes.length < times) {
    const outcome = reserve(userId, 1).then(() => "held");
    outcomes.push(await outcome.catch((error: unknown) => (error instanceof DomainError ? error.code : String(error))));
  }
  return outcomes;
}

const settle = (requestId: string, credits?: number) =>
  db.transaction().execute((trx) => settleHold(trx, requestId, credits));
const raise = (requestId: string, credits: number) =>
  db.transaction().execute((trx) => raiseHold(trx, requestId, credits));
const release = (requestId: string) => db.transaction().execute((trx) => releaseHold(trx, requestId));

test.serial(
  "3,000 reservations by 100 callers at once of 1,000 credits: 1,000 hold, 2,000 are refused, the balance stops at 0",
  async (t) => {
    const userId = await accountWith(400, 600);
    await sql`create table lowest (balance integer)`.execute(db);
    await sql`
    create function note_balance() returns trigger language plpgsql as
    $$ begin insert into lowest values (new.subscription + new.permanent); return new; end $$`.execute(db);
    await sql`
    create trigger note_balance after update on balances for each row execute function note_balance()`.execute(db);
    const outcomes = (await Promise.all(Array.from({ length: 100 }, () => reserveOften(userId, 30)))).flat();
    await sql`drop trigger note_balance on balances`.execute(db);
    t.is(outcomes.filter((outcome) => outcome === "held").length, 1_000);
    t.is(outcomes.filter((outcome) => outcome === "insufficient_credits").length, 2_000);
    t.deepEqual(await partsOf(userId), { subscription: 0, permanent: 0 });
    t.is(await heldOf(resources, userId), 1_000);
    const { rows } = await sql<{ n: number; lowest: number }>`
    select count(*)::int as n, min(balance) as lowest from lowest`.execute(db);
    t.deepEqual(rows, [{ n: 1_000, lowest: 0 }]);
    t.is(await sweepHolds({ db }), 500, "none of these requests was ever written");
    t.is(await sweepHolds({ db }), 500);
    t.is(await sweepHolds({ db }), 0);
    t.deepEqual(await partsOf(userId), { subscription: 600, permanent: 400 });
  },
);

test.serial("credits that are taken while others are given back are all there in the end", async (t) => {
  const userId = await accountWith(100, 10);
  const takeAndReturn = async (): Promise<void> => {
    for (let round = 0; round < 15; round += 1) await release(await reserve(userId, 6));
  };
  await t.notThrowsAsync(Promise.all(Array.from({ length: 8 }, takeAndReturn)));
  t.deepEqual(await partsOf(userId), { subscription: 10, permanent: 100 });
});

test.serial("credits of the cycle are spent first and given back last", async (t) => {
  const userId = await accountWith(10, 5);
  const requestId = await submit(userId, 8);
  t.deepEqual(await partsOf(userId), { subscription: 0, permanent: 7 });
  t.is(await settle(requestId, 4), 4);
  t.deepEqual(await partsOf(userId), { subscription: 1, permanent: 10 });
  t.deepEqual(await chargesOf(resources, userId), [[requestId, 4]]);
});

test.serial("credits returned to an ended cycle expire, and permanent credits stay", async (t) => {
  const userId = await accountWith(10, 5);
  const [released, settled] = [await submit(userId, 4), await submit(userId, 3)];
  await startCycle(userId, "two", 100);
  await release(released);
  t.deepEqual(await partsOf(userId), { subscription: 100, permanent: 8 });
  await settle(settled, 0);
  t.deepEqual(await partsOf(userId), { subscription: 100, permanent: 10 });
});

test.serial("a hold is raised to the needed credits, or stays unchanged when the balance is too low", async (t) => {
  const userId = await accountWith(10, 5);
  const requestId = await submit(userId, 1);
  await raise(requestId, 1);
  await raise(requestId, 12);
  await raise(requestId, 12);
  t.deepEqual(await partsOf(userId), { subscription: 0, permanent: 3 });
  const error = await t.throwsAsync(raise(requestId, 16), { instanceOf: DomainError });
  t.like(error, { code: "insufficient_credits", facts: { required: 16, remaining: 15 } });
  t.is(await heldOf(resources, userId), 12);
  await startCycle(userId, "two", 20);
  await raise(requestId, 15);
  t.deepEqual(await partsOf(userId), { subscription: 5, permanent: 10 }, "the new cycle pays");
  t.is(await settle(requestId), 15);
  t.deepEqual(await chargesOf(resources, userId), [[requestId, 15]]);
});

test.serial("reserving, settling and releasing again, or all at once, has one effect", async (t) => {
  const userId = await accountWith(20);
  const requestId = await submit(userId, 6);
  await reserve(userId, 6, requestId);
  t.is(await heldOf(resources, userId), 6);
  await Promise.all([settle(requestId, 5), settle(requestId, 5), settle(requestId, 5)]);
  await release(requestId);
  await raise(requestId, 9);
  t.deepEqual(await partsOf(userId), { subscription: 0, permanent: 15 });
  t.deepEqual(await chargesOf(resources, userId), [[requestId, 5]]);
  await t.throwsAsync(
    insertLedgerEntry(db, { user_id: userId, pool, kind: "usage", credits: -5, request_id: requestId }),
  );
  const raced = await submit(userId, 6);
  await Promise.all([release(raced), settle(raced), release(raced)]);
  const charged = (await chargesOf(resources, userId)).reduce((sum, [, credits]) => sum + credits, 0);
  t.is((await partsOf(userId)).permanent, 20 - charged);
  t.is(await heldOf(resources, userId), 0);
});

test.serial("more than is held can never be charged", async (t) => {
  const userId = await accountWith(20);
  const requestId = await submit(userId, 6);
  await t.throwsAsync(settle(requestId, 7), { message: /Cannot charge more/ });
  t.is(await heldOf(resources, userId), 6);
});

test.serial("a correction takes away no more than there is", async (t) => {
  const userId = await accountWith(10, 5);
  const correct = (credits: number) => correctCredits({ db }, { userId, pool, credits, reason: "a test" });
  const error = await t.throwsAsync(correct(-16), { instanceOf: DomainError });
  t.deepEqual(error?.facts, { required: 16, remaining: 15 });
  t.is(await correct(-12), 3);
  t.deepEqual(await partsOf(userId), { subscription: 3, permanent: 0 });
  t.is(await correct(-3), 0);
  t.is(await correct(7), 7);
});

test.serial("the ledger cannot be changed, not even by hand, but for the reason of a correction", async (t) => {
  const userId = await accountWith(10);
  for (const statement of [
    sql`update credit_ledger set reason = 'another'`,
    sql`update credit_ledger set reason = null where kind <> 'correction'`,
    sql`update credit_ledger set reason = null, credits = credits + 1 where kind = 'correction'`,
    sql`update credit_ledger set credits = 0`,
    sql`delete from credit_ledger`,
    sql`truncate credit_ledger`,
  ]) {
    await t.throwsAsync(statement.execute(db), { message: /only added to/ });
  }
  await sql`update credit_ledger set reason = null where kind = 'correction' and user_id = ${userId}`.execute(db);
});

test.serial("one order grants once", async (t) => {
  const userId = await accountWith(0);
  const grant = { user_id: userId, pool, kind: "grant", credits: 0, order_id: randomUUID() } as const;
  await insertLedgerEntry(db, grant);
  await t.throwsAsync(insertLedgerEntry(db, grant));
  await insertLedgerEntry(db, { ...grant, pool: "asr" });
});

test.serial("only holds of ended or deleted requests are swept", async (t) => {
  const userId = await accountWith(20);
  const [open, ended, gone] = [await submit(userId, 1), await submit(userId, 2), await submit(userId, 4)];
  await db.deleteFrom("speech_requests").where("id", "=", gone).execute();
  const failure = { status: "failed", finished_at: new Date(), error_code: "cancelled" } as const;
  await db.updateTable("speech_requests").set(failure).where("id", "=", ended).execute();
  t.is(await sweepHolds({ db }), 2);
  t.is(await heldOf(resources, userId), 1);
  t.is((await partsOf(userId)).permanent, 19);
  await release(open);
});

test.serial("an erased account holds nothing and its usage is forgotten, but its ledger adds up", async (t) => {
  const userId = await accountWith(20);
  await settle(await submit(userId, 5));
  await submit(userId, 6);
  await correctCredits({ db }, { userId, pool, credits: 1, reason: "Ann Lee asked for it by telephone." });
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  t.is(await heldOf(resources, userId), 0);
  for (const table of ["usage_days", "usage_totals", "usage_months"] as const) {
    t.deepEqual(await db.selectFrom(table).select("credits").where("user_id", "=", userId).execute(), [], table);
  }
  t.is((await chargesOf(resources, userId)).length, 1);
  t.is((await partsOf(userId)).permanent, 16);
  const reasons = db.selectFrom("credit_ledger").select("reason").distinct().where("user_id", "=", userId);
  t.deepEqual(await reasons.where("reason", "is not", null).execute(), [{ reason: "The free plan." }]);
});

test.serial("the recount finds a balance, a hold, an entry, a day and a month that are wrong", async (t) => {
  const userId = await accountWith(100);
  await settle(await submit(userId, 5));
  await submit(userId, 6);
  const good = { user_id: userId, pool, balance: 89, held: 6, ledger: 95, charged: 5, used: 5 } as const;
  const permanent = (change: number) =>
    sql`update balances set permanent = permanent + ${change} where user_id = ${userId} and pool = 'tts'`;
  const hold = (change: number) =>
    sql`update holds set from_permanent = from_permanent + ${change} where user_id = ${userId}`;
  const entry = (change: number) =>
    sql`insert into credit_ledger (user_id, pool, kind, credits) values (${userId}, 'tts', 'grant', ${change})`;
  const day = (change: number) => sql`update usage_days set credits = credits + ${change} where user_id = ${userId}`;
  const month = (change: number) =>
    sql`update usage_months set credits = credits + ${change} where user_id = ${userId}`;
  const plants = [
    [permanent, { balance: 90 }],
    [hold, { held: 7 }],
    [entry, { ledger: 96 }],
    [day, { used: 6 }],
  ] as const;
  for (const [plant, wrong] of plants) {
    await plant(1).execute(db);
    t.deepEqual((await recountCredits({ db })).differences, [{ ...good, ...wrong }]);
    await plant(-1).execute(db);
  }
  await month(-1).execute(db);
  t.like((await recountCredits({ db })).differences, [{ user_id: userId, pool: "asr", used: 1 }]);
  await month(1).execute(db);
});
