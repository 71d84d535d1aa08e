import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { openLogger } from "#src/platform/logger.ts";
import { migrateQueueTables, openQueues, type Queues } from "#src/platform/queue/queue.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl } = testEnvironment();
const log = openLogger("test", "silent");

/** Longer than a first connection of the queue may take. */
const outageMs = 3_000;

/** A database behind a door: while it is shut, connections are taken and nothing is said on them. */
async function shutDatabase(t: ExecutionContext): Promise<{ url: string; directUrl: string; open: () => void }> {
  const database = await createTestDatabase(clusterUrl, null);
  // Where tests run with Redis, the databases are made without.
  await migrateQueueTables(database.url);
  const { hostname, port } = new URL(database.url);
  const sockets = new Set<Socket>();
  let shut = true;
  const door = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    if (shut) return;
    const server = connect(Number(port), hostname).on("error", () => socket.destroy());
    sockets.add(server);
    socket.pipe(server).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  t.teardown(async () => {
    door.close();
    for (const socket of sockets) socket.destroy();
    await database.drop();
  });
  const url = new URL(database.url);
  const address = door.address();
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address !== null ? address.port : 0);
  const open = (): void => {
    shut = false;
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, directUrl: database.url, open };
}

function queuesAt(t: ExecutionContext, databaseUrl: string): Queues {
  const queues = openQueues({ redis: null, databaseUrl, prefix: "test", log });
  t.teardown(() => queues.close());
  return queues;
}

const work = () => ({ name: "train-voice", payload: { subject_id: randomUUID(), run: 1 } });

test("a worker that starts while the database says nothing takes work once it answers", async (t) => {
  const { url, directUrl, open } = await shutDatabase(t);
  const { promise: taken, resolve } = Promise.withResolvers<string>();
  queuesAt(t, url).consume("training", 1, (_name, payload) => {
    resolve(payload.subject_id);
    return Promise.resolve();
  });
  await sleep(outageMs);
  open();
  const job = work();
  await queuesAt(t, directUrl).add("training", [job]);
  t.is(await taken, job.payload.subject_id);
});

test("a producer whose first call met an outage adds work once the database answers", async (t) => {
  const { url, directUrl, open } = await shutDatabase(t);
  const queues = queuesAt(t, url);
  await t.throwsAsync(queues.add("training", [work()]), { message: /queue does not answer|timeout/ });
  await sleep(outageMs);
  open();
  const job = work();
  // The next call may still meet a busy machine; what must not be is that none ever works.
  while (
    !(await queues.add("training", [job]).then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  const { promise: taken, resolve } = Promise.withResolvers<string>();
  queuesAt(t, directUrl).consume("training", 1, (_name, { subject_id: id }) => {
    if (id === job.payload.subject_id) resolve(id);
    return Promise.resolve();
  });
  t.is(await taken, job.payload.subject_id);
});

test("who waits for ended work hears of it after an outage, too", async (t) => {
  const { url, directUrl, open } = await shutDatabase(t);
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  queuesAt(t, url).watch("training", resolve);
  await sleep(outageMs);
  open();
  const queues = queuesAt(t, directUrl);
  queues.consume("training", 1, () => Promise.resolve());
  // The watcher hears only what ends after it has come back.
  const adding = setInterval(() => void queues.add("training", [work()]), 200);
  t.teardown(() => clearInterval(adding));
  t.regex(await ended, /^[0-9a-f-]{36}$/);
});
