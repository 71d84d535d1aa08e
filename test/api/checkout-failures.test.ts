import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { checkoutAnswer } from "#src/api/subscriptions/schemas.ts";
import type { Answer } from "#harness/clients/client.ts";
import { insertPlan } from "#harness/payments/bought-plans.ts";
import { startPaymentProvider, type TestPaymentProvider } from "#harness/payments/payment-provider.ts";
import { startService, type TestService } from "#test/support/service.ts";

const provider = await startPaymentProvider();
const service = await startService({ env: provider.env });
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

interface Attempt {
  readonly key: string;
  readonly repeatKey?: string;
  readonly at?: TestService;
}

const buy = (planId: string, { key, repeatKey, at = service }: Attempt) =>
  at.call("POST", "/v1/subscriptions", {
    key,
    json: { plan_id: planId },
    headers: repeatKey === undefined ? {} : { "idempotency-key": repeatKey },
  });
const codeOf = ({ json }: Answer): string => z.object({ code: z.string() }).parse(json).code;
const ordersOf = (userId: string) =>
  db.selectFrom("payment_orders").selectAll().where("user_id", "=", userId).execute();
const subscriptionsOf = (userId: string) =>
  db.selectFrom("subscriptions").select(["id", "status"]).where("user_id", "=", userId).execute();

async function nothingIsKept(t: ExecutionContext, userId: string): Promise<void> {
  t.deepEqual([await ordersOf(userId), await subscriptionsOf(userId)], [[], []]);
}

/** The provider as it should be again. */
function mend(): void {
  provider.forge = null;
  provider.beforeAnswer = () => Promise.resolve();
}

const faults: readonly (readonly [title: string, forge: NonNullable<TestPaymentProvider["forge"]>])[] = [
  ["hangs up", () => ({ body: undefined })],
  ["fails", () => ({ status: 500, body: "{}" })],
  ["refuses", () => ({ status: 401, body: '{"error":{"code":"BAD_REQUEST_ERROR"}}' })],
  ["leads elsewhere", () => ({ status: 302, body: "" })],
  ["answers with a page", () => ({ body: "<!doctype html>" })],
  ["answers with something else", () => ({ body: '{"id":7}' })],
  ["answers with half of an order", (order) => ({ body: JSON.stringify(order).slice(0, -1) })],
  ["names no order", (order) => ({ body: JSON.stringify({ ...order, id: "pay_1" }) })],
  ["asks for another amount", (order) => ({ body: JSON.stringify({ ...order, amount: order.amount + 1 }) })],
  ["asks for another currency", (order) => ({ body: JSON.stringify({ ...order, currency: "USD" }) })],
];

for (const [title, forge] of faults) {
  test.serial(
    `when the provider ${title}, nothing is kept, and the next call works, under the same key, too`,
    async (t) => {
      const { key, userId } = await service.account();
      provider.forge = forge;
      const answer = await buy("starter", { key, repeatKey: "again" });
      mend();
      t.deepEqual([answer.status, codeOf(answer)], [502, "payment_provider_error"]);
      await nothingIsKept(t, userId);
      const next = await buy("starter", { key, repeatKey: "again" });
      t.deepEqual([next.status, next.headers.get("idempotent-replayed")], [201, null]);
      t.is((await ordersOf(userId)).length, 1);
    },
  );
}

test.serial("a provider that says nothing is given up after ten seconds, and nothing is kept", async (t) => {
  const { key, userId } = await service.account();
  provider.beforeAnswer = () => new Promise(() => {});
  const started = performance.now();
  const answer = await buy("starter", { key });
  mend();
  t.deepEqual([answer.status, codeOf(answer)], [502, "payment_provider_error"]);
  const seconds = (performance.now() - started) / 1000;
  t.true(seconds > 9 && seconds < 20, `${seconds}`);
  await nothingIsKept(t, userId);
});

test.serial("an id that the provider has given to another order is none", async (t) => {
  const [one, other] = await Promise.all([service.account(), service.account()]);
  const { payments_order_id: id } = (await buy("starter", one)).data(checkoutAnswer);
  provider.forge = (order) => ({ body: JSON.stringify({ ...order, id }) });
  const answer = await buy("starter", other);
  mend();
  t.is(answer.status, 502);
  await nothingIsKept(t, other.userId);
  t.is((await ordersOf(one.userId)).length, 1);
});

test.serial("an order that cannot be replaced while the provider is unavailable stays as it is", async (t) => {
  const { key, userId } = await service.account();
  const planId = await insertPlan(service.resources);
  const first = (await buy(planId, { key })).data(checkoutAnswer);
  await db.updateTable("plans").set({ price_inr: 300 }).where("id", "=", planId).execute();
  provider.forge = () => ({ status: 503, body: "" });
  t.is((await buy(planId, { key })).status, 502);
  mend();
  const [order, ...others] = await ordersOf(userId);
  t.deepEqual([order?.provider_order_id, order?.status, others], [first.payments_order_id, "open", []]);
  t.is((await buy(planId, { key })).data(checkoutAnswer).amount, 30_000);
});

test.serial("a plan that changes while the provider makes the order is bought at its new price", async (t) => {
  const { key, userId } = await service.account();
  const planId = await insertPlan(service.resources);
  provider.beforeAnswer = async () => {
    mend();
    await db.updateTable("plans").set({ price_inr: 300 }).where("id", "=", planId).execute();
  };
  const answer = await buy(planId, { key });
  const checkout = answer.data(checkoutAnswer);
  t.deepEqual([answer.status, checkout.amount], [201, 30_000]);
  t.is(provider.orders.find(({ id }) => id === checkout.payments_order_id)?.amount, 30_000);
  t.deepEqual(
    (await ordersOf(userId)).map(({ amount, status }) => [amount, status]),
    [[30_000, "open"]],
  );
});

test.serial("a plan that is withdrawn, or an account that is closed, meanwhile gets no order", async (t) => {
  const planId = await insertPlan(service.resources);
  const [one, other] = await Promise.all([service.account(), service.account()]);
  provider.beforeAnswer = () =>
    db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", other.userId).execute();
  const closed = await buy(planId, other);
  t.deepEqual([closed.status, codeOf(closed)], [401, "invalid_session"]);
  provider.beforeAnswer = () => db.updateTable("plans").set({ is_active: false }).where("id", "=", planId).execute();
  const withdrawn = await buy(planId, one);
  mend();
  t.deepEqual([withdrawn.status, codeOf(withdrawn)], [404, "plan_not_found"]);
  await nothingIsKept(t, one.userId);
  await nothingIsKept(t, other.userId);
});

test.serial("nothing is locked while the provider takes its time", async (t) => {
  const { key, userId } = await service.account();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  provider.beforeAnswer = () => {
    noteAsked();
    return promise;
  };
  const slow = buy("starter", { key });
  await asked;
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().noWait().execute();
  });
  resolve();
  t.is((await slow).status, 201);
  mend();
});

test("without a payment provider nothing can be bought, and the rest can be read", async (t) => {
  await using bare = await startService();
  const { key } = await bare.account();
  const answer = await buy("starter", { key, at: bare, repeatKey: "never" });
  t.deepEqual([answer.status, codeOf(answer)], [503, "payments_not_configured"]);
  t.truthy(answer.headers.get("retry-after"));
  for (const [planId, code] of [
    ["nothing", "plan_not_found"],
    ["free", "plan_not_purchasable"],
  ] as const) {
    t.is(codeOf(await buy(planId, { key, at: bare })), code);
  }
  for (const method of ["GET", "DELETE"])
    t.is((await bare.call(method, "/v1/subscriptions/current", { key })).status, 404);
});
