import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { type KyselyPlugin, type PluginTransformResultArgs, sql } from "kysely";
import { numbersIn } from "#harness/servers/numbered-words.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { sayNumbers } from "#harness/clients/numbers-client.ts";
import { openSocket, type SocketOptions, trySocket } from "#harness/clients/socket-client.ts";
import { startProcess } from "#harness/service/service-process.ts";
import { startApi } from "#src/api/server.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { sweepLiveSessions } from "#src/domain/live/sweep-sessions.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  env: { LIVE_SECRET: "a secret of a run", LIVE_CONCURRENCY: "20", LIVE_PER_MINUTE: "10000", LIVE_IDLE_SECONDS: "60" },
});
const { resources } = service;
const { db } = resources;
const worker = await openFakeLiveWorker(db, { capacity: 40, hearsNumbers: true });
const second = await startApi(resources);
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await second.stop(1_000);
  await service[Symbol.asyncDispose]();
});

const live = `${service.baseUrl}/v1/speech/live`;
const other = `http://127.0.0.1:${second.port}/v1/speech/live`;
const bearer = (key: string): SocketOptions => ({ headers: { authorization: `Bearer ${key}` } });
const unknown = { status: 404, body: { code: "session_not_found" } } as const;

/** Seconds of sound of a session, and how fast it comes. */
const [seconds, speed] = [20, 8] as const;

/** Resolves with a connection of a session to the worker, the first being 0. */
async function heardBy(requestId: unknown, number: number) {
  for (;;) {
    const all = worker.sessions.filter(({ start }) => start["request_id"] === requestId);
    const found = all[number];
    if (found !== undefined) return found;
    await sleep(10);
  }
}

/** Resolves when the session has sent so many seconds. */
async function untilSent(session: { readonly position: number }, position: number): Promise<void> {
  while (session.position < position) await sleep(10);
}

/** Resolves when the row of a session fulfils something. */
async function untilRow(requestId: string, isSo: (row: { readonly tokens: number } | null) => boolean): Promise<void> {
  for (;;) {
    const row = await db
      .selectFrom("live_sessions")
      .select((eb) => eb.fn<number>("cardinality", ["resume_sha256"]).as("tokens"))
      .where("request_id", "=", requestId)
      .executeTakeFirst();
    if (isSo(row ?? null)) return;
  }
}

interface Breakable {
  readonly userId: string;
  readonly drop: () => void;
}

/** Says numbers, and breaks something in the middle. */
async function sayBroken(urls: readonly string[], breaks: (session: Breakable) => Promise<void> | void) {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  let connection = 0;
  const url = (): string => urls[Math.min(connection++, urls.length - 1)] ?? "";
  const session = await sayNumbers({ url, shown: bearer(key), seconds, speed });
  await untilSent(session, seconds / 2);
  await breaks({ userId, drop: () => session.client.socket.terminate() });
  const heard = await session.heard;
  const paid = before.asr - (await findBalances(db, userId)).asr;
  const shown = await service.call("GET", `/v1/speech/requests/${heard.requestId}`, { key });
  return { heard, paid, shown: shown.json };
}

const whole = { words: numbersIn(seconds), credits: seconds, seconds } as const;
const text = numbersIn(seconds).join(" ");

test("a session whose connection breaks goes on at the same process, with all its words once", async (t) => {
  const { heard, paid, shown } = await sayBroken([live], ({ drop }) => drop());
  t.like(heard, { ...whole, resumes: 1 });
  t.is(paid, seconds);
  t.like(shown, { data: { status: "completed", text, credits_consumed: seconds } });
});

test("a session goes on at another process while its connection still looks open, and the first one lets it go", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const first = await openSocket(live, bearer(key));
  const started = await first.next("session_started");
  t.like(started, { from_seconds: 0, last_final_id: null, resume_within_seconds: 30 });
  const requestId = String(started["request_id"]);
  const heard = await heardBy(requestId, 0);
  heard.say(finalOf(1, "First.", { start: 0, end: 1 }));
  await first.next("final");
  heard.say(finalOf(2, "Second.", { start: 1.5, end: 2 }));
  await first.next("final");
  const next = await openSocket(`${other}?resume=${String(started["resume_token"])}&after=1`, bearer(key));
  const resumed = await next.next("session_started");
  t.like(resumed, { request_id: requestId, from_seconds: 2, last_final_id: "2" });
  t.like(await next.next("final"), { id: "2", text: "Second.", start: 1.5, end: 2 });
  t.like(await first.next("error"), { code: "cancelled" });
  t.is((await first.closed).code, 1008);
  t.false(first.messages.some(({ type }) => type === "session_ended"));
  (await heardBy(requestId, 1)).say(finalOf(1, "Third.", { start: 0.5, end: 1 }));
  t.like(await next.next("final"), { id: "3", text: "Third.", start: 2.5, end: 3 });
  next.say({ type: "close" });
  t.like(await next.next("session_ended"), { credits_consumed: 3 });
  t.is(before.asr - (await findBalances(db, userId)).asr, 3);
});

test("a session goes on when the process of the API that had it was killed", async (t) => {
  const port = await freePort();
  const api = await startProcess("api", { ...service.env, PORT: `${port}` });
  const doomed = `http://127.0.0.1:${port}/v1/speech/live`;
  const { heard, paid } = await sayBroken([doomed, other], () => api.kill());
  t.like(heard, { ...whole, resumes: 1 });
  t.is(paid, seconds);
});

test("a session goes on when its worker was killed, and its connection broke in the meantime", async (t) => {
  const { heard, paid } = await sayBroken([live, other], ({ userId, drop }) => {
    for (const session of worker.sessions) if (session.start["account"] === userId) session.die();
    drop();
  });
  t.deepEqual(heard.words, whole.words);
  t.is(paid, seconds);
});

test("a token that is unknown, was used, or is of another account resumes nothing, and costs nothing", async (t) => {
  const { key, userId } = await service.account(0);
  const stranger = await service.account(0);
  const first = await openSocket(live, bearer(key));
  const started = await first.next("session_started");
  const token = String(started["resume_token"]);
  const requestId = String(started["request_id"]);
  const before = await findBalances(db, userId);
  t.like(await trySocket(`${live}?resume=${token}`, bearer(stranger.key)), unknown);
  t.like(await trySocket(`${live}?resume=none`, bearer(key)), unknown);
  t.like(await trySocket(`${live}?resume=${token}&after=x`, bearer(key)), { status: 422 });
  const next = await openSocket(`${live}?resume=${token}`, bearer(key));
  next.say({ type: "keepalive" });
  await untilRow(requestId, (row) => row?.tokens === 1);
  t.like(await trySocket(`${live}?resume=${token}`, bearer(key)), unknown);
  const last = String((await next.next("session_started"))["resume_token"]);
  next.say({ type: "close" });
  await next.closed;
  t.like(await trySocket(`${live}?resume=${last}`, bearer(key)), unknown);
  t.is((await findBalances(db, userId)).asr - before.asr, 15);
});

test("a session that is not resumed in time is finished and charged once", async (t) => {
  const { key, userId } = await service.account(0);
  const before = await findBalances(db, userId);
  const client = await openSocket(live, bearer(key));
  const started = await client.next("session_started");
  const requestId = String(started["request_id"]);
  client.socket.send(Buffer.alloc(32_000 * 4));
  (await heardBy(requestId, 0)).say(finalOf(1, "Kept.", { start: 0, end: 3 }));
  await client.next("final");
  client.socket.terminate();
  await sweepLiveSessions(resources);
  await untilRow(requestId, (row) => row === null);
  t.deepEqual(await db.selectFrom("live_finals").select("id").where("request_id", "=", requestId).execute(), []);
  t.is(before.asr - (await findBalances(db, userId)).asr, 4);
  t.like((await service.call("GET", `/v1/speech/requests/${requestId}`, { key })).json, {
    data: { status: "completed", text: "Kept.", credits_consumed: 4 },
  });
  t.like(await trySocket(`${live}?resume=${String(started["resume_token"])}`, bearer(key)), unknown);
});

/** A final with some words of 10 letters. */
const longFinal = (id: number, words: number) =>
  finalOf(id, Array.from({ length: words }, (_, index) => `${id}${"x".repeat(9)}${index}`).join(" "), {
    ...{ start: id, end: id + 0.5 },
  });

test("a client that missed more than 1 MiB of finals gets all of them, and those that follow, in order", async (t) => {
  const { key } = await service.account(0);
  const first = await openSocket(live, bearer(key));
  const started = await first.next("session_started");
  const requestId = String(started["request_id"]);
  const before = await heardBy(requestId, 0);
  // Nothing is read by it any more, as on a network that was cut; it may leave 1 MiB unread, and buffers of the system hold some more.
  first.socket.pause();
  const count = 14;
  for (let id = 1; id <= count; id += 1) before.say(longFinal(id, 1_000));
  const kept = db.selectFrom("live_finals").select((eb) => eb.fn.max("id").as("id"));
  while ((await kept.where("request_id", "=", requestId).executeTakeFirst())?.id !== count) await sleep(10);
  const next = await openSocket(`${other}?resume=${String(started["resume_token"])}`, bearer(key));
  next.socket.pause();
  first.socket.terminate();
  const after = await heardBy(requestId, 1);
  after.say(finalOf(1, "Last.", { start: 1, end: 2 }));
  next.say({ type: "finalize" });
  while ((await kept.where("request_id", "=", requestId).executeTakeFirst())?.id !== count + 1) await sleep(10);
  next.say({ type: "close" });
  next.socket.resume();
  const ended = await next.next("session_ended");
  t.is((await next.closed).code, 1000);
  const finals = next.messages.filter(({ type }) => type === "final");
  // The worker's answer to `finalize` has no words.
  t.deepEqual(
    finals.filter(({ text: said }) => said !== "").map(({ id }) => Number(id)),
    allUpTo(count + 1),
  );
  t.true(JSON.stringify(finals).length > 1024 * 1024);
  t.is(finals.filter((one) => one["from_finalize"] === true).length, 1);
  t.is(ended["credits_consumed"], count + 3);
  const shown = await service.call("GET", `/v1/speech/requests/${requestId}`, { key });
  t.is(JSON.stringify(shown.json).split("xxxxxxxxx").length > count * 1_000, true);
  t.deepEqual(await db.selectFrom("live_finals").select("id").where("request_id", "=", requestId).execute(), []);
});

type Answer = PluginTransformResultArgs["result"];

/** A database whose answers pass through functions of a test: the pages of finals that are read, and the finals that are kept. */
function createGate() {
  const kinds = new WeakMap<object, "read" | "keep">();
  const pass = (answer: Answer): Promise<Answer> => Promise.resolve(answer);
  const gate = { read: pass, keep: pass };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const isAbout = (part: unknown): boolean => JSON.stringify(part ?? "").includes("live_finals");
      if (node.kind === "InsertQueryNode" && isAbout(node.into)) kinds.set(queryId, "keep");
      if (node.kind === "SelectQueryNode" && isAbout(node.from) && node.limit !== undefined) kinds.set(queryId, "read");
      return node;
    },
    transformResult: ({ result, queryId }) => {
      const kind = kinds.get(queryId);
      return kind === undefined ? pass(result) : gate[kind](result);
    },
  };
  return { gate, plugin };
}

/** Finals, of which a page has 16. */
const missed = 17;
const allUpTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Has a client miss them, and resume at a process whose first page waits until `page` resolves. */
async function resumeGated(t: ExecutionContext) {
  const { gate, plugin } = createGate();
  const [page, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gate.read = (answer) => {
    asked.resolve();
    return page.promise.then(() => answer);
  };
  const gated = await startApi({ ...resources, db: db.withPlugin(plugin) });
  t.teardown(() => gated.stop(1_000));
  const { key, userId } = await service.account(0);
  const first = await openSocket(live, bearer(key));
  const started = await first.next("session_started");
  const requestId = String(started["request_id"]);
  const before = await heardBy(requestId, 0);
  for (const id of allUpTo(missed)) before.say(finalOf(id, `Said ${id}.`, { start: id, end: id + 0.5 }));
  for (const _ of allUpTo(missed)) await first.next("final");
  first.socket.terminate();
  const url = `http://127.0.0.1:${gated.port}/v1/speech/live?resume=${String(started["resume_token"])}`;
  const client = await openSocket(url, bearer(key));
  const heard = await heardBy(requestId, 1);
  await asked.promise;
  const idsOf = () => client.messages.filter(({ type }) => type === "final").map(({ id }) => Number(id));
  return { client, heard, requestId, userId, gated, gate, page, idsOf };
}

test.serial("a final that is read from its row before it is known to be kept comes once", async (t) => {
  const { client, heard, requestId, gate, page, idsOf } = await resumeGated(t);
  const known = Promise.withResolvers<void>();
  gate.keep = (answer) => known.promise.then(() => answer);
  heard.say(finalOf(1, "New.", { start: 20, end: 21 }));
  const row = db.selectFrom("live_finals").select("id").where("request_id", "=", requestId);
  while ((await row.where("id", "=", missed + 1).executeTakeFirst()) === undefined) await sleep(10);
  page.resolve();
  for (const _ of allUpTo(missed + 1)) await client.next("final");
  known.resolve();
  client.say({ type: "close" });
  await client.next("session_ended");
  t.deepEqual(idsOf(), allUpTo(missed + 1));
});

test.serial("a session whose missed finals are gone goes on with those that come", async (t) => {
  const { client, heard, gate, page, idsOf } = await resumeGated(t);
  gate.read = async () => ({ rows: [] });
  page.resolve();
  while (idsOf().length < missed - 1) await once(client.socket, "message");
  heard.say(finalOf(1, "New.", { start: 20, end: 21 }));
  while (!idsOf().includes(missed + 1)) await once(client.socket, "message");
  t.deepEqual(idsOf(), [...allUpTo(missed - 1), missed + 1]);
  client.say({ type: "close" });
  t.is((await client.closed).code, 1000);
});

test.serial("a session whose key is revoked ends though its client has not read what it missed", async (t) => {
  const { client, userId, page } = await resumeGated(t);
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("user_id", "=", userId).execute();
  t.like(await client.next("error"), { code: "invalid_api_key" });
  t.is((await client.closed).code, 1008);
  page.resolve();
});

test.serial(
  "a process that stops leaves a session that is closed, and whose client has not read what it missed",
  async (t) => {
    const { client, heard, gated, page } = await resumeGated(t);
    client.say({ type: "close" });
    while (!heard.commands.includes("close")) await sleep(10);
    const stopped = gated.stop(5_000);
    t.like(await client.next("error"), { code: "unavailable" });
    t.is((await client.closed).code, 1012);
    page.resolve();
    await stopped;
  },
);

/** The finals that the release before has kept, as it keeps them. */
async function list(requestId: string, finals: readonly { readonly id: number }[]): Promise<void> {
  const kept = finals.map((final) => ({ ...final, id: `${final.id}` }));
  await db
    .updateTable("live_sessions")
    .set({ finals: JSON.stringify(kept) })
    .where("request_id", "=", requestId)
    .execute();
}

test("a session that the release before has held goes on with its words, or is finished with them", async (t) => {
  const { key } = await service.account(0);
  const before = [finalOf(1, "Old one.", { start: 0, end: 1 }), finalOf(2, "Old two.", { start: 1, end: 2 })];
  const [goesOn, isLost] = [await openSocket(live, bearer(key)), await openSocket(live, bearer(key))];
  const [going, lost] = [await goesOn.next("session_started"), await isLost.next("session_started")];
  const [goingId, lostId] = [String(going["request_id"]), String(lost["request_id"])];
  for (const id of [goingId, lostId]) await list(id, before);
  const next = await openSocket(`${other}?resume=${String(going["resume_token"])}&after=1`, bearer(key));
  t.like(await next.next("session_started"), { from_seconds: 2, last_final_id: "2" });
  t.like(await next.next("final"), { id: "2", text: "Old two." });
  (await heardBy(goingId, 1)).say(finalOf(1, "New.", { start: 0.5, end: 1 }));
  t.like(await next.next("final"), { id: "3", text: "New.", start: 2.5 });
  next.say({ type: "close" });
  t.like(await next.next("session_ended"), { credits_consumed: 3 });
  const stored = db.selectFrom("live_sessions").select("request_id").where("request_id", "=", lostId);
  // The process that has it renews it at times.
  while ((await stored.executeTakeFirst()) !== undefined) {
    await sql`update live_sessions set heartbeat_at = '2000-01-01' where request_id = ${lostId}`.execute(db);
    await sweepLiveSessions(resources);
  }
  for (const [id, said] of [
    [goingId, "Old one. Old two. New."],
    [lostId, "Old one. Old two."],
  ] as const) {
    t.like((await service.call("GET", `/v1/speech/requests/${id}`, { key })).json, { data: { text: said } });
  }
});

test("the release before takes a session over with the words that stand", async (t) => {
  const { key } = await service.account(0);
  const client = await openSocket(`${live}?revisions=true`, bearer(key));
  const requestId = String((await client.next("session_started"))["request_id"]);
  const heard = await heardBy(requestId, 0);
  heard.say(finalOf(1, "Won.", { start: 0, end: 1 }));
  heard.say(finalOf(2, "Two.", { start: 1, end: 2 }));
  heard.say({ ...finalOf(3, "One.", { start: 0, end: 1 }), replaces: [1] });
  for (let final = 0; final < 3; final += 1) await client.next("final");
  // Its statement.
  const row = await db
    .updateTable("live_sessions")
    .set((eb) => ({ epoch: eb("epoch", "+", 1) }))
    .where("request_id", "=", requestId)
    .returning("finals")
    .executeTakeFirstOrThrow();
  t.like(row.finals, { 0: { id: "2", text: "Two." }, 1: { id: "3", text: "One." }, length: 2 });
  t.like(await client.next("error"), { code: "cancelled" });
  await service.call("DELETE", `/v1/speech/requests/${requestId}`, { key });
});

test("a revision takes the place of what it replaces, whichever process has kept that", async (t) => {
  const { key } = await service.account(0);
  const client = await openSocket(`${live}?revisions=true`, bearer(key));
  const started = await client.next("session_started");
  const requestId = String(started["request_id"]);
  const heard = await heardBy(requestId, 0);
  heard.say(finalOf(1, "Won.", { start: 0, end: 1 }));
  heard.say(finalOf(3, "Uh.", { start: 2, end: 3 }));
  heard.say({ ...finalOf(2, "One.", { start: 0, end: 1 }), replaces: [1] });
  heard.say({ ...finalOf(4, "", { start: 2, end: 3 }), replaces: [3] });
  for (let final = 0; final < 4; final += 1) await client.next("final");
  const next = await openSocket(`${other}?resume=${String(started["resume_token"])}&after=2`, bearer(key));
  t.like(await next.next("final"), { id: "3", text: "One.", replaces: ["1"] });
  t.like(await next.next("final"), { id: "4", text: "", replaces: ["2"] });
  next.say({ type: "close" });
  await next.closed;
  t.like((await service.call("GET", `/v1/speech/requests/${requestId}`, { key })).json, { data: { text: "One." } });
});
