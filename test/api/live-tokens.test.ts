import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { findBalances } from "#src/domain/credits/queries.ts";
import { secretDigest } from "#src/domain/api-keys/key-format.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { signedIn } from "#harness/clients/session.ts";
import { openSocket, type SocketClient, type SocketOptions, trySocket } from "#harness/clients/socket-client.ts";
import { newKey } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run" } });
const { resources } = service;
const { db } = resources;
const worker = await openFakeLiveWorker(db, { capacity: 40 });
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const live = `${service.baseUrl}/v1/speech/live`;
const answer = z.object({ data: z.object({ token: z.string(), expires_at: z.iso.datetime() }) });
const anyOrigin = { origin: "https://shop.example" };
/** The subprotocols and the origin of a page of another site. */
const offering = (token: string): SocketOptions => ({ protocols: ["speech", `token.${token}`], headers: anyOrigin });
const refused = { status: 401, body: { code: "invalid_api_key" } };

async function makeToken(options: CallOptions): Promise<string> {
  const { status, json } = await service.call("POST", "/v1/live/tokens", options);
  if (status !== 201) throw new Error(`Not made: ${status} ${JSON.stringify(json)}`);
  return answer.parse(json).data.token;
}

const revoke = (key: string) =>
  db.updateTable("api_keys").set({ revoked_at: new Date() }).where("key_sha256", "=", secretDigest(key)).execute();

/** Waits for the end of a session that the service ends. @returns the code of its error, that of the socket, and the milliseconds it took */
async function endOf(client: SocketClient) {
  const started = performance.now();
  const { code } = await client.next("error");
  return { code, socket: (await client.closed).code, ms: performance.now() - started };
}

test("a token lives a minute, or as long as is asked for, is one of its kind, and only its digest is kept", async (t) => {
  const { key } = await service.account();
  for (const [json, seconds] of [
    [undefined, 60],
    [{ ttl_seconds: 1 }, 1],
    [{ ttl_seconds: 3600 }, 3600],
  ] as const) {
    const before = Date.now();
    const made = await service.call("POST", "/v1/live/tokens", { key, ...(json !== undefined && { json }) });
    t.like(made, { status: 201 });
    t.is(made.headers.get("cache-control"), "no-store");
    const { token, expires_at: expiresAt } = answer.parse(made.json).data;
    t.regex(token, /^live_[0-9A-Za-z]{49}$/);
    t.true(Math.abs(Date.parse(expiresAt) - before - seconds * 1000) < 10_000, expiresAt);
    const rows = db.selectFrom("temporary_tokens").selectAll().where("token_sha256", "=", secretDigest(token));
    t.like(await rows.executeTakeFirst(), { session_id: null, expires_at: new Date(expiresAt) });
  }
  for (const ttl of [0, 3601, 1.5, "long"])
    t.is((await service.call("POST", "/v1/live/tokens", { key, json: { ttl_seconds: ttl } })).status, 422, `${ttl}`);
});

test("a token opens one session from any origin, and the account of its key pays", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const token = await makeToken({ key });
  const client = await openSocket(live, offering(token));
  t.is(client.headers["sec-websocket-protocol"], "speech");
  const requestId = String((await client.next("session_started"))["request_id"]);
  client.socket.send(Buffer.alloc(32_000 * 3));
  client.say({ type: "close" });
  t.like(await client.next("session_ended"), { credits_consumed: 3 });
  t.is(before.asr - (await findBalances(db, userId)).asr, 3);
  const shown = await service.call("GET", `/v1/speech/requests/${requestId}`, { key });
  t.like(shown.json, { data: { credits_consumed: 3 } });
  t.like(await trySocket(live, offering(token)), refused);
});

test("of several calls with one token at once, one opens a session", async (t) => {
  const { key } = await service.account();
  const token = await makeToken({ key });
  const tries = await Promise.all([1, 2, 3, 4].map(() => trySocket(live, offering(token))));
  const opened = tries.filter((one) => "socket" in one);
  t.is(opened.length, 1);
  for (const one of tries) if ("status" in one) t.like(one, refused);
  for (const { socket } of opened) socket.close();
});

test("a token is refused once it has expired, its key is revoked, or its account is closed", async (t) => {
  const { key, userId } = await service.account();
  const expired = await makeToken({ key });
  const digest = secretDigest(expired);
  await sql`update temporary_tokens set expires_at = now() where token_sha256 = ${digest}`.execute(db);
  t.like(await trySocket(live, offering(expired)), refused);
  const other = await newKey(resources, userId);
  const [dead, alive] = [await makeToken({ key }), await makeToken({ key: other })];
  await revoke(key);
  t.like(await trySocket(live, offering(dead)), refused);
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
  t.like(await trySocket(live, offering(alive)), refused);
});

test("a token does nothing but open a session of the native protocol, and a key without the scope makes none", async (t) => {
  const { key, userId } = await service.account();
  const calls = [
    ["POST", "/v1/speech/synthesize"],
    ["POST", "/v1/live/tokens"],
    ["POST", "/openai/v1/audio/speech"],
  ] as const;
  for (const [method, path] of calls) {
    const headers = { authorization: `Bearer ${await makeToken({ key })}` };
    t.is((await service.call(method, path, { headers, json: {} })).status, 403, path);
  }
  const offer = { protocols: ["bearer", await makeToken({ key })] };
  t.like(await trySocket(`${service.baseUrl}/deepgram/v1/listen`, offer), { status: 403 });
  const usage = await newKey(resources, userId, ["usage"]);
  const unfit = await service.call("POST", "/v1/live/tokens", { key: usage });
  t.like(unfit, { status: 403, json: { code: "insufficient_scope", required_scope: "speech" } });
  const { json: granted } = await service.call("POST", "/deepgram/v1/auth/grant", { key });
  const { access_token: temporary } = z.object({ access_token: z.string() }).parse(granted);
  t.like(await service.call("POST", "/v1/live/tokens", { key: temporary }), {
    status: 403,
    json: { code: "forbidden" },
  });
});

test("a session of the dashboard makes tokens for its account, which has the history and pays", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const browser = await signedIn(resources, userId);
  const elsewhere = await service.call("POST", "/v1/live/tokens", { cookie: browser.cookie, headers: anyOrigin });
  t.like(elsewhere, { status: 403, json: { code: "origin_mismatch" } });
  const client = await openSocket(live, offering(await makeToken(browser)));
  const requestId = String((await client.next("session_started"))["request_id"]);
  client.socket.send(Buffer.alloc(32_000 * 2));
  client.say({ type: "close" });
  t.like(await client.next("session_ended"), { credits_consumed: 2 });
  t.is(before.asr - (await findBalances(db, userId)).asr, 2);
  t.is((await service.call("GET", `/v1/speech/requests/${requestId}`, { key })).status, 200);
  const request = db.selectFrom("speech_requests").select(["source", "api_key_id"]).where("id", "=", requestId);
  t.deepEqual(await request.executeTakeFirst(), { source: "web", api_key_id: null });
});

test("signing out ends the live sessions of a sign-in within five seconds, and its tokens at once; another sign-in stays", async (t) => {
  const { userId } = await service.account();
  const [browser, other] = [await signedIn(resources, userId), await signedIn(resources, userId)];
  const unused = await makeToken(browser);
  const byCookie = await openSocket(live, { headers: { cookie: browser.cookie, ...browser.headers } });
  const byToken = await openSocket(live, offering(await makeToken(browser)));
  const stays = await openSocket(live, offering(await makeToken(other)));
  for (const client of [byCookie, byToken, stays]) await client.next("session_started");
  t.is((await service.call("POST", "/auth/logout", browser)).status, 200);
  t.like(await trySocket(live, offering(unused)), refused);
  for (const end of await Promise.all([endOf(byCookie), endOf(byToken)])) {
    t.like(end, { code: "invalid_session", socket: 1008 });
    t.true(end.ms < 5_000, `${end.ms} ms`);
  }
  stays.say({ type: "finalize" });
  t.like(await stays.next("final"), { from_finalize: true });
  stays.socket.close();
});

test("a session that a token opened ends within five seconds when the key of the token is revoked, the sign-in expires, or the account is blocked", async (t) => {
  const { key, userId } = await service.account();
  const browser = await signedIn(resources, userId);
  const ofKey = await openSocket(live, offering(await makeToken({ key })));
  const ofSession = await openSocket(live, offering(await makeToken(browser)));
  const blocked = await service.account();
  const ofBlocked = await openSocket(live, offering(await makeToken({ key: blocked.key })));
  for (const client of [ofKey, ofSession, ofBlocked]) await client.next("session_started");
  await revoke(key);
  await db.updateTable("sessions").set({ expires_at: new Date() }).where("user_id", "=", userId).execute();
  await db.updateTable("users").set({ blocked_at: new Date() }).where("id", "=", blocked.userId).execute();
  const [revoked, expired, barred] = await Promise.all([endOf(ofKey), endOf(ofSession), endOf(ofBlocked)]);
  t.like(barred, { code: "invalid_api_key", socket: 1008 });
  t.like(revoked, { code: "invalid_api_key", socket: 1008 });
  t.like(expired, { code: "invalid_session", socket: 1008 });
  t.true(Math.max(revoked.ms, expired.ms, barred.ms) < 5_000);
});

test("a session is resumed by another token of the same account", async (t) => {
  const { key } = await service.account();
  const first = await openSocket(live, offering(await makeToken({ key })));
  const { resume_token: resumeToken, request_id: requestId } = await first.next("session_started");
  first.socket.terminate();
  const again = await openSocket(`${live}?resume=${String(resumeToken)}`, offering(await makeToken({ key })));
  t.like(await again.next("session_started"), { request_id: requestId });
  const heard = worker.sessions.filter(({ start }) => start["request_id"] === requestId).at(-1);
  heard?.say(finalOf(1, "Still here.", { start: 0, end: 1 }));
  t.like(await again.next("final"), { text: "Still here." });
  again.say({ type: "close" });
  t.is((await again.closed).code, 1000);
});
