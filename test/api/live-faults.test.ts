import { once } from "node:events";
import { connect } from "node:net";
import { randomUUID } from "node:crypto";
import test from "ava";
import { openSocket } from "#harness/clients/socket-client.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" } });
const { db } = service.resources;
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const live = `${service.baseUrl}/v1/speech/live`;
const shown = { headers: { authorization: `Bearer ${key}` } };
const second = Buffer.alloc(32_000);

async function allGivenBack(): Promise<void> {
  const used = db.selectFrom("live_workers").select((eb) => eb.fn.sum<string>("used").as("used"));
  const open = db.selectFrom("live_sessions").select("request_id");
  for (;;) {
    const [slots, sessions] = await Promise.all([used.executeTakeFirstOrThrow(), open.execute()]);
    if (Number(slots.used ?? 0) === 0 && sessions.length === 0) return;
  }
}

test.serial("a client that hangs up while its session opens leaves nothing", async (t) => {
  await using worker = await openFakeLiveWorker(db);
  const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  socket.end(
    [
      ...["GET /v1/speech/live HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"],
      ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", `Authorization: Bearer ${key}`],
      ...["", ""],
    ].join("\r\n"),
  );
  await worker.session(0);
  await allGivenBack();
  t.deepEqual(await db.selectFrom("holds").select("request_id").execute(), []);
});

test.serial("a session whose worker dies goes on at one that lives, not at the dead one", async (t) => {
  await using busy = await openFakeLiveWorker(db, { capacity: 2 });
  const first = await openSocket(live, shown);
  const before = await busy.session(0);
  await using other = await openFakeLiveWorker(db, { capacity: 2 });
  // It has more slots free than the other one by then.
  await db.updateTable("live_workers").set({ used: 1, taken_at: null }).where("id", "=", other.id).execute();
  before.die();
  await other.session(0);
  t.is(busy.sessions.length, 1);
  first.socket.close();
  await db.updateTable("live_workers").set({ used: 1 }).where("id", "=", other.id).execute();
  t.is((await first.closed).code, 1005);
});

test.serial("a session whose worker stops in order goes on at another one", async (t) => {
  await using old = await openFakeLiveWorker(db, { capacity: 1 });
  const client = await openSocket(live, shown);
  const before = await old.session(0);
  client.socket.send(second);
  await using next = await openFakeLiveWorker(db, { capacity: 1 });
  before.say(finalOf(1, "Before.", { start: 0, end: 1 }));
  before.say({ type: "ended", seconds: 1 });
  before.socket.close(1000);
  const after = await next.session(0);
  client.socket.send(second);
  after.say(finalOf(1, "After.", { start: 0, end: 1 }));
  client.say({ type: "close" });
  t.like(await client.next("session_ended"), { duration_seconds: 2, credits_consumed: 2 });
  t.deepEqual(
    client.messages.flatMap((one) => (one.type === "final" ? [one["text"]] : [])),
    ["Before.", "After."],
  );
  await allGivenBack();
});

test.serial("a session opens though the workers with the most free slots do not answer", async (t) => {
  const dead = [randomUUID(), randomUUID()].map((id) => ({
    ...{ id, address: "http://127.0.0.1:1", languages: ["en"], models: [], taken_at: null, capacity: 100 },
  }));
  await db.insertInto("live_workers").values(dead).execute();
  await using worker = await openFakeLiveWorker(db, { capacity: 1 });
  const client = await openSocket(live, shown);
  await worker.session(0);
  client.say({ type: "close" });
  t.is((await client.closed).code, 1000);
  await allGivenBack();
  for (const { id } of dead) await db.deleteFrom("live_workers").where("id", "=", id).execute();
});

test.serial("what was heard is charged when the client's own fault ends the session", async (t) => {
  await using worker = await openFakeLiveWorker(db);
  for (const [number, code, credits] of [
    [0, "too_fast", 3],
    [1, "engine_unavailable", 0],
  ] as const) {
    const client = await openSocket(live, shown);
    const heard = await worker.session(number);
    heard.say({ type: "speech_started", at: 0 });
    client.socket.send(Buffer.concat([second, second, second]));
    heard.say({ type: "partial", start: 0, end: 3, text: "Said", words: [] });
    await client.next("partial");
    heard.say({ type: "progress", seconds: 3 });
    heard.say({ type: "error", code, message: "It ends." });
    t.like(await client.next("session_ended"), { credits_consumed: credits });
  }
  await allGivenBack();
});

test.serial("finals are numbered as they come, though a worker numbers a revision before it is read", async (t) => {
  await using worker = await openFakeLiveWorker(db);
  const client = await openSocket(`${live}?revisions=true`, shown);
  const heard = await worker.session(0);
  heard.say(finalOf(1, "One", { start: 0, end: 1 }));
  heard.say(finalOf(3, "Two", { start: 1, end: 2 }));
  heard.say({ ...finalOf(2, "One.", { start: 0, end: 1 }), replaces: [1] });
  const finals = [await client.next("final"), await client.next("final"), await client.next("final")];
  t.deepEqual(
    finals.map(({ id, replaces }) => [id, replaces]),
    [
      ["1", []],
      ["2", []],
      ["3", ["1"]],
    ],
  );
  client.say({ type: "close" });
  await client.closed;
  await allGivenBack();
});
