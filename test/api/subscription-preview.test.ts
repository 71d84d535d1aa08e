import test from "ava";
import { z } from "zod";
import { previewAnswer, subscriptionAnswer } from "#src/api/subscriptions/schemas.ts";
import { applyPayment } from "#src/domain/payments/apply-payment.ts";
import { insertOpenOrder, insertPlan } from "#harness/payments/bought-plans.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;

const plan = { tts_credits_per_cycle: 1_000, asr_credits_per_cycle: 500 };
const small = await insertPlan(resources, { ...plan, price_inr: 100 });
const large = await insertPlan(resources, { ...plan, price_inr: 300, tts_credits_per_cycle: 4_000 });

test.after.always(() => service[Symbol.asyncDispose]());

const preview = (key: string, planId: string) =>
  service.call("GET", `/v1/subscriptions/preview?plan_id=${planId}`, { key });
const found = async (key: string, planId: string) => (await preview(key, planId)).data(previewAnswer);

async function pay(userId: string, planId: string, amount: number): Promise<void> {
  const payment = paymentFor(await insertOpenOrder(resources, userId, planId), { amount });
  await db.transaction().execute((trx) => applyPayment(trx, "razorpay", payment));
}

const endOf = async (key: string): Promise<string> =>
  (await service.call("GET", "/v1/subscriptions/current", { key })).data(subscriptionAnswer).current_period_end;

test("a first plan is new, begins now, and takes nothing", async (t) => {
  const { key } = await service.account();
  const answer = await found(key, small);
  t.like(answer, {
    ...{ plan_id: small, kind: "new", amount: 10_000, currency: "INR", renews_automatically: false },
    ...{ tts_granted: 1_000, asr_granted: 500, tts_remaining: 0, tts_carried_over: 0, tts_expiring: 0 },
    expires_at: null,
  });
  t.true(Math.abs(Date.parse(answer.starts_at) - Date.now()) < 60_000);
  t.true(answer.ends_at > answer.starts_at);
});

test("an upgrade is previewed as it then happens: it begins now, and what is left is carried over", async (t) => {
  const { key, userId } = await service.account();
  await pay(userId, small, 10_000);
  const answer = await found(key, large);
  t.like(answer, {
    ...{ kind: "upgrade", amount: 30_000, tts_remaining: 1_000, tts_carried_over: 1_000, asr_carried_over: 500 },
    ...{ tts_expiring: 0, asr_expiring: 0, expires_at: null },
  });
  await pay(userId, large, 30_000);
  t.true(Math.abs(Date.parse(await endOf(key)) - Date.parse(answer.ends_at)) < 60_000);
  const usage = await service.call("GET", "/v1/usage", { key });
  t.like(usage.json, { data: { credits: { cycle: { tts_granted: 5_000, tts_remaining: 5_000 } } } });
});

test("a downgrade is previewed as it then happens: it begins at the end, when what is left expires", async (t) => {
  const { key, userId } = await service.account();
  await pay(userId, large, 30_000);
  const end = await endOf(key);
  const answer = await found(key, small);
  t.like(answer, {
    ...{ kind: "downgrade", starts_at: end, tts_remaining: 4_000, tts_carried_over: 0 },
    ...{ tts_expiring: 4_000, asr_expiring: 500, expires_at: end },
  });
  await pay(userId, small, 10_000);
  t.is(await endOf(key), answer.ends_at);
});

test("a preview is refused as the checkout is, and makes no order", async (t) => {
  const { key, userId } = await service.account();
  await pay(userId, small, 10_000);
  for (const [planId, status, code] of [
    ["nothing", 404, "plan_not_found"],
    ["free", 409, "plan_not_purchasable"],
    [small, 409, "subscription_exists"],
  ] as const) {
    const answer = await preview(key, planId);
    t.deepEqual([answer.status, z.object({ code: z.string() }).parse(answer.json).code], [status, code]);
  }
  t.is((await service.call("GET", "/v1/subscriptions/preview", { key })).status, 422);
  const orders = db.selectFrom("payment_orders").select("status").where("user_id", "=", userId);
  t.deepEqual(await orders.execute(), [{ status: "paid" }]);
});
