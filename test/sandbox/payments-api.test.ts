import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import test from "ava";
import { inheritedEnvironment } from "#harness/service/service-process.ts";
import { z } from "zod";
import { testEnvironment } from "#test/support/environment.ts";
import { paymentSandboxEnvironment } from "#test/support/payment-sandbox.ts";
import { newOrder, openPaymentWorld, paymentsOf } from "./payment-world.ts";

const world = await openPaymentWorld();
const { sandbox } = world;
test.after.always(() => world[Symbol.asyncDispose]());

const order = z.looseObject({ id: z.string(), created_at: z.int() });
const refusal = z.strictObject({
  error: z.strictObject({
    code: z.literal("BAD_REQUEST_ERROR"),
    description: z.string().min(1),
    source: z.string(),
    step: z.string(),
    reason: z.string(),
    metadata: z.strictObject({}),
    field: z.string().optional(),
  }),
});
const inr = { amount: 49_900, currency: "INR" };

test("an order is answered in full and can be fetched again", async (t) => {
  const asked = { ...inr, receipt: "x".repeat(40), notes: { plan: "starter", cycle: 1 }, payment_capture: true };
  const { status, json } = await sandbox.call("POST", "/v1/orders", asked);
  t.is(status, 200);
  const { id, created_at: createdAt } = order.parse(json);
  t.regex(id, /^order_[A-Za-z0-9]{14}$/);
  t.true(Math.abs(createdAt - Date.now() / 1000) < 60);
  t.deepEqual(json, {
    id,
    entity: "order",
    amount: 49_900,
    amount_paid: 0,
    amount_due: 49_900,
    currency: "INR",
    receipt: "x".repeat(40),
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: { plan: "starter", cycle: 1 },
    created_at: createdAt,
  });
  t.deepEqual(await sandbox.call("GET", `/v1/orders/${id}`), { status: 200, json });
  t.deepEqual((await sandbox.call("GET", `/v1/orders/${id}/payments`)).json, {
    entity: "collection",
    count: 0,
    items: [],
  });
  const bare = await sandbox.call("POST", "/v1/orders", { amount: 100, currency: "INR" });
  t.like(bare.json, { receipt: null, notes: [] });
});

test("an invalid order is refused with a reason, never with a 500", async (t) => {
  const wrong = [
    [{ currency: "INR" }, "amount"],
    [{ ...inr, amount: 99 }, "amount"],
    [{ ...inr, amount: 100.5 }, "amount"],
    [{ ...inr, amount: "49900" }, "amount"],
    [{ ...inr, amount: 2_147_483_648 }, "amount"],
    [{ ...inr, currency: "USD" }, "currency"],
    [{ ...inr, receipt: "x".repeat(41) }, "receipt"],
    [{ ...inr, receipt: "\0" }, "receipt"],
    [{ ...inr, receipt: "\ud800" }, "receipt"],
    [{ ...inr, notes: { deep: { deeper: 1 } } }, "notes"],
    [{ ...inr, notes: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [index, "x"])) }, "notes"],
    [{ ...inr, payment_capture: false }, "payment_capture"],
    [{ ...inr, transfers: [] }, "transfers"],
    [[], undefined],
  ] as const;
  for (const [asked, field] of wrong) {
    const { status, json } = await sandbox.call("POST", "/v1/orders", asked);
    t.is(status, 400, JSON.stringify(asked));
    t.is(refusal.parse(json).error.field, field);
  }
  const strange = { "\0": "\0", __proto__: "x", "\ud800": "\udfff" };
  t.is((await sandbox.call("POST", "/v1/orders", { ...inr, notes: strange })).status, 200);
  t.is((await sandbox.call("POST", "/v1/orders")).status, 400, "no body");
});

test("bodies that are too large, no JSON or of another type are 400", async (t) => {
  const { PAYMENT_KEY_ID: id, PAYMENT_KEY_SECRET: secret } = sandbox.env;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const bodies = [
    ["application/json", "{"],
    ["application/json", JSON.stringify({ ...inr, receipt: "x".repeat(20_000) })],
    ["application/json", "x".repeat(5_000_000)],
    ["text/plain", JSON.stringify(inr)],
  ] as const;
  for (const [type, body] of bodies) {
    const headers = { authorization, "content-type": type };
    const response = await fetch(`${sandbox.url}/v1/orders`, { method: "POST", headers, body });
    t.is(response.status, 400, `${type} ${body.slice(0, 20)}`);
    refusal.parse(await response.json());
  }
  const large = await fetch(`${sandbox.url}/v1/orders`, { headers: { "x-large": "x".repeat(20_000) } });
  t.is(large.status, 431);
});

test("every route refuses a call without the key", async (t) => {
  const { PAYMENT_KEY_ID: id, PAYMENT_KEY_SECRET: secret } = sandbox.env;
  const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;
  const orderId = await newOrder(sandbox);
  const calls = [
    ["POST", "/v1/orders"],
    ["GET", `/v1/orders/${orderId}`],
    ["GET", `/v1/orders/${orderId}/payments`],
    ["POST", "/v1/payments/pay_AAAAAAAAAAAAAA/refund"],
    ["GET", "/sandbox/webhooks"],
    ["PUT", "/sandbox/webhooks"],
  ] as const;
  const wrong = ["", basic(`${id}:wrong`), basic(`wrong:${secret}`), basic(id), `Bearer ${secret}`, "Basic ???"];
  for (const [method, path] of calls) {
    for (const authorization of wrong) {
      const response = await fetch(`${sandbox.url}${path}`, { method, headers: { authorization } });
      t.is(response.status, 401, `${method} ${path} ${authorization}`);
      t.is(refusal.parse(await response.json()).error.description, "Authentication failed");
      t.regex(response.headers.get("www-authenticate") ?? "", /^Basic /);
    }
  }
  const scheme = await fetch(`${sandbox.url}/v1/orders/${orderId}`, {
    headers: { authorization: basic(`${id}:${secret}`).replace("Basic", "basic") },
  });
  t.is(scheme.status, 200, "the scheme is not case-sensitive");
});

test("ids that name nothing are 400, and unknown addresses 404", async (t) => {
  for (const path of ["order_AAAAAAAAAAAAAA", "order_AAAAAAAAAAAAAA/payments", "x", "%00", "order_%ff"]) {
    const { status, json } = await sandbox.call("GET", `/v1/orders/${path}`);
    t.is(status, 400, path);
    refusal.parse(json);
  }
  t.is((await sandbox.call("POST", "/v1/payments/pay_AAAAAAAAAAAAAA/refund")).status, 400);
  const nowhere = await sandbox.call("GET", "/v1/nowhere");
  t.is(nowhere.status, 404);
  refusal.parse(nowhere.json);
  t.is((await sandbox.call("PUT", "/v1/orders")).status, 404);
});

test("a payment is refunded in parts or as a whole, and never more than was paid", async (t) => {
  const orderId = await newOrder(sandbox);
  t.is((await sandbox.pay(orderId, "paid")).status, 200);
  const [paid] = await paymentsOf(sandbox, orderId);
  t.like(paid, { status: "captured", captured: true, amount: 49_900, amount_refunded: 0, refund_status: null });
  const refund = (json?: unknown) => sandbox.call("POST", `/v1/payments/${paid?.id}/refund`, json);

  const part = await refund({ amount: 10_000, receipt: "refund-1", notes: { why: "late" } });
  t.is(part.status, 200);
  const { id } = z.object({ id: z.string().regex(/^rfnd_[A-Za-z0-9]{14}$/) }).parse(part.json);
  t.like(part.json, {
    id,
    entity: "refund",
    amount: 10_000,
    currency: "INR",
    payment_id: paid?.id ?? "",
    receipt: "refund-1",
    notes: { why: "late" },
    status: "processed",
  });
  const [partly] = await paymentsOf(sandbox, orderId);
  t.like(partly, { status: "captured", amount_refunded: 10_000, refund_status: "partial" });
  for (const asked of [{ amount: 39_901 }, { amount: 99 }, { amount: 1.5 }, { speed: "optimum" }, { other: 1 }]) {
    t.is((await refund(asked)).status, 400, JSON.stringify(asked));
  }
  t.like((await refund()).json, { amount: 39_900 }, "without an amount it is all that is left");
  const [whole] = await paymentsOf(sandbox, orderId);
  t.like(whole, { status: "refunded", captured: true, amount_refunded: 49_900, refund_status: "full" });
  t.is((await refund({ amount: 100 })).status, 400);

  const failed = await newOrder(sandbox);
  await sandbox.pay(failed, "failed");
  const [attempt] = await paymentsOf(sandbox, failed);
  t.is((await sandbox.call("POST", `/v1/payments/${attempt?.id}/refund`)).status, 400);
});

test("of two refunds at the same time of all that is left one is given", async (t) => {
  const orderId = await newOrder(sandbox);
  await sandbox.pay(orderId, "paid");
  const [paid] = await paymentsOf(sandbox, orderId);
  const both = await Promise.all([1, 2].map(() => sandbox.call("POST", `/v1/payments/${paid?.id}/refund`)));
  t.deepEqual(both.map(({ status }) => String(status)).toSorted(), ["200", "400"]);
});

test("the delivery of webhooks is read and changed within its bounds", async (t) => {
  const initial = { deliveries: 1, shuffled: false, sent: true, late_capture_seconds: 10 };
  t.deepEqual(await sandbox.call("GET", "/sandbox/webhooks"), { status: 200, json: initial });
  const changed = { deliveries: 5, shuffled: true, sent: false, late_capture_seconds: 0 };
  t.deepEqual((await sandbox.call("PUT", "/sandbox/webhooks", changed)).json, changed);
  t.deepEqual((await sandbox.call("GET", "/sandbox/webhooks")).json, changed);
  for (const wrong of [{ deliveries: 0 }, { deliveries: 6 }, { sent: "no" }, { late_capture_seconds: -1 }, { x: 1 }]) {
    t.is((await sandbox.call("PUT", "/sandbox/webhooks", wrong)).status, 400, JSON.stringify(wrong));
  }
  t.deepEqual(
    (await sandbox.call("PUT", "/sandbox/webhooks", {})).json,
    initial,
    "what is absent is as it was at first",
  );
});

test("a call that stops in the middle of its body does not hold up the others", async (t) => {
  const { PAYMENT_KEY_ID: id, PAYMENT_KEY_SECRET: secret } = sandbox.env;
  const stalled = request(`${sandbox.url}/v1/orders`, { method: "POST", auth: `${id}:${secret}` });
  stalled.on("error", () => undefined);
  stalled.setHeader("content-length", "100");
  stalled.write("{");
  t.is((await sandbox.call("POST", "/v1/orders", inr)).status, 200);
  stalled.destroy();
});

test("where others could reach it, or half configured, it does not start and says why", async (t) => {
  const env = { ...paymentSandboxEnvironment("http://localhost:1", 1), DATABASE_URL: testEnvironment().clusterUrl };
  const refusals = [
    [{ HOST: "0.0.0.0" }, /^The sandbox's payment provider runs on this machine only: .*\n$/],
    [{ PUBLIC_URL: "http://192.0.2.1:8080" }, /^The sandbox's payment provider runs on this machine only: .*\n$/],
    [
      { PAYMENT_API_URL: "https://api.razorpay.com" },
      /^The sandbox's payment provider runs on this machine only: .*\n$/,
    ],
    [{ PAYMENT_KEY_ID: "" }, /^The sandbox's payment provider needs PAYMENT_KEY_ID\.\n$/],
    [{ PAYMENT_WEBHOOK_SECRET: "" }, /^The sandbox's payment provider needs PAYMENT_WEBHOOK_SECRET\.\n$/],
    [{ DATABASE_URL: "" }, /^The sandbox's payment provider needs DATABASE_URL\.\n$/],
  ] as const;
  for (const [overrides, sentence] of refusals) {
    const child = spawn(process.execPath, ["sandbox/payment.ts"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...inheritedEnvironment(), ...env, ...overrides },
    });
    const [output] = await Promise.all([text(child.stderr), once(child, "exit")]);
    t.regex(output, sentence);
    t.is(child.exitCode, 1);
  }
});
