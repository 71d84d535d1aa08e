import test from "ava";
import { openOrderList } from "#src/api/payments/schemas.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import { placeOrder, subscriptionsOf, tellOf } from "#test/support/purchases.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const orders = async (key: string) => (await service.call("GET", "/v1/orders", { key })).data(openOrderList).items;
const cancel = (key: string, id: string) => service.call("DELETE", `/v1/orders/${id}`, { key });

test("an order is listed until it is paid, with the reason of the last failure", async (t) => {
  const { key, userId } = await service.account(0);
  t.deepEqual(await orders(key), []);
  const id = await placeOrder(db, userId);
  const facts = { payments_order_id: id, plan_id: "starter", pack_id: null, description: "Starter, 1 month" };
  t.like(await orders(key), [{ ...facts, amount: 49_900, failed_at: null, failure: null }]);
  const madeAt = new Date("2026-11-30T08:00:00.000Z");
  await tellOf(db, paymentFor(id, { status: "failed", failure: "Too little money.", madeAt }));
  const later = new Date("2026-11-30T09:00:00.000Z");
  await tellOf(db, paymentFor(id, { status: "failed", failure: "Declined by the bank.", madeAt: later }));
  t.like(await orders(key), [{ ...facts, failed_at: later.toISOString(), failure: "Declined by the bank." }]);
  await tellOf(db, paymentFor(id));
  t.deepEqual(await orders(key), []);
  t.is((await cancel(key, id)).status, 404, "it is paid");
});

test("a cancelled order is offered no longer, and counts when it is paid all the same", async (t) => {
  const [owner, other] = [await service.account(0), await service.account(0)];
  const id = await placeOrder(db, owner.userId);
  t.like((await cancel(other.key, id)).json, { code: "payment_not_found" });
  t.is((await orders(owner.key)).length, 1);
  t.like((await cancel(owner.key, id)).json, { data: { payments_order_id: id, cancelled: true } });
  t.deepEqual(await orders(owner.key), []);
  t.is((await subscriptionsOf(db, owner.userId))[0]?.status, "cancelled");
  t.is((await cancel(owner.key, id)).status, 404);
  await tellOf(db, paymentFor(id));
  t.true((await subscriptionsOf(db, owner.userId)).some(({ status }) => status === "active"));
});
