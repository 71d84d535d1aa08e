import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { checkoutAnswer, subscriptionAnswer } from "#src/api/subscriptions/schemas.ts";
import { applyPayment } from "#src/domain/payments/apply-payment.ts";
import type { Answer } from "#harness/clients/client.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { insertPlan, insertSubscription, type SubscriptionFacts } from "#harness/payments/bought-plans.ts";
import { startService } from "#test/support/service.ts";
import {
  missingRow,
  noStringRow,
  nulRow,
  surrogateRow,
  tooLongRow,
  tooShortRow,
} from "#test/support/validation-rows.ts";

const subscriptions = "/v1/subscriptions";
const current = "/v1/subscriptions/current";
const provider = await startPaymentProvider();
const service = await startService({ env: provider.env });
const { resources } = service;
const { db } = resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const buy = (key: string, planId: string, repeatKey?: string) =>
  service.call("POST", subscriptions, {
    key,
    json: { plan_id: planId },
    headers: repeatKey === undefined ? {} : { "idempotency-key": repeatKey },
  });
const codeOf = ({ json }: Answer): string => z.object({ code: z.string() }).parse(json).code;
const orderIdOf = (answer: Answer): string => answer.data(checkoutAnswer).payments_order_id;
const ordersOf = (userId: string) =>
  db.selectFrom("payment_orders").selectAll().where("user_id", "=", userId).orderBy("created_at").execute();
const subscriptionsOf = (userId: string) =>
  db.selectFrom("subscriptions").selectAll().where("user_id", "=", userId).execute();
const statusesOf = async (userId: string) => (await ordersOf(userId)).map(({ status }) => status);

function isRefused(t: ExecutionContext, answer: Answer, [status, code]: readonly [number, string]): void {
  t.deepEqual([answer.status, codeOf(answer)], [status, code]);
}

/** The provider says that an order was paid. */
const pay = async (orderId: string): Promise<void> => {
  const { amount, currency } = await db
    .selectFrom("payment_orders")
    .select(["amount", "currency"])
    .where("provider_order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const payment = {
    id: `pay_${randomUUID()}`,
    orderId,
    status: "captured",
    amount,
    currency,
    refunded: 0,
    madeAt: null,
    method: null,
    failure: null,
  } as const;
  await db.transaction().execute((trx) => applyPayment(trx, "razorpay", payment));
};

test("a checkout is an order at the provider, in paise, and begins no subscription before it is paid", async (t) => {
  const { key, userId } = await service.account();
  const answer = await buy(key, "starter");
  t.is(answer.status, 201);
  const [order] = await ordersOf(userId);
  const data = {
    ...{ payments_order_id: order?.provider_order_id, amount: 49_900, currency: "INR" },
    ...{ key_id: provider.keyId, checkout_url: provider.checkoutUrl },
  };
  t.deepEqual(answer.json, { success: true, data });
  t.regex(answer.headers.get("ratelimit-policy") ?? "", /^"calls"/);
  const requestId = answer.headers.get("x-request-id");
  const providerOrderId = order?.provider_order_id;
  t.not(order?.id, providerOrderId);
  const asked = { id: providerOrderId, amount: 49_900, currency: "INR", receipt: requestId, payment_capture: true };
  t.deepEqual(
    provider.orders.find(({ id }) => id === providerOrderId),
    asked,
  );
  t.like(order, {
    ...{ request_id: requestId, plan_id: "starter", status: "open", amount: 49_900, currency: "INR", months: 1 },
    ...{ tts_credits: 500_000, asr_credits: 180_000, paid_at: null },
  });
  const [subscription, ...others] = await subscriptionsOf(userId);
  t.deepEqual(others, []);
  t.like(subscription, { id: order?.subscription_id, plan_id: "starter", status: "pending", order_id: order?.id });
  isRefused(t, await service.call("GET", current, { key }), [404, "subscription_not_found"]);
});

test("a yearly plan is paid for twelve months", async (t) => {
  const { key, userId } = await service.account();
  t.is((await buy(key, "business")).data(checkoutAnswer).amount, 3_999_900);
  t.like((await ordersOf(userId))[0], { months: 12, amount: 3_999_900 });
});

test("an order that is open is answered again, without another one at the provider; each plan has its own", async (t) => {
  const { key, userId } = await service.account();
  const first = await buy(key, "starter");
  const again = await buy(key, "starter");
  t.deepEqual([again.status, again.json], [200, first.json]);
  const other = await buy(key, "pro");
  t.is(other.status, 201);
  const ids = [first, other].map(orderIdOf);
  t.deepEqual(
    (await ordersOf(userId)).map(({ provider_order_id: id }) => id),
    ids,
  );
  const receipts = [first, again, other].map(({ headers }) => headers.get("x-request-id"));
  t.is(provider.orders.filter(({ receipt }) => receipts.includes(receipt)).length, 2);
  t.is(new Set((await subscriptionsOf(userId)).map(({ plan_id: plan }) => plan)).size, 2);
});

for (const [what, change] of [
  ["price", { price_inr: 101 }],
  ["cycle", { billing_cycle: "yearly" }],
  ["credits for speaking", { tts_credits_per_cycle: 1_001 }],
  ["credits for listening", { asr_credits_per_cycle: 501 }],
] as const) {
  test(`a plan whose ${what} has changed gets a new order for the same subscription, and the old one is abandoned`, async (t) => {
    const planId = await insertPlan(resources);
    const { key, userId } = await service.account();
    const first = await buy(key, planId);
    await db.updateTable("plans").set(change).where("id", "=", planId).execute();
    const second = await buy(key, planId);
    t.is(second.status, 201);
    t.not(orderIdOf(second), orderIdOf(first));
    t.deepEqual(await statusesOf(userId), ["abandoned", "open"]);
    const [subscription, ...others] = await subscriptionsOf(userId);
    t.deepEqual(others, []);
    const order = (await ordersOf(userId)).find(({ id }) => id === subscription?.order_id);
    t.is(order?.provider_order_id, orderIdOf(second));
    t.is((await buy(key, planId)).status, 200);
  });
}

test("a plan that is unknown or not offered is not found, and one that costs nothing is not sold", async (t) => {
  const { key, userId } = await service.account();
  const hidden = await insertPlan(resources, { is_active: false });
  for (const planId of ["nothing", hidden, "STARTER", " starter", "😀".repeat(100)])
    isRefused(t, await buy(key, planId), [404, "plan_not_found"]);
  isRefused(t, await buy(key, "free"), [409, "plan_not_purchasable"]);
  t.deepEqual([await ordersOf(userId), await subscriptionsOf(userId)], [[], []]);
});

/** The plans that the current subscription says cannot be bought now. */
const paidAhead = async (key: string) =>
  (await service.call("GET", current, { key })).data(subscriptionAnswer).plans_paid_ahead;

const minute = 1 / (24 * 60);
const renewals: readonly (readonly [
  title: string,
  facts: Pick<SubscriptionFacts, "status" | "endsInDays">,
  boolean,
])[] = [
  ["more than seven days before its end", { status: "active", endsInDays: 7 + minute }, false],
  ["in its last seven days", { status: "active", endsInDays: 7 - minute }, true],
  ["past its end", { status: "active", endsInDays: -minute }, true],
  ["while it is past due", { status: "past_due", endsInDays: -2 }, true],
  ["while it is cancelled and still runs", { status: "cancelled", endsInDays: 20 }, true],
];

for (const [title, facts, isTaken] of renewals) {
  test(`a plan can${isTaken ? "" : "not"} be bought again ${title}`, async (t) => {
    const { key, userId } = await service.account();
    const id = await insertSubscription(resources, { userId, planId: "pro", ...facts });
    t.deepEqual(await paidAhead(key), isTaken ? [] : ["pro"]);
    const answer = await buy(key, "pro");
    if (!isTaken) {
      isRefused(t, answer, [409, "subscription_exists"]);
      t.deepEqual(await ordersOf(userId), []);
      return;
    }
    t.is(answer.status, 201);
    t.is((await ordersOf(userId))[0]?.subscription_id, id);
    t.is((await subscriptionsOf(userId)).length, 1);
    await pay(orderIdOf(answer));
    const paid = (await service.call("GET", current, { key })).data(subscriptionAnswer);
    t.like(paid, { subscription_id: id, status: "active", payments_order_id: orderIdOf(answer) });
    isRefused(t, await buy(key, "pro"), [409, "subscription_exists"]);
  });
}

test("another plan can be bought at any time, and takes the place of the first when it is paid", async (t) => {
  const { key, userId } = await service.account();
  const old = await insertSubscription(resources, { userId, planId: "starter", status: "active", endsInDays: 20 });
  const answer = await buy(key, "pro");
  t.is(answer.status, 201);
  const read = async () => (await service.call("GET", current, { key })).data(subscriptionAnswer);
  t.like(await read(), { subscription_id: old, plan_id: "starter", status: "active" });
  await pay(orderIdOf(answer));
  t.like(await read(), { plan_id: "pro", plan_name: "Pro", status: "active", payments_order_id: orderIdOf(answer) });
});

test("a plan whose credits are nearly used up can be bought again, and begins at once", async (t) => {
  const { key, userId } = await service.account();
  const planId = await insertPlan(resources);
  await pay(orderIdOf(await buy(key, planId)));
  isRefused(t, await buy(key, planId), [409, "subscription_exists"]);
  const spend = sql`with spent as (
      update balances set subscription = 200 where user_id = ${userId} and pool = 'tts' returning user_id)
    insert into credit_ledger (user_id, pool, kind, credits) select user_id, 'tts', 'correction', -800 from spent`;
  t.deepEqual(await paidAhead(key), [planId]);
  await spend.execute(db);
  t.deepEqual(await paidAhead(key), []);
  const answer = await buy(key, planId);
  t.is(answer.status, 201);
  await pay(orderIdOf(answer));
  const [balance] = await db
    .selectFrom("balances")
    .select("subscription")
    .where("user_id", "=", userId)
    .where("pool", "=", "tts")
    .execute();
  t.is(balance?.subscription, 1_200);
  isRefused(t, await buy(key, planId), [409, "subscription_exists"]);
});

test("a smaller plan is bought once, and follows what is paid", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertSubscription(resources, { userId, planId: "pro", status: "active", endsInDays: 20 });
  await pay(orderIdOf(await buy(key, "starter")));
  t.like((await service.call("GET", current, { key })).data(subscriptionAnswer), {
    subscription_id: id,
    plan_id: "pro",
  });
  for (const planId of ["starter", "pro"]) isRefused(t, await buy(key, planId), [409, "subscription_exists"]);
  t.deepEqual(await paidAhead(key), ["pro", "starter"]);
});

test("an ended subscription is no obstacle: the plan starts again", async (t) => {
  const { key, userId } = await service.account();
  for (const status of ["expired", "cancelled"] as const) {
    await insertSubscription(resources, { userId, planId: "pro", status, endsInDays: -4 });
  }
  isRefused(t, await service.call("GET", current, { key }), [404, "subscription_not_found"]);
  t.is((await buy(key, "pro")).status, 201);
  t.true((await subscriptionsOf(userId)).some(({ status }) => status === "pending"));
});

test("twenty checkouts at once make one order, and all are answered with it", async (t) => {
  const { key, userId } = await service.account();
  const planId = await insertPlan(resources);
  await buy(key, planId);
  // Then the order has to be replaced, too.
  await db.updateTable("plans").set({ price_inr: 200 }).where("id", "=", planId).execute();
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(key, planId)));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  t.true(answers.every(({ status }) => status === 201 || status === 200));
  t.is(new Set(answers.map(orderIdOf)).size, 1);
  t.deepEqual(await statusesOf(userId), ["abandoned", "open"]);
  t.is((await subscriptionsOf(userId)).length, 1);
});

test("fifty checkouts at once with one key make one order, and repeats are answered like the first", async (t) => {
  const { key, userId } = await service.account();
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(key, "starter", "one")));
  t.deepEqual(await statusesOf(userId), ["open"]);
  const firsts = answers.filter(({ status, headers }) => status === 201 && !headers.has("idempotent-replayed"));
  const [first, ...others] = firsts;
  if (first === undefined || others.length > 0) return t.fail(`${firsts.length} calls were performed.`);
  for (const answer of answers) {
    if (answer.status === 201) t.deepEqual(answer.json, first.json);
    else isRefused(t, answer, [409, "idempotency_in_progress"]);
  }
  const other = await service.call("POST", subscriptions, {
    ...{ key, json: { plan_id: "pro" }, headers: { "idempotency-key": "one" } },
  });
  t.is(other.status, 422);
  // Neither another price nor a payment changes what the call was answered.
  await pay(orderIdOf(first));
  const again = await buy(key, "starter", "one");
  t.deepEqual([again.status, again.json], [201, first.json]);
  t.is(again.headers.get("idempotent-replayed"), "true");
  t.is(again.headers.get("x-request-id"), first.headers.get("x-request-id"));
});

test("a repeat of a call gets the same open order, even when that has been paid since", async (t) => {
  const { key } = await service.account();
  const made = await buy(key, "starter");
  const first = await buy(key, "starter", "found");
  t.deepEqual([first.status, first.json], [200, made.json]);
  await pay(orderIdOf(made));
  const again = await buy(key, "starter", "found");
  t.deepEqual([again.status, again.json], [200, made.json]);
  t.is(again.headers.get("idempotent-replayed"), "true");
  isRefused(t, await buy(key, "starter", "fresh"), [409, "subscription_exists"]);
});

test("a plan_id is a text of 1 to 100 characters", async (t) => {
  const { key, userId } = await service.account();
  const loc = ["body", "plan_id"];
  const long = "😀".repeat(101);
  for (const [json, row] of [
    [{}, missingRow("plan_id", {})],
    [{ plan: "starter" }, missingRow("plan_id", { plan: "starter" })],
    [{ plan_id: null }, noStringRow(loc, null)],
    [{ plan_id: 7 }, noStringRow(loc, 7)],
    [{ plan_id: ["starter"] }, noStringRow(loc, ["starter"])],
    [{ plan_id: "" }, tooShortRow(loc)],
    [{ plan_id: long }, tooLongRow(loc, long, 100)],
    [{ plan_id: "a\0" }, nulRow(loc, "a\0")],
    [{ plan_id: "a\ud800" }, surrogateRow(loc, "a\ufffd")],
  ] as const) {
    const { status, json: detail } = await service.call("POST", subscriptions, { key, json });
    t.deepEqual([status, detail], [422, { detail: [row] }]);
  }
  const long65 = "a".repeat(64 * 1024);
  isRefused(t, await buy(key, long65), [413, "body_too_large"]);
  t.is((await service.call("POST", subscriptions, { key })).status, 422);
  t.deepEqual(await ordersOf(userId), []);
});

test("the current subscription has exactly the documented fields, and other accounts do not see it", async (t) => {
  const [owner, stranger] = await Promise.all([service.account(), service.account()]);
  isRefused(t, await service.call("GET", current, { key: owner.key }), [404, "subscription_not_found"]);
  isRefused(t, await service.call("DELETE", current, { key: owner.key }), [404, "subscription_not_found"]);
  const order = orderIdOf(await buy(owner.key, "starter"));
  await pay(order);
  const [row] = await subscriptionsOf(owner.userId);
  const { json } = await service.call("GET", current, { key: owner.key });
  const data = {
    ...{ subscription_id: row?.id, plan_id: "starter", plan_name: "Starter", status: "active" },
    current_period_start: row?.current_period_start?.toISOString(),
    current_period_end: row?.current_period_end?.toISOString(),
    payments_order_id: order,
    plans_paid_ahead: ["starter"],
    renewable_from: new Date((row?.current_period_end?.getTime() ?? 0) - 7 * 86_400_000).toISOString(),
  };
  t.deepEqual(json, { success: true, data });
  for (const method of ["GET", "DELETE"])
    isRefused(t, await service.call(method, current, { key: stranger.key }), [404, "subscription_not_found"]);
  t.like((await subscriptionsOf(owner.userId))[0], { status: "active" });
  const newOrder = await buy(stranger.key, "starter");
  t.deepEqual([newOrder.status, orderIdOf(newOrder) === order], [201, false]);
});

test("cancelling lets a subscription run until its end, and again changes nothing; it can be bought again", async (t) => {
  const { key, userId } = await service.account();
  await insertSubscription(resources, { userId, planId: "pro", status: "active", endsInDays: 20 });
  const before = (await service.call("GET", current, { key })).data(subscriptionAnswer);
  for (const method of ["DELETE", "GET", "DELETE"]) {
    const answer = await service.call(method, current, { key });
    const cancelled = { ...before, status: "cancelled", plans_paid_ahead: [] };
    t.deepEqual([answer.status, answer.data(subscriptionAnswer)], [200, cancelled]);
  }
  await pay(orderIdOf(await buy(key, "pro")));
  const after = (await service.call("GET", current, { key })).data(subscriptionAnswer);
  t.like(after, { subscription_id: before.subscription_id, status: "active" });
  t.true(after.current_period_end > before.current_period_end);
});

test("cancelling a subscription that is past due ends it", async (t) => {
  const { key, userId } = await service.account();
  const id = await insertSubscription(resources, { userId, planId: "pro", status: "past_due", endsInDays: -1 });
  t.like((await service.call("GET", current, { key })).data(subscriptionAnswer), { status: "past_due" });
  const answer = await service.call("DELETE", current, { key });
  t.like(answer.data(subscriptionAnswer), { subscription_id: id, status: "cancelled" });
  for (const method of ["GET", "DELETE"])
    isRefused(t, await service.call(method, current, { key }), [404, "subscription_not_found"]);
});
