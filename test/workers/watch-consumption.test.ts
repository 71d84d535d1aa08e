import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { QueueName } from "#src/jobs/contract.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openQueues, type Queues } from "#src/platform/queue.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { watchConsumption } from "#workers/watch-consumption.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const checkMs = 100;
/** Many checks. */
const aWhileMs = 1_500;

async function openQueue(t: ExecutionContext): Promise<Queues> {
  const database = await createTestDatabase(clusterUrl, redisUrl);
  const prefix = `test_${randomUUID().slice(0, 8)}`;
  const queues = openQueues({ redisUrl, databaseUrl: database.url, prefix, log: openLogger("test", "silent") });
  t.teardown(async () => {
    await queues.close();
    await database.drop();
  });
  return queues;
}

const addWork = (queues: Queues, queue: QueueName, priority = 0): Promise<void> => {
  const payload = { subject_id: randomUUID(), generation: 1 };
  return queues.add(queue, { name: "train-voice", payload, priority, delayMs: 0 });
};

const watching = (t: ExecutionContext, queues: Pick<Queues, "countWaiting">, isBusy: () => boolean) => {
  const watch = watchConsumption({ queues, queue: "training", checkMs, isBusy });
  t.teardown(() => watch[Symbol.dispose]());
  return watch;
};

const idle = (): boolean => false;

for (const [what, priority] of [
  ["work", 0],
  ["demo work", 10],
] as const) {
  test(`${what} that waits and is not taken is noticed`, async (t) => {
    const queues = await openQueue(t);
    const watch = watching(t, queues, idle);
    t.true(watch.isAlive());
    await addWork(queues, "training", priority);
    t.regex(await watch.stuck, /training/);
    t.false(watch.isAlive());
  });
}

test("a process that takes what waits is alive, and so is one with an empty queue", async (t) => {
  const queues = await openQueue(t);
  const watch = watching(t, queues, idle);
  await sleep(aWhileMs);
  queues.consume("training", 1, async () => {
    watch.taken();
    return null;
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
