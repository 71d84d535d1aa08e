import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import { promoteNext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { registerSlots } from "#src/domain/jobs/slots.ts";
import { openCoalesced } from "#src/platform/async/coalesced.ts";
import type { QueuedJob } from "#src/platform/queue/queue.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());
test.beforeEach(async () => {
  for (const table of ["jobs", "job_groups", "worker_slots"] as const) await db.deleteFrom(table).execute();
  await registerSlots(db, { workerId: randomUUID(), queue: "synthesis", slots: 5 });
});

async function insert(): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name: "synthesize-speech", accountId: randomUUID() });
  return subjectId;
}

/** Promotes into a queue with this `add`. @returns the row of the job afterwards */
async function promoteInto(add: (jobs: readonly QueuedJob[]) => Promise<void>, subjectId: string) {
  const coalesced = openCoalesced();
  const queues = { ...resources.queues, add: (_queue: string, jobs: readonly QueuedJob[]) => add(jobs) };
  promoteNext({ ...resources, queues, coalesced });
  await coalesced.settled();
  return db
    .selectFrom("jobs")
    .select(["run", "promoted_at"])
    .where("subject_id", "=", subjectId)
    .executeTakeFirstOrThrow();
}

test.serial(
  "a job that its queue refuses returns to the outbox at once, and is added with the next run number",
  async (t) => {
    const id = await insert();
    const refused = await promoteInto(() => Promise.reject(new Error("The queue does not answer.")), id);
    t.deepEqual(refused, { run: 1, promoted_at: null });
    const added: QueuedJob[] = [];
    const accepted = await promoteInto((jobs) => Promise.resolve(void added.push(...jobs)), id);
    t.truthy(accepted.promoted_at);
    t.deepEqual(added, [{ name: "synthesize-speech", payload: { subject_id: id, run: 2 } }]);
  },
);

test.serial("a hundred submits while a promotion is under way are followed by one promotion", async (t) => {
  const { promise: busy, resolve: release } = Promise.withResolvers<void>();
  const coalesced = openCoalesced();
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    await busy;
  };
  for (let submit = 0; submit < 100; submit += 1) coalesced.run("promotion", work);
  t.is(rounds, 1);
  release();
  await coalesced.settled();
  t.is(rounds, 2);
});

test.serial("a single submit while a promotion is under way does not wait after it", async (t) => {
  const coalesced = openCoalesced();
  const { promise: busy, resolve: release } = Promise.withResolvers<void>();
  let isServed = false;
  coalesced.run("promotion", () => busy);
  coalesced.run("promotion", () => Promise.resolve(void (isServed = true)));
  release();
  await setImmediate();
  t.true(isServed);
  await coalesced.settled();
});

test.serial("a promotion that serves several submits is followed by a pause", async (t) => {
  const coalesced = openCoalesced();
  const begun: number[] = [];
  const work = (): Promise<void> => Promise.resolve(void begun.push(performance.now()));
  for (let submit = 0; submit < 3; submit += 1) coalesced.run("promotion", work);
  await setImmediate();
  coalesced.run("promotion", work);
  await coalesced.settled();
  const [, second = 0, third = 0] = begun;
  t.is(begun.length, 3);
  // A timer of Node may fire almost a millisecond early.
  t.true(third - second >= 4, `${third - second} ms`);
});
