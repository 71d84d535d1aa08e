import { randomUUID } from "node:crypto";
import test from "ava";
import { type Insertable, sql } from "kysely";
import { z } from "zod";
import type { Database } from "#db/schema.ts";
import { countDays } from "#src/domain/daily-figures/count-days.ts";
import { listDaysToCount } from "#src/domain/daily-figures/queries.ts";
import { makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId } = await service.account();
await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const report = z.object({
  counted_at: z.iso.datetime().nullable(),
  active_accounts: z.object({ last_day: z.int(), last_7_days: z.int(), last_30_days: z.int() }),
  active_subscriptions: z.int(),
  ending_subscriptions: z.int(),
  revenue: z.array(z.looseObject({ month: z.string(), net: z.int() })),
  series: z.array(z.looseObject({ date: z.string() })),
});
const read = async (days = 30) =>
  (await service.call("GET", `/v1/admin/statistics?days=${days}`, { key })).data(report);
const count = () => countDays(resources, new AbortController().signal);

const dayMs = 24 * 3_600_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Without yesterday, which is counted again for some minutes after midnight. */
const daysToCount = async () => (await listDaysToCount(db)).filter((day) => day !== dayAgo(1));

async function insertUse(facts: Partial<Insertable<Database["usage_totals"]>>): Promise<void> {
  await db
    .insertInto("usage_totals")
    .values({
      ...{ user_id: randomUUID(), day: dayAgo(0), source: "web", tts_count: 1, asr_count: 0 },
      ...{ tts_characters: 10, asr_seconds: 0, credits: 10, ...facts },
    })
    .execute();
}

test.serial("before the first count there are days without figures", async (t) => {
  const { counted_at: countedAt, active_accounts: active, series, revenue } = await read(7);
  t.is(countedAt, null);
  t.deepEqual(active, { last_day: 0, last_7_days: 0, last_30_days: 0 });
  t.deepEqual(
    series.map(({ date }) => date),
    [6, 5, 4, 3, 2, 1, 0].map(dayAgo),
  );
  t.deepEqual(revenue, []);
});

test.serial("usage, failures, sign-ups and active accounts are counted by day over all accounts", async (t) => {
  const failed = {
    user_id: userId,
    request_type: "tts",
    is_demo: false,
    language: "en",
    status: "failed",
    error_code: "engine_timeout",
  } as const;
  await db
    .insertInto("speech_requests")
    .values({ id: randomUUID(), ...failed, finished_at: new Date() })
    .execute();
  await db
    .insertInto("speech_requests")
    .values({ id: randomUUID(), ...failed, error_code: "cancelled", finished_at: new Date() })
    .execute();
  const demo = { ...failed, user_id: null, is_demo: true };
  await db
    .insertInto("speech_requests")
    .values({ id: randomUUID(), ...demo, finished_at: new Date() })
    .execute();
  await sql`update users set created_at = now() - interval '40 days' where id = ${userId}`.execute(db);
  await service.account();
  await insertUse({ user_id: userId, tts_characters: 1_000_000_000 });
  await insertUse({ user_id: userId, source: "api_key", asr_count: 2, asr_seconds: 70 });
  await insertUse({ day: dayAgo(6) });
  await insertUse({ day: dayAgo(7) });
  await insertUse({ day: dayAgo(29) });
  await insertUse({ day: dayAgo(30) });
  t.is((await listDaysToCount(db)).length, 41);
  await count();
  const { active_accounts: active, series, counted_at: countedAt } = await read();
  t.deepEqual(active, { last_day: 1, last_7_days: 2, last_30_days: 4 });
  t.true(Math.abs(Date.parse(countedAt ?? "") - Date.now()) < 60_000);
  t.like(series.at(-1), {
    ...{ date: dayAgo(0), sign_ups: 1, active_accounts: 1, tts_count: 2, asr_count: 2 },
    ...{ tts_characters_processed: 1_000_000_010, asr_seconds_processed: 70, failed_count: 1, cancelled_count: 1 },
  });
  t.like(series.at(-7), { date: dayAgo(6), active_accounts: 1, tts_characters_processed: 10, failed_count: 0 });
  t.is((await read(366)).series.length, 366);
});

test.serial("days that are over are counted once, and today again and again", async (t) => {
  t.deepEqual(await daysToCount(), [dayAgo(0)]);
  await insertUse({ tts_count: 5 });
  await insertUse({ day: dayAgo(3), tts_count: 5 });
  await count();
  const { series } = await read();
  t.is(series.at(-1)?.["tts_count"], 7);
  t.is(series.at(-4)?.["tts_count"], 0);
});

test.serial("a day that was counted before its end is counted again", async (t) => {
  await sql`update daily_figures set counted_at = (day + 1)::timestamp at time zone 'utc' where day = ${dayAgo(3)}`.execute(
    db,
  );
  t.deepEqual(await daysToCount(), [dayAgo(0), dayAgo(3)]);
  await count();
  t.is((await read()).series.at(-4)?.["tts_count"], 5);
});

async function insertPayment(facts: Partial<Insertable<Database["payments"]>>, currency = "INR"): Promise<void> {
  const [orderId, subscriptionId] = [`order_${randomUUID()}`, randomUUID()];
  const plan = { user_id: userId, plan_id: "starter" };
  await db
    .insertInto("subscriptions")
    .values({ id: subscriptionId, ...plan, status: "cancelled" })
    .execute();
  await db
    .insertInto("payment_orders")
    .values({
      ...{ id: orderId, provider: "razorpay", provider_order_id: orderId, request_id: randomUUID() },
      ...{ subscription_id: subscriptionId, ...plan, status: "refunded" },
      ...{ amount: 100, currency, months: 1, tts_credits: 1, asr_credits: 1 },
    })
    .execute();
  const payment = { id: `pay_${randomUUID()}`, order_id: orderId, status: "captured", amount: 100 } as const;
  await db
    .insertInto("payments")
    .values({ ...payment, captured_at: new Date(), ...facts })
    .execute();
}

test.serial("revenue is what was captured less what was refunded, by month and currency", async (t) => {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const name = (back: number): string => new Date(Date.UTC(year, month - back, 1)).toISOString().slice(0, 7);
  await insertPayment({ amount: 199_900 });
  await insertPayment({ amount: 99_900, refunded: 50_000 });
  await insertPayment({ amount: 2_000 }, "USD");
  await insertPayment({ status: "failed", captured_at: null });
  await insertPayment({ status: "authorized", captured_at: null });
  await insertPayment({ amount: 5, captured_at: new Date(Date.UTC(year, month, 1) - 1) });
  await insertPayment({ amount: 7, captured_at: new Date(Date.UTC(year, month - 11, 1)) });
  await insertPayment({ amount: 9, captured_at: new Date(Date.UTC(year, month - 11, 1) - 1) });
  t.deepEqual((await read()).revenue, [
    { month: name(11), currency: "INR", payments: 1, captured: 7, refunded: 0, net: 7 },
    { month: name(1), currency: "INR", payments: 1, captured: 5, refunded: 0, net: 5 },
    { month: name(0), currency: "INR", payments: 2, captured: 299_800, refunded: 50_000, net: 249_800 },
    { month: name(0), currency: "USD", payments: 1, captured: 2_000, refunded: 0, net: 2_000 },
  ]);
});

test.serial("a cancelled subscription is counted apart until its end", async (t) => {
  for (const days of [1, -1]) {
    const end = new Date(Date.now() + days * dayMs);
    const row = { id: randomUUID(), user_id: userId, plan_id: "starter", status: "cancelled" } as const;
    await db
      .insertInto("subscriptions")
      .values({ ...row, current_period_end: end })
      .execute();
  }
  t.like(await read(), { active_subscriptions: 0, ending_subscriptions: 1 });
});

test.serial("a number of days that is not offered is refused", async (t) => {
  for (const days of ["6", "367", "x", "1.5"])
    t.is((await service.call("GET", `/v1/admin/statistics?days=${days}`, { key })).status, 422, days);
});
