import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import { startApi } from "#src/api/server.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket, trySocket } from "#harness/clients/socket-client.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  env: {
    ...{ LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "200", LIVE_PER_MINUTE: "10000" },
    LIVE_IDLE_SECONDS: "1",
  },
});
const { resources } = service;
const { db } = resources;
const { key } = await service.account();
const second = await startApi(resources);
test.after.always(async () => {
  await second.stop(1_000);
  await service[Symbol.asyncDispose]();
});

const live = `${service.baseUrl}/v1/speech/live`;
const shown = { headers: { authorization: `Bearer ${key}` } };

/** Resolves when the workers hold so many slots. */
async function slotsTaken(count: number): Promise<void> {
  const rows = db.selectFrom("live_workers").select((eb) => eb.fn.sum<string>("used").as("used"));
  while (Number((await rows.executeTakeFirstOrThrow()).used ?? 0) !== count);
}

test.serial("slots are counted over two processes of the API, and one more session is refused", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 6 });
  const other = `http://127.0.0.1:${second.port}/v1/speech/live`;
  const tries = await Promise.all(
    [live, other, live, other, live, other, live, other].map((url) => trySocket(url, shown)),
  );
  const refused = tries.flatMap((one) => ("status" in one ? [one] : []));
  t.is(refused.length, 2);
  for (const one of refused)
    t.like(one, { status: 503, body: { code: "unavailable" }, headers: { "retry-after": "5" } });
  t.is(worker.sessions.length, 6);
  for (const one of tries) if ("socket" in one) one.say({ type: "close" });
  for (const one of tries) if ("socket" in one) t.is((await one.closed).code, 1000);
  await slotsTaken(0);
});

test.serial("when a worker dies, another one hears what came since the last final", async (t) => {
  await using first = await openFakeLiveWorker(db, { capacity: 1 });
  const client = await openSocket(live, shown);
  const before = await first.session(0);
  client.socket.send(Buffer.alloc(32_000 * 3));
  before.say(finalOf(1, "Before.", { start: 0, end: 2 }));
  await client.next("final");
  await using next = await openFakeLiveWorker(db, { capacity: 1 });
  before.die();
  const after = await next.session(0);
  client.say({ type: "finalize" });
  t.like(await client.next("final"), { from_finalize: true, start: 3, end: 3 });
  t.is(after.bytes, 32_000);
  after.say(finalOf(1, "After.", { start: 0.5, end: 1 }));
  t.like(await client.next("final"), { text: "After.", start: 2.5, end: 3 });
  after.die();
  t.like(await client.next("error"), { code: "engine_unavailable" });
  t.is((await client.closed).code, 1011);
  await slotsTaken(0);
});

test.serial(
  "a text where sound is due, too many frames, silence and a revoked key each end a session by their code",
  async (t) => {
    await using worker = await openFakeLiveWorker(db, { capacity: 10 });
    const odd = await openSocket(live, shown);
    odd.socket.send("sound");
    t.like(await odd.next("error"), { code: "malformed_request" });
    t.is((await odd.closed).code, 1003);
    const flood = await openSocket(live, shown);
    for (let frame = 0; frame < 1_000; frame += 1) flood.socket.send(Buffer.alloc(2));
    t.like(await flood.next("error"), { code: "rate_limited" });
    t.is((await flood.closed).code, 1008);
    const silent = await openSocket(live, shown);
    t.like(await silent.next("error"), { code: "request_timeout" });
    t.is((await silent.closed).code, 1008);
    const revoked = await service.account();
    const session = await openSocket(live, { headers: { authorization: `Bearer ${revoked.key}` } });
    const keeping = setInterval(() => session.say({ type: "keepalive" }), 300);
    const row = await db
      .selectFrom("api_keys")
      .select("id")
      .where("user_id", "=", revoked.userId)
      .executeTakeFirstOrThrow();
    const started = performance.now();
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", row.id).execute();
    t.like(await session.next("error"), { code: "invalid_api_key" });
    t.true(performance.now() - started < 5_000);
    clearInterval(keeping);
    t.is((await session.closed).code, 1008);
    t.true(worker.sessions.length === 4);
    await slotsTaken(0);
  },
);

test.serial("a client that never reads is disconnected, and costs bounded memory", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 2 });
  const { port } = new URL(service.baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    [
      ...["GET /v1/speech/live HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"],
      ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", `Authorization: Bearer ${key}`],
      ...["", ""],
    ].join("\r\n"),
  );
  const heard = await worker.session(0);
  socket.pause();
  const text = "word ".repeat(20_000);
  const closed = once(heard.socket, "close");
  const started = performance.now();
  let id = 0;
  while (heard.socket.readyState === heard.socket.OPEN) {
    const final = JSON.stringify(finalOf((id += 1), text, { start: id, end: id + 1 }));
    // It says more when the process has taken that.
    await new Promise((sent) => heard.socket.send(final, sent));
  }
  await closed;
  t.true(performance.now() - started < 10_000);
  socket.destroy();
  await slotsTaken(0);
  t.deepEqual(await db.selectFrom("live_finals").select("id").execute(), []);
});

test.serial("100 idle sessions end by themselves and give their slots back", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 100 });
  const clients = await Promise.all(Array.from({ length: 100 }, () => openSocket(live, shown)));
  t.is(worker.sessions.length, 100);
  for (const client of clients) t.is((await client.closed).code, 1008);
  await slotsTaken(0);
  t.deepEqual(await db.selectFrom("live_sessions").select("request_id").execute(), []);
});

test.serial("a process that ends says that the client may come back, and another one goes on", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 2 });
  const api = await startApi(resources);
  const client = await openSocket(`http://127.0.0.1:${api.port}/v1/speech/live`, shown);
  const heard = await worker.session(0);
  heard.say(finalOf(1, "Said.", { start: 0, end: 1 }));
  await client.next("final");
  await api.drain(0);
  t.like(await client.next("going_away"), { reconnect_within_ms: 0 });
  t.is(
    await trySocket(`http://127.0.0.1:${api.port}/v1/speech/live`, shown).then((one) =>
      "status" in one ? one.status : 0,
    ),
    503,
  );
  await api.stop(5_000);
  t.like(await client.next("error"), { code: "unavailable" });
  t.is((await client.closed).code, 1012);
  const token = String(client.messages[0]?.["resume_token"]);
  const resumed = await openSocket(`http://127.0.0.1:${second.port}/v1/speech/live?resume=${token}&after=1`, shown);
  t.like(await resumed.next("session_started"), { from_seconds: 1, last_final_id: "1" });
  resumed.say({ type: "close" });
  t.like(await resumed.next("session_ended"), { credits_consumed: 1 });
});
