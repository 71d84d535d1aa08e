import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { checkoutAnswer } from "#src/api/subscriptions/schemas.ts";
import { migrateQueueTables } from "#src/platform/queue/queue.ts";
import { flipped, inTurn, statusOfBytes } from "#harness/clients/flipped-bits.ts";
import { startPaymentProvider } from "#harness/payments/payment-provider.ts";
import { startService } from "#test/support/service.ts";
import { newPaymentSecret, paymentSignature, signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";

const path = "/v1/webhooks/payments";
const [newer, older] = [newPaymentSecret(), newPaymentSecret()];
// No worker runs: what is taken stays as it was stored.
const service = await startService({ env: { PAYMENT_WEBHOOK_SECRET: `${newer},${older}` } });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const someEntity = { order_id: "order_1" };
const eventOf = (event: string, entity: object = someEntity): string =>
  JSON.stringify({ entity: "event", event, payload: { payment: { entity } }, created_at: 1_700_000_000 });
const post = (body: string, { id, secret = newer }: { id?: string; secret?: string } = {}) =>
  service.call("POST", path, signedPaymentEvent(secret, body, id));
const eventsOf = (eventId: string) =>
  db.selectFrom("webhook_events").selectAll().where("event_id", "=", eventId).execute();
const jobsOf = (eventId: string) =>
  db
    .selectFrom("jobs")
    .innerJoin("webhook_events", "webhook_events.id", "jobs.subject_id")
    .select(["name", "state"])
    .where("event_id", "=", eventId)
    .execute();
const counts = async () => {
  const events = await db.selectFrom("webhook_events").select("id").execute();
  const jobs = await db.selectFrom("jobs").select("subject_id").execute();
  return [events.length, jobs.length];
};
const received = z.object({ event_id: z.string(), status: z.string() });

for (const type of ["payment.authorized", "payment.captured", "payment.failed", "order.paid", "refund.processed"]) {
  test.serial(`a signed ${type} is kept as it was sent, with its job, before it is answered`, async (t) => {
    const id = randomUUID();
    const entity = `{"order_id":"order_${type}","notes":{"a":"\\u0000 \\ud800 😀"},"fee":1e999,"n":0.10}`;
    const body = ` {"event":"${type}",\n"payload":{"payment":{"entity":${entity}}},"event":"${type}"} `;
    const answer = await post(body, { id });
    t.is(answer.status, 200);
    t.deepEqual(answer.json, { success: true, data: { received: true, event_id: id, status: "queued" } });
    t.like((await eventsOf(id))[0], {
      ...{ provider: "payment", event_type: type, subject: `order_${type}`, payload: body },
      ...{ status: "queued", detail: null, processed_at: null },
    });
    t.deepEqual(await jobsOf(id), [{ name: "apply-payment-event", state: "queued" }]);
  });
}

test.serial("an event of another type is taken and ignored, and nothing of it is kept but that it came", async (t) => {
  const id = randomUUID();
  const body = eventOf("invoice.paid", { order_id: "order_1", email: "ann@example.com" });
  t.like((await post(body, { id })).json, { data: { event_id: id, status: "ignored" } });
  t.like((await eventsOf(id))[0], { event_type: "invoice.paid", subject: null, payload: null, status: "ignored" });
  t.deepEqual(await jobsOf(id), []);
  t.like((await post(body, { id })).json, { data: { status: "duplicate" } });
});

test.serial("an event that is delivered again is a duplicate, also when all deliveries come at once", async (t) => {
  const id = randomUUID();
  const body = eventOf("payment.captured");
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, { id })));
  const states = answers.map((answer) => answer.data(received).status).toSorted();
  t.deepEqual(states, [...Array.from({ length: 19 }, () => "duplicate"), "queued"]);
  t.deepEqual([(await eventsOf(id)).length, (await jobsOf(id)).length], [1, 1]);
  // The id is not signed: another one, or the same with another body, is no delivery of the same event.
  t.is((await post(body, { id: randomUUID() })).data(received).status, "queued");
  t.is((await post(`${body} `, { id })).data(received).status, "queued");
});

test.serial("an event without an id is known by its body", async (t) => {
  const body = eventOf("payment.captured", { order_id: randomUUID() });
  const first = (await post(body)).data(received);
  t.regex(first.event_id, /^[0-9a-f]{64}$/);
  t.is(first.status, "queued");
  t.deepEqual((await post(body)).data(received), { ...first, status: "duplicate" });
  t.not((await post(eventOf("payment.captured", { order_id: randomUUID() }))).data(received).event_id, first.event_id);
});

test.serial("an event tells its order by its payment, or else by its order, if it does so at all", async (t) => {
  const payment = (order_id: unknown) => ({ payment: { entity: { order_id } } });
  const order = (id: unknown) => ({ order: { entity: { id } } });
  for (const [payload, subject] of [
    [{ ...payment("order_p"), ...order("order_o") }, "order_p"],
    [order("order_o"), "order_o"],
    [{ ...payment(null), ...order("order_o") }, "order_o"],
    [payment("a".repeat(64)), "a".repeat(64)],
    [payment("a".repeat(65)), null],
    [payment("order_\0"), null],
    [payment("\ud800"), null],
    ...[payment(7), payment(""), order({}), { payment: null }, [], "order_1", null, {}].map(
      (odd) => [odd, null] as const,
    ),
    [undefined, null],
  ] as const) {
    const id = randomUUID();
    t.is((await post(JSON.stringify({ event: "order.paid", payload }), { id })).status, 200);
    t.like((await eventsOf(id))[0], { subject, status: "queued" }, JSON.stringify(payload));
    t.is((await jobsOf(id)).length, 1);
  }
});

test.serial("both secrets are good while one replaces the other", async (t) => {
  for (const secret of [newer, older]) t.is((await post(eventOf("order.paid"), { secret })).status, 200);
});

test.serial("an unsigned notification is refused without a reason and not stored", async (t) => {
  const before = await counts();
  const body = eventOf("order.paid");
  const { headers } = signedPaymentEvent(newer, body, randomUUID());
  const signature = paymentSignature(newer, body);
  const signedAs = (text: string) => ({ body, headers: { ...headers, "x-razorpay-signature": text } });
  const calls = [
    ...[{ body }, { body: "" }, { body: "{" }],
    ...[
      { body: JSON.stringify(JSON.parse(body), null, 1), headers },
      { body: `${body}\n`, headers },
    ],
    ...[{ body: "", headers }, signedPaymentEvent(newPaymentSecret(), body)],
    ...[signature.toUpperCase(), `${signature}, ${signature}`, `${signature}00`, signature.slice(2), ""].map(signedAs),
    signedAs(Buffer.from(signature, "hex").toString("base64")),
  ];
  for (const call of calls) {
    const answer = await service.call("POST", path, call);
    t.is(answer.status, 401);
    t.like(answer.json, { success: false, detail: "The signature is not valid.", code: "invalid_signature" });
  }
  t.deepEqual(await counts(), before);
});

test.serial("one flipped bit anywhere in the body or the signature is refused, and nothing is kept", async (t) => {
  const before = await counts();
  const { headers, body } = signedPaymentEvent(newer, eventOf("order.paid", { order_id: "order_DESlLckIVRkHWj" }), "1");
  const bytes = Buffer.from(body);
  const send = (altered: Buffer, signature: string) =>
    statusOfBytes(service, path, { headers: { ...headers, "x-razorpay-signature": signature }, body: altered });
  const signature = headers["x-razorpay-signature"] ?? "";
  await inTurn(bytes.length * 8, async (bit) => {
    t.is(await send(flipped(bytes, bit), signature), 401, `body ${bit}`);
  });
  await inTurn(signature.length * 8, async (bit) => {
    const altered = flipped(Buffer.from(signature), bit);
    // A control character is no header to an HTTP parser.
    const illegal = altered.some((byte) => (byte < 0x20 && byte !== 0x09) || byte === 0x7f);
    t.is(await send(bytes, altered.toString("latin1")), illegal ? 400 : 401, `signature ${bit}`);
  });
  t.deepEqual(await counts(), before);
  t.is(await send(bytes, signature), 200, "as it was signed, it is taken");
});

const row = (type: string, loc: readonly (string | number)[], msg: string) => ({ type, loc, msg });

test.serial("a signed body that is no event is 422", async (t) => {
  const before = await counts();
  const noObject = "Input should be a valid dictionary or object to extract fields from";
  for (const [body, expected] of [
    ["", row("missing", ["body"], "Field required")],
    ["null", row("missing", ["body"], "Field required")],
    ["not json", row("json_invalid", ["body", 0], "JSON decode error")],
    ["{", row("json_invalid", ["body", 1], "JSON decode error")],
    ['{"event":"order.paid"}\0', row("json_invalid", ["body", 22], "JSON decode error")],
    ["[]", row("model_attributes_type", ["body"], noObject)],
    ['{"payload":{}}', row("missing", ["body", "event"], "Field required")],
    ['{"event":null}', row("string_type", ["body", "event"], "Input should be a valid string")],
    ['{"event":7}', row("string_type", ["body", "event"], "Input should be a valid string")],
    ['{"event":""}', row("string_too_short", ["body", "event"], "String should have at least 1 character")],
    [eventOf("a".repeat(201)), row("string_too_long", ["body", "event"], "String should have at most 200 characters")],
    ['{"event":"a\\u0000"}', row("value_error", ["body", "event"], "Value error, NUL characters are not allowed")],
  ] as const) {
    const answer = await post(body);
    t.is(answer.status, 422, body);
    t.like(answer.json, { detail: [expected] }, body);
  }
  const deep = `{"event":"order.paid","payload":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  t.is((await post(deep)).status, 422);
  const noText = Buffer.from([0x7b, 0xff, 0x7d]);
  const headers = { "x-razorpay-signature": paymentSignature(newer, noText) };
  t.is((await service.call("POST", path, { headers, body: new Uint8Array(noText) })).status, 422);
  t.deepEqual(await counts(), before);
});

test.serial("256 KiB are taken, one byte more is not, signed or not", async (t) => {
  const max = 256 * 1024;
  const padded = (length: number): string => {
    const body = eventOf("order.paid", { order_id: "order_1", description: "" });
    return body.replace('"description":""', `"description":"${"a".repeat(length - body.length)}"`);
  };
  t.is((await post(padded(max))).status, 200);
  const answer = await post(padded(max + 1));
  t.is(answer.status, 413);
  t.like(answer.json, { code: "body_too_large", max_bytes: max });
  t.is((await service.call("POST", path, { body: padded(max + 1) })).status, 413);
});

test.serial("without a secret the receiver takes nothing, and says so", async (t) => {
  await using bare = await startService();
  const answer = await bare.call("POST", path, signedPaymentEvent(newer, eventOf("order.paid")));
  t.is(answer.status, 503);
  t.like(answer.json, { code: "webhook_not_configured" });
  t.truthy(answer.headers.get("retry-after"));
  t.deepEqual(await bare.resources.db.selectFrom("webhook_events").select("id").execute(), []);
});

test.serial("while the queue does not answer an event is kept and answered all the same", async (t) => {
  // The queue of PostgreSQL, whose tables can be shut.
  await using cut = await startService({ env: { PAYMENT_WEBHOOK_SECRET: newer, REDIS_URL: "" } });
  await migrateQueueTables(cut.env["DATABASE_URL"] ?? "");
  const answer = await cut.resources.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'bullmq'`.execute(trx);
    t.true(rows.length > 0);
    for (const { name } of rows) await sql`lock table ${sql.table(`bullmq.${name}`)}`.execute(trx);
    return cut.call("POST", path, signedPaymentEvent(newer, eventOf("order.paid"), "1"));
  });
  t.like(answer.json, { data: { status: "queued" } });
  const jobs = await cut.resources.db.selectFrom("jobs").select(["name", "state"]).execute();
  t.deepEqual(jobs, [{ name: "apply-payment-event", state: "queued" }]);
});

test.serial("a payment reported under several event ids is stored each time, and counts once", async (t) => {
  await using provider = await startPaymentProvider();
  await using shop = await startService({
    workers: ["billing"],
    env: { ...provider.env, PAYMENT_WEBHOOK_SECRET: newer },
  });
  const { key } = await shop.account(0);
  const bought = await shop.call("POST", "/v1/subscriptions", { key, json: { plan_id: "starter" } });
  const { payments_order_id: orderId, amount, currency } = bought.data(checkoutAnswer);
  const entity = { id: "pay_1", order_id: orderId, status: "captured", amount, currency, amount_refunded: 0 };
  // A byte order mark is no reason not to take money.
  for (const [id, body] of [
    ["1", eventOf("payment.captured", entity)],
    ["2", `\ufeff${eventOf("payment.captured", entity)}`],
    ["3", eventOf("order.paid", entity)],
    ["4", eventOf("payment.captured", entity)],
    ["5", eventOf("payment.captured", { ...entity, id: 7 })],
  ] as const) {
    const answer = await shop.call("POST", path, signedPaymentEvent(newer, body, id));
    t.is(answer.data(received).status, "queued");
  }
  const events = shop.resources.db.selectFrom("webhook_events").select(["event_id", "status"]);
  while ((await events.where("status", "=", "queued").execute()).length > 0) await delay(20);
  t.deepEqual(
    (await events.orderBy("event_id").execute()).map(({ status }) => status),
    [...Array.from({ length: 4 }, () => "processed"), "quarantined"],
  );
  const current = await shop.call("GET", "/v1/subscriptions/current", { key });
  t.like(current.json, { data: { plan_id: "starter", status: "active", payments_order_id: orderId } });
  const usage = await shop.call("GET", "/v1/usage", { key });
  t.like(usage.json, { data: { credits: { tts_remaining: 600_000, asr_remaining: 216_000 } } });
});
