import { randomUUID } from "node:crypto";
import test from "ava";
import { findBalances } from "#src/domain/credits/queries.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { sweepLiveSessions } from "#src/domain/live/sweep-sessions.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket, type Refused, type SocketOptions, trySocket } from "#harness/clients/socket-client.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { startService } from "#test/support/service.ts";
import { sql } from "kysely";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run" } });
const { db } = service.resources;
const worker = await openFakeLiveWorker(db, { capacity: 40 });
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const live = `${service.baseUrl}/v1/speech/live`;
const bearer = (key: string): SocketOptions => ({ headers: { authorization: `Bearer ${key}` } });
/** Seconds of silence, 16 kHz. */
const sound = (seconds: number): Buffer => Buffer.alloc(32_000 * seconds);

const sessionOf = async (requestId: unknown) => {
  for (;;) {
    const found = worker.sessions.find(({ start }) => start["request_id"] === requestId);
    if (found !== undefined) return found;
    await new Promise((done) => setImmediate(done));
  }
};

async function openLive(key: string, query = "") {
  const client = await openSocket(`${live}${query}`, bearer(key));
  const started = await client.next("session_started");
  return { client, requestId: String(started["request_id"]), heard: await sessionOf(started["request_id"]) };
}

test("a session gives words as they are said, is charged once, and is in the history like a file", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const { client, requestId, heard } = await openLive(key);
  t.is(heard.authorization, "Bearer a secret of a test run");
  t.like(heard.start, { language: "en", encoding: "pcm_s16le", sample_rate: 16_000, endpointing_ms: 500 });
  client.socket.send(sound(2.5));
  heard.say({ type: "speech_started", at: 0.2 });
  t.like(await client.next("speech_started"), { at: 0.2 });
  heard.say({ type: "partial", start: 0.2, end: 1, text: "hello", words: [], committed: 0 });
  t.like(await client.next("partial"), { text: "hello" });
  heard.say(finalOf(1, "Hello world.", { start: 0.2, end: 1.4 }));
  t.like(await client.next("final"), { text: "Hello world.", speech_final: true, id: "1" });
  client.say({ type: "finalize" });
  t.like(await client.next("final"), { text: "", from_finalize: true });
  client.say({ type: "close" });
  t.like(await client.next("session_ended"), { duration_seconds: 2.5, credits_consumed: 3 });
  t.is((await client.closed).code, 1000);
  const after = await findBalances(db, userId);
  t.is(before.asr - after.asr, 3);
  const shown = await service.call("GET", `/v1/speech/requests/${requestId}`, { key });
  t.like(shown.json, {
    data: { status: "completed", text: "Hello world.", duration_seconds: 2.5, credits_consumed: 3, model: "fake" },
  });
  t.is(await sweepLiveSessions(service.resources), 0);
  await t.notThrowsAsync(slotsReturn());
});

/** Resolves when no slot is taken. */
async function slotsReturn(): Promise<void> {
  for (;;) {
    const row = await db
      .selectFrom("live_workers")
      .select("used")
      .where("id", "=", worker.id)
      .executeTakeFirstOrThrow();
    const open = await db.selectFrom("live_sessions").select("request_id").execute();
    if (row.used === open.length) return;
  }
}

test("what is refused is refused before the handshake", async (t) => {
  const { key } = await service.account(0);
  const poor = await service.account(0);
  await sql`update balances set permanent = 14, subscription = 0 where user_id = ${poor.userId} and pool = 'asr'`.execute(
    db,
  );
  t.like(await trySocket(live), { status: 401, body: { code: "missing_credentials" } });
  t.like(await trySocket(live, bearer("sk_wrong")), { status: 401, body: { code: "invalid_api_key" } });
  t.like(await trySocket(`${live}?sample_rate=1`, bearer(key)), { status: 422, body: { code: "validation_error" } });
  t.like(await trySocket(`${live}?sample_rate=8001`, bearer(key)), { status: 422 });
  t.like(await trySocket(`${live}?language=xx`, bearer(key)), { status: 422 });
  t.like(await trySocket(`${live}?model=none`, bearer(key)), { status: 404, body: { code: "model_not_found" } });
  t.like(await trySocket(live, bearer(poor.key)), {
    status: 402,
    body: { code: "insufficient_credits", remaining: 14 },
  });
  t.like(await trySocket(`${service.baseUrl}/v1/nothing`, bearer(key)), { status: 404, body: { code: "not_found" } });
  t.like(await service.call("GET", "/v1/speech/live", { key }), { status: 426, json: { code: "upgrade_required" } });
  t.is((await findBalances(db, poor.userId)).asr, 14);
});

test("a model that does not read the language, or with auto no English, is refused before the handshake", async (t) => {
  const { key } = await service.account(0);
  await using hindi = await openFakeLiveWorker(db, { languages: ["auto", "hi"] });
  await db
    .updateTable("live_workers")
    .set({ models: ["fake-hindi"] })
    .where("id", "=", hindi.id)
    .execute();
  const manifest = manifestOf("fake-hindi", { languages: ["hi"], detectsLanguage: false });
  await registerEngines(service.resources, randomUUID(), readyEngines([manifest]));
  // The registry is asked every five seconds at most.
  const refusedAs = async (language: string): Promise<Refused> => {
    for (;;) {
      const tried = await trySocket(`${live}?model=fake-hindi&language=${language}`, bearer(key));
      if ("status" in tried) return tried;
      tried.say({ type: "close" });
      await tried.closed;
    }
  };
  const refusal = { status: 422, body: { code: "language_unsupported" } };
  for (const language of ["auto", "en"]) t.like(await refusedAs(language), refusal);
  const client = await openSocket(`${live}?model=fake-hindi&language=hi`, bearer(key));
  client.say({ type: "close" });
  t.is((await client.closed).code, 1000);
  t.true(hindi.sessions.length > 0);
});

test("a session more than an account may have is refused", async (t) => {
  const { key } = await service.account();
  const sessions = await Promise.all([openLive(key), openLive(key), openLive(key), openLive(key)]);
  t.like(await trySocket(live, bearer(key)), { status: 429, body: { code: "concurrency_limited", max_unfinished: 4 } });
  for (const { client } of sessions) client.say({ type: "close" });
  for (const { client } of sessions) t.is((await client.closed).code, 1000);
  const again = await openLive(key);
  again.client.say({ type: "close" });
  t.is((await again.client.closed).code, 1000);
});

test("credits are held in slices, and a session that cannot pay more keeps what it has heard", async (t) => {
  const { key, userId } = await service.account(0);
  await sql`update balances set permanent = 20, subscription = 0 where user_id = ${userId} and pool = 'asr'`.execute(
    db,
  );
  const { client, requestId, heard } = await openLive(key);
  t.is((await findBalances(db, userId)).asr, 5);
  heard.say(finalOf(1, "Paid words.", { start: 0, end: 12 }));
  for (let second = 0; second < 25; second += 1) client.socket.send(sound(1));
  t.like(await client.next("error"), { code: "insufficient_credits" });
  t.like(await client.next("session_ended"), { credits_consumed: 20, duration_seconds: 20 });
  t.like(await client.closed, { code: 1008, reason: "insufficient_credits" });
  t.is(heard.bytes, 20 * 32_000);
  t.is((await findBalances(db, userId)).asr, 0);
  t.like((await service.call("GET", `/v1/speech/requests/${requestId}`, { key })).json, {
    data: { text: "Paid words." },
  });
});

test("a session whose API has died is charged what was delivered, once", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const { client, requestId, heard } = await openLive(key);
  client.socket.send(sound(4));
  heard.say(finalOf(1, "Kept words.", { start: 0, end: 3 }));
  await client.next("final");
  const noted = async (): Promise<boolean> =>
    (await sql<{ n: number }>`select delivered as n from holds where request_id = ${requestId}`.execute(db)).rows[0]
      ?.n === 4;
  while (!(await noted())) await new Promise((done) => setImmediate(done));
  await sql`update live_sessions set heartbeat_at = now() - interval '1 minute' where request_id = ${requestId}`.execute(
    db,
  );
  t.true((await sweepLiveSessions(service.resources)) <= 1);
  t.is(before.asr - (await findBalances(db, userId)).asr, 4);
  t.like(await client.next("error"), { code: "cancelled" });
  await client.closed;
  t.is(before.asr - (await findBalances(db, userId)).asr, 4);
  t.like((await service.call("GET", `/v1/speech/requests/${requestId}`, { key })).json, {
    data: { status: "completed", text: "Kept words.", credits_consumed: 4 },
  });
});
