import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { Db } from "#db/schema.ts";
import { readConfig } from "#src/config.ts";
import type { QueueName } from "#src/jobs/contract.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openQueues, type Queues } from "#src/platform/queue/queue.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startService } from "#test/support/service.ts";
import { watchQueue } from "#workers/runtime/queue-watchdog.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const { redis } = readConfig({ REDIS_URL: redisUrl ?? "" });
const checkMs = 100;
/** Many checks. */
const aWhileMs = 1_500;

async function openQueue(t: ExecutionContext): Promise<Queues> {
  const database = await createTestDatabase(clusterUrl, redisUrl);
  const prefix = `test_${randomUUID().slice(0, 8)}`;
  const queues = openQueues({ redis, databaseUrl: database.url, prefix, log: openLogger("test", "silent") });
  t.teardown(async () => {
    await queues.close();
    await database.drop();
  });
  return queues;
}

const addWork = (queues: Queues, queue: QueueName): Promise<void> =>
  queues.add(queue, [{ name: "train-voice", payload: { subject_id: randomUUID(), run: 1 } }]);

const watching = (t: ExecutionContext, queues: Pick<Queues, "countWaiting">, isBusy: () => boolean) => {
  const watch = watchQueue({ queues, queue: "training", checkMs, isBusy });
  t.teardown(() => watch[Symbol.dispose]());
  return watch;
};

const idle = (): boolean => false;

const running = async (db: Db): Promise<number> =>
  (await db.selectFrom("jobs").select("subject_id").where("state", "=", "running").execute()).length;

test("a worker that takes no waiting jobs is reported as stuck", async (t) => {
  const queues = await openQueue(t);
  const watch = watching(t, queues, idle);
  t.true(watch.isAlive());
  await addWork(queues, "training");
  t.regex(await watch.stuck, /training/);
  t.false(watch.isAlive());
});

test("a process that takes what waits is alive, and so is one with an empty queue", async (t) => {
  const queues = await openQueue(t);
  const watch = watching(t, queues, idle);
  await sleep(aWhileMs);
  queues.consume("training", 1, async () => {
    watch.recordDelivery();
  });
  await Promise.all(Array.from({ length: 20 }, () => addWork(queues, "training")));
  await sleep(aWhileMs);
  t.true(watch.isAlive());
});

test("a process with its hands full is alive, whatever waits", async (t) => {
  const queues = await openQueue(t);
  const watch = watching(t, queues, () => true);
  await addWork(queues, "training");
  await sleep(aWhileMs);
  t.true(watch.isAlive());
});

test("a queue that does not answer is no reason to give up", async (t) => {
  const watch = watching(t, { countWaiting: () => Promise.reject(new Error("away")) }, idle);
  await sleep(aWhileMs);
  t.true(watch.isAlive());
});

test("a worker that is shut down leaves waiting jobs and exits normally", async (t) => {
  await using service = await startService();
  const { key } = await service.account();
  const worker = await service.startWorker("synthesis", { SYNTHESIS_CONCURRENCY: "2", CONSUMING_CHECK_MS: "50" });
  const speak = (text: string) =>
    service.call("POST", "/v1/speech/synthesize", { key, json: { text }, headers: { prefer: "respond-async" } });
  await speak("The train will leave at seven in the morning. ".repeat(100));
  while ((await running(service.resources.db)) === 0) await sleep(5);
  const ended = worker.stop();
  await speak("And so will I.");
  await ended;
  t.is(worker.exitCode(), 0);
});
