import test from "ava";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { RECEIPT_TAX_LABEL: "GST", RECEIPT_TAX_RATE: "18" } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const free = {
  plan_id: "free",
  display_name: "Free",
  price_inr: 0,
  billing_cycle: "monthly",
  tts_credits_per_cycle: 100_000,
  asr_credits_per_cycle: 36_000,
};

test.serial("the plans are listed in their order with exactly their fields, and publicly, too", async (t) => {
  const { key } = await service.account(0);
  const { status, json } = await service.call("GET", "/v1/plans", { key });
  t.is(status, 200);
  const tax = { label: "GST", percent: 18 };
  t.like(json, { success: true, data: { tax, items: [free, { plan_id: "starter" }, { plan_id: "pro" }] } });
  const pricing = await service.call("GET", "/pricing.json");
  t.is(pricing.headers.get("cache-control"), "public, max-age=60");
  t.deepEqual({ success: true, data: pricing.json }, json);
});

test.serial("a change by the operator in the table of plans is listed", async (t) => {
  await db.updateTable("plans").set({ price_inr: 599, position: 9 }).where("id", "=", "starter").execute();
  await db.updateTable("plans").set({ is_active: false }).where("id", "=", "pro").execute();
  const { json } = await service.call("GET", "/pricing.json");
  t.like(json, { items: [free, { plan_id: "business" }, { plan_id: "starter", price_inr: 599 }] });
});
