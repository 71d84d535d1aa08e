import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { eventData } from "#src/api/callbacks/event-documents.ts";
import { recordAttempt } from "#src/domain/callbacks/record-attempt.ts";
import { releaseStranded } from "#src/domain/callbacks/release-stranded.ts";
import { insertSingleCallback, prepareCallback } from "#src/domain/callbacks/single-callback.ts";
import { changeSettings } from "#src/domain/accounts/queries.ts";
import { insertLowCreditEvents } from "#src/domain/credit-alerts/low-credit-events.ts";
import { endpointNotices } from "#src/domain/callbacks/disabled-mail.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { answering, localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { until } from "#harness/until.ts";
import { buy, newCustomer } from "#test/support/purchases.ts";
import { insertSpoken, insertWebhookEndpoint } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: localReceivers });
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const within = { withinMs: 20_000, signal: new AbortController().signal };
const created = z.object({ endpoint_id: z.uuid(), secret: z.string() });
const known = new Map<string, z.ZodObject>(Object.entries(eventData));
/** A body as the OpenAPI document has it, with no other facts. */
const payload = z
  .object({ type: z.string(), timestamp: z.iso.datetime(), data: z.record(z.string(), z.unknown()) })
  .refine(({ type, data }) => known.get(type)?.strict().safeParse(data).success, "the event is not as documented");

type Receiver = Awaited<ReturnType<typeof startCallbackReceiver>>;

async function endpointAt(receiver: Receiver, more: object = {}) {
  const account = await service.account();
  const answer = await service.call("POST", "/v1/webhook-endpoints", {
    key: account.key,
    json: { url: receiver.url, ...more },
  });
  return { ...account, ...answer.data(created) };
}

/** A request of the account that ends at once. */
async function endedRequest(userId: string): Promise<string> {
  const requestId = randomUUID();
  const owner = { userId, isDemo: false, source: "api_key", maxUnfinished: 1_000 } as const;
  await submitSynthesis(resources, { ...owner, requestId, text: "Hello.", options: {} });
  await cancelRequest(resources, requestId);
  return requestId;
}

const rowOf = (endpointId: string) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "event_id", "status", "attempts", "last_status", "last_error", "last_duration_ms"])
    .select(sql<number>`extract(epoch from next_at - last_attempt_at)::float8`.as("delay"))
    .where("endpoint_id", "=", endpointId)
    .where("sending_until", "is", null)
    .orderBy("created_at")
    .executeTakeFirst();

const attempted = async (endpointId: string, attempts: number) => {
  const isSo = async () => ((await rowOf(endpointId))?.attempts ?? 0) >= attempts;
  return { done: await until(isSo, within), row: await rowOf(endpointId) };
};

/** Has what waits for its next attempt tried now. */
const hurry = (endpointId: string) =>
  db
    .updateTable("webhook_deliveries")
    .set({ next_at: sql<Date>`now()` })
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "pending")
    .execute();

test("the end of a request is delivered, signed so that the library of Standard Webhooks takes it", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { userId, secret, endpoint_id: endpointId } = await endpointAt(receiver);
  const requestId = await endedRequest(userId);
  t.true(await until(async () => receiver.calls.length > 0, within));
  const [call] = receiver.calls;
  if (call === undefined) return t.fail();
  const verified = payload.parse(new Webhook(secret).verify(call.body, { ...call.headers }));
  t.like(verified, {
    type: "speech.request.failed",
    data: { request_id: requestId, request_type: "tts", status: "cancelled" },
  });
  t.is(call.headers["content-type"], "application/json");
  const { row } = await attempted(endpointId, 1);
  t.like(row, { status: "delivered", last_status: 204, last_error: null });
  t.true((row?.last_duration_ms ?? -1) >= 0, "the attempt has no duration");
  t.is(call.headers["webhook-id"], row?.event_id);
  t.throws(() => new Webhook(secret).verify(`${call.body} `, { ...call.headers }));
});

test("an endpoint gets the events that it asks for, and none of another account", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { endpoint_id: endpointId, userId } = await endpointAt(receiver, { events: ["voice.ready"] });
  const { userId: stranger } = await service.account();
  await endedRequest(userId);
  await endedRequest(stranger);
  t.is(await rowOf(endpointId), undefined);
});

test("a failure is tried again after five seconds and then later, with the same id and a new signature", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(500));
  const { userId, secret, endpoint_id: endpointId } = await endpointAt(receiver);
  await endedRequest(userId);
  const first = await attempted(endpointId, 1);
  t.like(first.row, { status: "pending", last_status: 500, last_error: "The receiver answered 500." });
  t.true((first.row?.delay ?? 0) >= 5 && (first.row?.delay ?? 0) <= 6, String(first.row?.delay));
  await hurry(endpointId);
  const second = await attempted(endpointId, 2);
  t.true((second.row?.delay ?? 0) >= 300 && (second.row?.delay ?? 0) <= 360, String(second.row?.delay));
  receiver.answer(answering(200));
  await hurry(endpointId);
  t.like((await attempted(endpointId, 3)).row, { status: "delivered", last_status: 200 });
  t.is(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size, 1);
  for (const { body, headers } of receiver.calls) t.notThrows(() => new Webhook(secret).verify(body, { ...headers }));
});

test("a test event that fails is not sent again by itself, and says nothing about the endpoint", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(410));
  const { key, endpoint_id: endpointId } = await endpointAt(receiver);
  const path = `/v1/webhook-endpoints/${endpointId}`;
  t.is((await service.call("POST", `${path}/test`, { key })).status, 202);
  t.like((await attempted(endpointId, 1)).row, { status: "failed", last_status: 410, delay: null });
  const shown = (await service.call("GET", path, { key })).data(z.object({ state: z.string() }).loose());
  t.like(shown, { state: "enabled", failing_since: null });
});

test("redirects are failures that are not followed, and Retry-After lengthens the delay of 429 and 503", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(302, { location: `${receiver.url}/elsewhere` }));
  const moved = await endpointAt(receiver);
  await endedRequest(moved.userId);
  t.like((await attempted(moved.endpoint_id, 1)).row, {
    last_status: 302,
    last_error: "The receiver answered 302; redirects are not followed.",
  });
  t.deepEqual([...new Set(receiver.calls.map(({ path }) => path))], ["/hook"]);
  receiver.answer(answering(503, { "retry-after": "1000" }));
  const busy = await endpointAt(receiver);
  await endedRequest(busy.userId);
  const { row } = await attempted(busy.endpoint_id, 1);
  t.true((row?.delay ?? 0) >= 999 && (row?.delay ?? 0) <= 1_001, String(row?.delay));
});

test("410 disables the endpoint at once, with an e-mail, and what waits is sent when it is enabled again", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(410));
  const { key, userId, endpoint_id: endpointId } = await endpointAt(receiver);
  await endedRequest(userId);
  t.like((await attempted(endpointId, 1)).row, { status: "failed", last_status: 410 });
  const path = `/v1/webhook-endpoints/${endpointId}`;
  const shown = (await service.call("GET", path, { key })).data(z.object({ state: z.string() }).loose());
  t.like(shown, { state: "disabled", disabled_reason: "gone" });
  const notices = db.selectFrom("webhook_endpoint_notices").selectAll().where("endpoint_id", "=", endpointId);
  const notice = await notices.executeTakeFirstOrThrow();
  const mail = await endpointNotices.compose(db, notice, "https://speech.example.com");
  t.regex(mail?.paragraphs[0] ?? "", /answered 410 Gone/);
  await endedRequest(userId);
  t.is(receiver.calls.length, 1, "nothing is written for an endpoint that is disabled");
  receiver.answer(answering(200));
  await service.call("PATCH", path, { key, json: { state: "enabled" } });
  await endedRequest(userId);
  t.true(await until(async () => receiver.calls.length === 2, within));
  t.is(await endpointNotices.compose(db, notice, ""), null);
});

test("fifty failures in a row over three days disable an endpoint, fifty on one day do not", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(500));
  const { userId, endpoint_id: endpointId } = await endpointAt(receiver);
  const fail = async (days: number, attempts: number) => {
    const since = sql<Date>`now() - make_interval(days => ${days}, mins => 1)`;
    const failed = db.updateTable("webhook_endpoints").set({ failures: 49, failing_since: since });
    await failed.where("id", "=", endpointId).execute();
    await hurry(endpointId);
    await attempted(endpointId, attempts);
    const { state } = await db
      .selectFrom("webhook_endpoints")
      .select("state")
      .where("id", "=", endpointId)
      .executeTakeFirstOrThrow();
    return state;
  };
  await endedRequest(userId);
  await attempted(endpointId, 1);
  t.is(await fail(2, 2), "enabled");
  t.is(await fail(3, 3), "disabled");
});

test("a receiver that hangs delays no other, and gets four calls at once", async (t) => {
  await using slow = await startCallbackReceiver();
  await using fast = await startCallbackReceiver();
  slow.answer(() => undefined);
  const hanging = await endpointAt(slow);
  for (let count = 0; count < 8; count += 1) await endedRequest(hanging.userId);
  t.true(await until(async () => slow.calls.length === 4, within));
  const other = await endpointAt(fast);
  await endedRequest(other.userId);
  const started = performance.now();
  t.true(await until(async () => fast.calls.length === 1, within));
  t.true(performance.now() - started < 5_000, "sooner than the slow one is given up");
  t.is(slow.calls.length, 4);
});

test("nothing is sent to an endpoint that was deleted, or whose account is closed", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(500));
  const removed = await endpointAt(receiver);
  const closed = await endpointAt(receiver);
  for (const { userId, endpoint_id: endpointId } of [removed, closed]) {
    await endedRequest(userId);
    await attempted(endpointId, 1);
  }
  await service.call("DELETE", `/v1/webhook-endpoints/${removed.endpoint_id}`, { key: removed.key });
  await db.transaction().execute((trx) => eraseAccount(trx, closed.userId));
  for (const { endpoint_id: endpointId } of [removed, closed]) t.is(await rowOf(endpointId), undefined);
  const left = db.selectFrom("webhook_endpoints").select("id").where("user_id", "in", [removed.userId, closed.userId]);
  t.deepEqual(await left.execute(), []);
});

test("during the grace of a rotation both secrets verify, and after it the new one only", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { key, userId, secret, endpoint_id: endpointId } = await endpointAt(receiver);
  const rotated = await service.call("POST", `/v1/webhook-endpoints/${endpointId}/rotate`, {
    key,
    json: { grace_period_days: 2 },
  });
  const { secret: newer } = rotated.data(z.object({ secret: z.string() }));
  await endedRequest(userId);
  t.true(await until(async () => receiver.calls.length === 1, within));
  for (const one of [secret, newer])
    t.notThrows(() => new Webhook(one).verify(receiver.calls[0]?.body ?? "", { ...receiver.calls[0]?.headers }));
  const over = db.updateTable("webhook_endpoints").set({ former_secret_until: sql<Date>`now()` });
  await over.where("id", "=", endpointId).execute();
  await endedRequest(userId);
  t.true(await until(async () => receiver.calls.length === 2, within));
  const [, last] = receiver.calls;
  t.notThrows(() => new Webhook(newer).verify(last?.body ?? "", { ...last?.headers }));
  t.throws(() => new Webhook(secret).verify(last?.body ?? "", { ...last?.headers }));
});

test("a secret that can be read no more keeps none of a new one back", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { key, userId, endpoint_id: endpointId } = await endpointAt(receiver);
  const unreadable = { secret: Buffer.from([1, 2, 3]), former_secret: null };
  await db.updateTable("webhook_endpoints").set(unreadable).where("id", "=", endpointId).execute();
  await endedRequest(userId);
  t.regex((await attempted(endpointId, 1)).row?.last_error ?? "", /Rotate its secret/);
  await service.call("POST", `/v1/webhook-endpoints/${endpointId}/rotate`, { key, json: {} });
  await hurry(endpointId);
  t.true(await until(async () => receiver.calls.length === 1, within));

  const read = async () => (await service.call("GET", "/v1/webhook-secret", { key })).data(created);
  const single = await read();
  await db.updateTable("webhook_endpoints").set(unreadable).where("id", "=", single.endpoint_id).execute();
  const replaced = await read();
  t.not(replaced.secret, single.secret);
  t.deepEqual(await read(), replaced);
});

test("an answer of the address before does not disable the endpoint at its new address", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { userId, endpoint_id: endpointId } = await endpointAt(receiver);
  await endedRequest(userId);
  const { row } = await attempted(endpointId, 1);
  const gone = { status: 410, error: "The receiver answered 410.", retryAfter: null, durationMs: 5 };
  const before = {
    id: row?.id ?? "",
    endpointId,
    type: "speech.request.failed",
    attempts: 0,
    url: "https://before.example.com/",
  };
  t.false((await recordAttempt(db, before, gone)).isDisabled);
  t.true((await recordAttempt(db, { ...before, url: receiver.url }, gone)).isDisabled);
});

test("a call to a single address is let go when a process of the release before has ended its request", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { userId } = await service.account();
  const callback = await prepareCallback(resources, userId, { url: receiver.url });
  const queued = async () => {
    const requestId = randomUUID();
    const owner = { userId, isDemo: false, source: "api_key", maxUnfinished: 1_000 } as const;
    await submitSynthesis(resources, { ...owner, requestId, text: "Hello.", options: {} });
    return requestId;
  };
  const [completed, failed] = [await insertSpoken(resources, userId), await queued()];
  const failure = { status: "failed", error_code: "internal_error", finished_at: sql<Date>`now()` } as const;
  await db.updateTable("speech_requests").set(failure).where("id", "=", failed).execute();
  for (const id of [completed, failed, await queued(), randomUUID()]) await insertSingleCallback(db, id, callback);
  t.is(await releaseStranded(db), 3);
  t.is(await releaseStranded(db), 0);
  t.true(await until(async () => receiver.calls.length === 2, within));
  const ended = receiver.calls.map(({ body }) => payload.parse(JSON.parse(body)));
  // They may come in another order than they were let go.
  t.deepEqual(Object.fromEntries(ended.map(({ type, data }) => [String(data["request_id"]), type])), {
    [completed]: "speech.request.completed",
    [failed]: "speech.request.failed",
  });
});

test("secrets are stored encrypted", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { secret, endpoint_id: endpointId } = await endpointAt(receiver);
  const row = await db
    .selectFrom("webhook_endpoints")
    .select("secret")
    .where("id", "=", endpointId)
    .executeTakeFirstOrThrow();
  t.false(row.secret.includes(Buffer.from(secret)));
  t.false(row.secret.includes(Buffer.from(secret.slice("whsec_".length), "base64")));
});

test("a subscription that begins, ends or is cancelled is told in the transaction that changes it", async (t) => {
  await using receiver = await startCallbackReceiver();
  const userId = await newCustomer(db);
  await insertWebhookEndpoint(resources, userId, receiver.url);
  await buy(db, userId);
  await db.updateTable("subscriptions").set({ status: "cancelled" }).where("user_id", "=", userId).execute();
  t.true(await until(async () => receiver.calls.length === 2, within));
  const types = receiver.calls.map(({ body }) => payload.parse(JSON.parse(body)).type);
  t.deepEqual(types.toSorted(), ["subscription.activated", "subscription.cancelled"]);
});

test("low credits are told once for 20 %, 5 % and nothing, and not again for more", async (t) => {
  await using receiver = await startCallbackReceiver();
  const userId = await newCustomer(db);
  const endpointId = await insertWebhookEndpoint(resources, userId, receiver.url);
  await buy(db, userId);
  await db
    .insertInto("usage_totals")
    .values({ user_id: userId, day: new Date().toISOString().slice(0, 10), source: "web", ...noUsage })
    .execute();
  const granted = await db
    .selectFrom("balances")
    .select("subscription")
    .where("user_id", "=", userId)
    .where("pool", "=", "tts")
    .executeTakeFirstOrThrow();
  const told = async (share: number) => {
    const left = Math.floor(granted.subscription * share);
    const set = db.updateTable("balances").set({ subscription: left });
    await set.where("user_id", "=", userId).where("pool", "=", "tts").execute();
    await insertLowCreditEvents(db);
    await insertLowCreditEvents(db);
    const rows = await db
      .selectFrom("webhook_deliveries")
      .select("payload")
      .where("endpoint_id", "=", endpointId)
      .where("type", "=", "credits.low")
      .orderBy("created_at")
      .execute();
    return rows.map((row) => payload.parse(JSON.parse(row.payload ?? "")).data["percent_remaining"]);
  };
  t.deepEqual(await told(0.5), []);
  t.deepEqual(await told(0.2), [20]);
  await changeSettings(db, userId, { alert_percent: 90 });
  t.deepEqual(await told(0.11), [20]);
  t.deepEqual(await told(0.1), [20, 10]);
  t.deepEqual(await told(0), [20, 10, 0]);
  t.deepEqual(await told(0.04), [20, 10, 0]);
});

const noUsage = { tts_count: 0, asr_count: 0, tts_characters: 0, asr_seconds: 0, credits: 0 };
