import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { openNameServer } from "#harness/outbound/name-server.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { batchAnswer, batchResult } from "#src/api/speech/batch-schemas.ts";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { sweepBatches } from "#src/domain/batches/sweep-batches.ts";
import { deleteOldest } from "#src/domain/delete-oldest.ts";
import { insertWebhookEndpoint } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const path = "/v1/speech/batches";
const recording = await speech("Please open the window. Thank you very much.");
const server = await openRecordingServer(recording);
const names = await openNameServer(({ family }) => (family === 4 ? ["127.0.0.1"] : []));
const env = { ...openHostSettings, OUTBOUND_NAME_SERVERS: names.address, HEARTBEAT_MS: "200" };
const service = await startService({ workers: ["transcription"], env });
/** Nothing of it is transcribed. */
const idle = await startService({ env });
const { resources } = service;
test.after.always(async () => {
  await Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]()));
  await Promise.all([server, names].map((one) => one[Symbol.asyncDispose]()));
});

const secondsCharged = Math.ceil((recording.length - 44) / 32_000);
const halfPrice = Math.ceil(secondsCharged / 2);

/** Creates a batch of these recordings. */
async function created(key: string, json: object, at: Pick<typeof service, "call"> = service) {
  const answer = await at.call("POST", path, { key, json: { language: "en", ...json } });
  return answer.data(batchAnswer);
}

async function shown(key: string, id: string, at: Pick<typeof service, "call"> = service) {
  return (await at.call("GET", `${path}/${id}`, { key })).data(batchAnswer);
}

/** Moves the batches of a service on until this one has ended. */
async function ended(key: string, id: string) {
  for (;;) {
    await sweepBatches(resources);
    const batch = await shown(key, id);
    if (batch.finished_at !== null) return batch;
    await delay(100);
  }
}

async function resultsOf(key: string, id: string, at: Pick<typeof service, "call"> = service) {
  const { status, bytes } = await at.call("GET", `${path}/${id}/results`, { key });
  if (status !== 200) throw new Error(`The results were answered with ${status}.`);
  const lines = bytes.toString().trimEnd().split("\n");
  return lines.map((line) => batchResult.parse(JSON.parse(line)));
}

test("good and bad addresses of a batch end each for itself, in order, at half the price, with one event", async (t) => {
  const { key, userId } = await service.account();
  await insertWebhookEndpoint(resources, userId);
  const items = [
    { url: server.at("/good.wav?secretsecret"), custom_id: "call 1" },
    { url: "ftp://example.com/a.wav", custom_id: "call 2" },
    { url: server.at("/forbidden.wav?secretsecret") },
    { url: server.at("/good.wav") },
  ];
  const sent = await service.call("POST", path, { key, json: { items, language: "en", paragraphs: true } });
  t.is(sent.status, 202);
  const begun = sent.data(batchAnswer);
  t.is(sent.headers.get("location"), `${path}/${begun.batch_id}`);
  t.like(begun, { status: "running", total: 4, waiting: 3, failed: 1, price_percent: 50, progress: 25 });
  const batch = await ended(key, begun.batch_id);
  t.like(batch, { status: "completed", progress: 100, completed: 2, failed: 2, credits_consumed: 2 * halfPrice });
  const lines = await resultsOf(key, begun.batch_id);
  t.deepEqual(
    lines.map((line) => [line.index, line.custom_id, line.status, line.error?.code ?? null, line.credits_consumed]),
    [
      [0, "call 1", "completed", null, halfPrice],
      [1, "call 2", "failed", "audio_url_refused", 0],
      [2, null, "failed", "audio_url_unreachable", 0],
      [3, null, "completed", null, halfPrice],
    ],
  );
  t.regex(String(lines[0]?.transcription?.text), /window.*thank you/is);
  t.is(lines[1]?.transcription, null);
  const charges = await chargesOf(resources, userId);
  t.deepEqual(
    charges.map(([, credits]) => credits),
    [halfPrice, halfPrice],
  );
  t.is(await heldOf(resources, userId), 0);
  const request = await service.call("GET", `/v1/speech/requests/${lines[0]?.request_id}`, { key });
  t.like(request.data(requestAnswer), { file_name: "good.wav", credits_consumed: halfPrice });
  const kept = await resources.db.selectFrom("speech_batch_items").selectAll().execute();
  t.false(JSON.stringify(kept).includes("secretsecret"));
  const events = await resources.db
    .selectFrom("webhook_deliveries")
    .select(["type", "payload"])
    .where("subject_id", "=", begun.batch_id)
    .execute();
  t.is(events.length, 1);
  t.like(JSON.parse(events[0]?.payload ?? ""), {
    type: "speech.batch.completed",
    data: { batch_id: begun.batch_id, status: "completed", completed: 2, failed: 2, cancelled: 0 },
  });
});

test("a recording for which there are no credits has failed and costs nothing, and the others before it stand", async (t) => {
  const { key, userId } = await service.account();
  await setBalance(resources, { userId, pool: "asr" }, halfPrice);
  const { batch_id: id } = await created(key, { urls: [server.at("/good.wav")] });
  t.like(await ended(key, id), { completed: 1, credits_consumed: halfPrice });
  const next = await created(key, { urls: [server.at("/good.wav"), server.at("/good.wav")] });
  t.like(await ended(key, next.batch_id), { failed: 2, credits_consumed: 0 });
  const [line] = await resultsOf(key, next.batch_id);
  t.is(line?.error?.code, "insufficient_credits");
});

test("10,000 addresses are accepted at once, and few of them are in the queue", async (t) => {
  const { key, userId } = await idle.account();
  const urls = Array.from({ length: 10_000 }, (_, index) =>
    server.at(`/good.wav?${index}&signature=${"x".repeat(200)}`),
  );
  const begun = performance.now();
  const { batch_id: id } = await created(key, { urls }, idle);
  const seconds = (performance.now() - begun) / 1000;
  t.log(`${seconds.toFixed(2)} s`);
  await sweepBatches(idle.resources);
  await sweepBatches(idle.resources);
  const jobs = await idle.resources.db
    .selectFrom("jobs")
    .select("group_key")
    .where("account_id", "=", userId)
    .execute();
  t.is(jobs.length, 32);
  t.true(jobs.every((job) => job.group_key === `batch: ${userId}`));
  const own = await idle.call("POST", "/v1/speech/transcriptions", {
    key,
    json: { url: server.at("/good.wav") },
    headers: { prefer: "respond-async" },
  });
  t.is(own.status, 202, "work of a batch is no reason to refuse a call");
  const many = await idle.call("POST", path, { key, json: { urls: [...urls, urls[0]] } });
  t.is(many.status, 422);
  const none = await idle.call("POST", path, { key, json: { urls: ["ftp://example.com/a", "x"] } });
  t.is(none.status, 422);
  t.regex(none.bytes.toString(), /audio_url_refused/);
  const cancelled = await idle.call("POST", `${path}/${id}/cancel`, { key });
  t.like(cancelled.data(batchAnswer), { status: "cancelling", cancelled: 10_000 });
  await sweepBatches(idle.resources);
  t.like(await shown(key, id, idle), { status: "cancelled", cancelled: 10_000, credits_consumed: 0 });
  t.is((await resultsOf(key, id, idle)).length, 10_000);
});

test("two sweeps at the same time submit each recording once", async (t) => {
  const { key, userId } = await idle.account();
  const urls = Array.from({ length: 30 }, (_, index) => server.at(`/good.wav?${index}`));
  await created(key, { urls }, idle);
  await Promise.all([1, 2, 3].map(() => sweepBatches(idle.resources)));
  const requests = idle.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId);
  t.is((await requests.execute()).length, 30);
  t.is(await heldOf(idle.resources, userId), 30);
});

test("a call that is repeated with its key makes one batch", async (t) => {
  const { key } = await idle.account();
  const headers = { "idempotency-key": randomUUID() };
  const json = { urls: [server.at("/good.wav")] };
  const calls = [1, 2].map(() => idle.call("POST", path, { key, json, headers }));
  const answers = await Promise.all(calls);
  const again = await idle.call("POST", path, { key, json, headers });
  const ids = [...answers, again].filter(({ status }) => status === 202).map((one) => one.data(batchAnswer).batch_id);
  t.is(new Set(ids).size, 1);
  t.is(again.status, 202);
  const { data } = z.object({ data: z.object({ total: z.int() }) }).parse((await idle.call("GET", path, { key })).json);
  t.is(data.total, 1);
});

test("what is wrong with the options is refused at once, and so is the 21st unfinished batch", async (t) => {
  const { key } = await idle.account();
  const urls = [server.at("/good.wav")];
  for (const wrong of [{}, { urls, items: [{ url: urls[0] }] }, { urls: [] }, { urls, model: "none" }, { urls: [1] }]) {
    t.is((await idle.call("POST", path, { key, json: wrong })).status, 422, JSON.stringify(wrong));
  }
  for (let count = 0; count < 20; count += 1) await created(key, { urls }, idle);
  const one = await idle.call("POST", path, { key, json: { urls } });
  t.is(one.status, 409);
  t.like(one.json, { code: "batch_limit" });
});

test("a batch of another account is not found, and a deleted one leaves nothing", async (t) => {
  const [owner, stranger] = [await idle.account(), await idle.account()];
  const { batch_id: id } = await created(owner.key, { urls: [server.at("/good.wav"), server.at("/good.wav")] }, idle);
  for (const [method, end] of [
    ["GET", ""],
    ["GET", "/results"],
    ["POST", "/cancel"],
    ["DELETE", ""],
  ] as const) {
    t.is((await idle.call(method, `${path}/${id}${end}`, { key: stranger.key })).status, 404);
  }
  await sweepBatches(idle.resources);
  t.is(await heldOf(idle.resources, owner.userId), 2);
  t.is((await idle.call("DELETE", `${path}/${id}`, { key: owner.key })).status, 200);
  t.is(await heldOf(idle.resources, owner.userId), 0);
  for (const table of ["speech_batches", "speech_requests"] as const) {
    const rows = idle.resources.db.selectFrom(table).select("id").where("user_id", "=", owner.userId);
    t.deepEqual(await rows.execute(), [], table);
  }
});

test("an account that is erased leaves no batch, and old ones are forgotten", async (t) => {
  const { key, userId } = await idle.account();
  const { db } = idle.resources;
  const { batch_id: id } = await created(key, { urls: [server.at("/good.wav")] }, idle);
  const { batch_id: old } = await created(key, { urls: ["ftp://example.com/a", server.at("/good.wav")] }, idle);
  await sweepBatches(idle.resources);
  const past = new Date(Date.now() - 3 * 24 * 3_600_000);
  await db.updateTable("speech_batches").set({ finished_at: past }).where("id", "=", old).execute();
  await deleteOldest(db, { table: "speech_batches", time: "finished_at", days: 2 });
  t.is((await idle.call("GET", `${path}/${old}`, { key })).status, 404);
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  const left = db.selectFrom("speech_batch_items").select("request_id").where("batch_id", "in", [id, old]);
  t.deepEqual(await left.execute(), []);
  await sweepBatches(idle.resources);
});
