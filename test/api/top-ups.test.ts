import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { checkoutAnswer } from "#src/api/subscriptions/schemas.ts";
import { packList } from "#src/api/subscriptions/top-up-schemas.ts";
import { readConfig } from "#src/config.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { seededPlans } from "#src/domain/plans/seeded-plans.ts";
import { paymentEventText } from "#harness/payments/payment-events.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { newPaymentSecret, signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";
import { until } from "#harness/until.ts";
import { startService } from "#test/support/service.ts";

const provider = await startPaymentProvider();
const secret = newPaymentSecret();
const service = await startService({
  workers: ["billing"],
  env: {
    ...provider.env,
    PAYMENT_WEBHOOK_SECRET: secret,
    TOP_UP_PACKS: "small:199:2000:700, speech:99:5000:0",
  },
});
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const start = (key: string, packId: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call("POST", "/v1/top-ups", { key, json: { pack_id: packId }, headers });
const ordersOf = (userId: string) =>
  db.selectFrom("payment_orders").select(["id", "status", "pack_id"]).where("user_id", "=", userId).execute();
const patience = { withinMs: 20_000, signal: new AbortController().signal };
const code = z.object({ code: z.string() });

test("the packs of the setting are listed, and unknown ones are 404", async (t) => {
  const { key, userId } = await service.account(0);
  const { items } = (await service.call("GET", "/v1/top-ups", { key })).data(packList);
  t.deepEqual(items, [
    { pack_id: "small", price_inr: 199, tts_credits: 2_000, asr_credits: 700 },
    { pack_id: "speech", price_inr: 99, tts_credits: 5_000, asr_credits: 0 },
  ]);
  const answer = await start(key, "large");
  t.deepEqual([answer.status, code.parse(answer.json).code], [404, "pack_not_found"]);
  t.deepEqual(await ordersOf(userId), []);
});

test("a pack is ordered at its price, an open order is answered again, and a repeat gets the same answer", async (t) => {
  const { key, userId } = await service.account(0);
  const headers = { "idempotency-key": randomUUID() };
  const first = await start(key, "small", headers);
  t.is(first.status, 201);
  const order = first.data(checkoutAnswer);
  t.like(order, { amount: 19_900, currency: "INR", key_id: provider.keyId, checkout_url: provider.checkoutUrl });
  t.is((await start(key, "small", headers)).status, 201);
  const again = await start(key, "small");
  t.is(again.status, 200);
  t.is(again.data(checkoutAnswer).payments_order_id, order.payments_order_id);
  t.is((await start(key, "speech")).status, 201);
  t.is((await ordersOf(userId)).length, 2);
});

test("of 20 parallel calls all get the same open order", async (t) => {
  const { key, userId } = await service.account(0);
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(key, "small")));
  const ids = new Set(answers.map((answer) => answer.data(checkoutAnswer).payments_order_id));
  t.is(ids.size, 1);
  t.is((await ordersOf(userId)).length, 1);
});

// Alone, since the other tests have the same provider.
test.serial("a provider that fails keeps no order", async (t) => {
  const { key, userId } = await service.account(0);
  provider.forge = () => ({ status: 500, body: "" });
  const answer = await start(key, "small");
  provider.forge = null;
  t.deepEqual([answer.status, code.parse(answer.json).code], [502, "payment_provider_error"]);
  t.deepEqual(await ordersOf(userId), []);
});

test("a signed notification adds the credits once; repeated and forged ones add nothing", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const { payments_order_id: orderId } = (await start(key, "small")).data(checkoutAnswer);
  const payment = paymentFor(orderId, { amount: 19_900 });
  const body = paymentEventText({ type: "payment.captured", payment });
  const tell = (call: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) =>
    fetch(`${service.baseUrl}/v1/webhooks/payments`, { method: "POST", ...call });
  const forged = await tell(signedPaymentEvent(newPaymentSecret(), body, "evt_forged"));
  t.is(forged.status, 401);
  t.deepEqual(await findBalances(db, userId), before);
  const answers = await Promise.all(
    ["evt_1", "evt_1", "evt_1", "evt_2"].map((id) => tell(signedPaymentEvent(secret, body, `${id}_${orderId}`))),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const paid = paymentEventText({ type: "order.paid", payment });
  t.is((await tell(signedPaymentEvent(secret, paid, `evt_3_${orderId}`))).status, 200);
  await until(async () => {
    const waiting = await db
      .selectFrom("webhook_events")
      .select("id")
      .where("subject", "=", orderId)
      .where("status", "=", "queued")
      .execute();
    return waiting.length === 0;
  }, patience);
  t.deepEqual(await findBalances(db, userId), { tts: before.tts + 2_000, asr: before.asr + 700 });
  const { json } = await service.call("GET", "/v1/payments", { key });
  t.like(json, { data: { total: 1, items: [{ payments_order_id: orderId, amount: 19_900, refunded: 0 }] } });
});

test("packs are sold as installed, each credit dearer than with any plan, and the larger the cheaper", (t) => {
  const { packs } = readConfig().topUps;
  t.is(packs.length, 3);
  const plans = seededPlans.filter(({ price_inr: price }) => price > 0);
  for (const pool of ["tts", "asr"] as const) {
    const prices = packs.map(
      ({ priceInr, ttsCredits, asrCredits }) => priceInr / { tts: ttsCredits, asr: asrCredits }[pool],
    );
    t.deepEqual(
      prices,
      prices.toSorted((one, other) => other - one),
      pool,
    );
    for (const plan of plans) {
      const credits = pool === "tts" ? plan.tts_credits_per_cycle : plan.asr_credits_per_cycle;
      t.true(
        prices.every((price) => price > plan.price_inr / credits),
        `${plan.id} ${pool}`,
      );
    }
  }
});

test("`none` sells no packs", (t) => {
  t.deepEqual(readConfig({ TOP_UP_PACKS: "none" }).topUps.packs, []);
});

for (const packs of [
  "small",
  "small:0:1:1",
  "small:1:0:0",
  "a:1:1:1,a:2:2:2",
  "A:1:1:1",
  "a:1:1:2000000000",
  "a:1:1",
]) {
  test(`the setting ${packs} is refused`, (t) => {
    t.throws(() => readConfig({ TOP_UP_PACKS: packs }), { message: /TOP_UP_PACKS/ });
  });
}
