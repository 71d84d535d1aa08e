import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { insertOpenOrder } from "#harness/payments/bought-plans.ts";
import { insertWebhookEvent, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { literalRow, pageCases, rowOf, tooLongRow, tooShortRow } from "#test/support/validation-rows.ts";

const events = "/v1/admin/webhook-events";
const service = await startService();
const { resources } = service;
const { db } = resources;
const admin = await service.account();
const second = await service.account();
for (const { userId } of [admin, second]) await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({
  items: z.array(z.object({ webhook_event_id: z.uuid() })),
  total: z.int(),
  has_next: z.boolean(),
});
const get = (path: string) => service.call("GET", `${events}${path}`, { key: admin.key });
const idsOf = async (query: string) =>
  (await get(`?limit=100&${query}`)).data(page).items.map((item) => item.webhook_event_id);
const resolve = (id: string, key = admin.key) => service.call("POST", `${events}/${id}/resolve`, { key });

test("events are listed newest first and filtered by provider, status, type, and whether they need attention", async (t) => {
  const type = `invoice.${randomUUID()}`;
  const insert = async (facts: Parameters<typeof insertWebhookEvent>[1]) => {
    await sql`update webhook_events set received_at = received_at - interval '1 minute'`.execute(db);
    return insertWebhookEvent(resources, { event_type: type, ...facts });
  };
  const processed = await insert({ status: "processed" });
  const quarantined = await insert({ status: "quarantined" });
  const failed = await insert({ status: "failed", provider: "identity" });
  const done = await insert({ status: "failed", resolved_at: new Date() });
  for (const [query, ids] of [
    ["", [done, failed, quarantined, processed]],
    ["&status=failed", [done, failed]],
    ["&provider=identity", [failed]],
    ["&resolved=false", [failed, quarantined]],
    ["&resolved=true", [done]],
    ["&resolved=false&provider=payment&status=failed", []],
  ] as const)
    t.deepEqual(await idsOf(`type=${type}${query}`), [...ids], query);
  t.deepEqual(await idsOf("type=invoice"), [], "a type is the whole of it");
  const paged = (await get(`?type=${type}&limit=3&page=2`)).data(page);
  t.deepEqual([paged.items.map((item) => item.webhook_event_id), paged.total, paged.has_next], [[processed], 4, false]);
});

test("an event is shown with its reason and whose order it is about, and never with what it says", async (t) => {
  const order = await insertOpenOrder(resources, admin.userId, "starter");
  const id = await insertWebhookEvent(resources, {
    ...{ status: "quarantined", subject: order, detail: "pay_1: The order is for 49900 INR." },
    payload: '{"email":"secret@example.com"}',
  });
  const answer = await get(`/${id}`);
  t.is(answer.status, 200);
  t.like(answer.json, {
    data: {
      ...{ webhook_event_id: id, provider: "payment", type: "order.paid", subject: order, user_id: admin.userId },
      ...{ status: "quarantined", detail: "pay_1: The order is for 49900 INR.", resolved_at: null, resolved_by: null },
    },
  });
  t.false(answer.bytes.includes("secret@"));
  t.false((await get("?limit=100")).bytes.includes("secret@"));
});

const resolved = z.object({ resolved_at: z.iso.datetime(), resolved_by: z.uuid(), status: z.string() });

test("an event is resolved once, by the first admin", async (t) => {
  for (const status of ["quarantined", "failed"] as const) {
    const id = await insertWebhookEvent(resources, { status });
    t.true((await idsOf("resolved=false")).includes(id));
    const [one, other] = await Promise.all([resolve(id), resolve(id, second.key)]);
    const first = one.data(resolved);
    t.deepEqual(other.data(resolved), first);
    t.is(first.status, status, "what became of it stays known");
    t.true([admin.userId, second.userId].includes(first.resolved_by));
    t.deepEqual((await resolve(id)).data(resolved), first);
    t.deepEqual(
      [(await idsOf("resolved=false")).includes(id), (await idsOf("resolved=true")).includes(id)],
      [false, true],
    );
  }
});

test("an event that needs no attention cannot be resolved", async (t) => {
  for (const status of ["queued", "processed", "ignored"] as const) {
    const answer = await resolve(await insertWebhookEvent(resources, { status }));
    t.is(answer.status, 409);
    t.like(answer.json, { code: "invalid_transition" });
  }
});

test("an unknown event is 404, an invalid id 422", async (t) => {
  for (const answer of [await get(`/${randomUUID()}`), await resolve(randomUUID())]) {
    t.is(answer.status, 404);
    t.like(answer.json, { code: "webhook_event_not_found" });
  }
  for (const answer of [await get("/7"), await resolve("7")]) t.is(answer.status, 422);
});

test("every problem of a query is reported", async (t) => {
  const at = (name: string) => ["query", name];
  const statuses = "'queued', 'processed', 'ignored', 'quarantined' or 'failed'";
  const noBoolean = ["bool_parsing", "Input should be a valid boolean, unable to interpret input"] as const;
  for (const [query, ...rows] of [
    ...pageCases,
    [
      "provider=x&status=done",
      literalRow(at("provider"), "x", "'identity' or 'payment'"),
      literalRow(at("status"), "done", statuses),
    ],
    ["type=", tooShortRow(at("type"))],
    [`type=${"x".repeat(201)}`, tooLongRow(at("type"), "x".repeat(201), 200)],
    ["resolved=maybe", rowOf(at("resolved"), noBoolean, { input: "maybe" })],
  ] as const) {
    const { status, json } = await get(`?${query}`);
    t.is(status, rows.length === 0 ? 200 : 422, query);
    if (rows.length > 0) t.deepEqual(json, { detail: rows });
  }
});
