import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { isolatedGroupOf } from "#src/domain/jobs/groups.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());
// A sweep covers all jobs: one test after the other.
test.beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
});

const settings = { requeueAfterMs: 10_000, leaseExpiresMs: 30_000 };

async function queuedRequest(): Promise<string> {
  const requestId = randomUUID();
  const text = { text: "Hello", options: {} };
  const nobodys = { userId: null, isDemo: false, source: null, maxUnfinished: 0 };
  await submitSynthesis(service.resources, { ...text, ...nobodys, requestId });
  return requestId;
}

const sweep = () => sweepJobs(service.resources, settings);
const rowOf = (id: string) =>
  db
    .selectFrom("jobs")
    .select(["state", "promoted_at", "run", "failures", "crashes", "group_key"])
    .where("subject_id", "=", id)
    .executeTakeFirst();
const waiting = { state: "queued", promoted_at: null, failures: 0 } as const;

const age = (column: "promoted_at" | "heartbeat_at", seconds: number) =>
  db
    .updateTable("jobs")
    .set({ [column]: sql`now() - make_interval(secs => ${seconds})` })
    .execute();

test.serial("a job that was just promoted stays in the queue", async (t) => {
  const id = await queuedRequest();
  await promoteJob(db, id);
  t.deepEqual(await sweep(), { overdue: 0, expired: 0 });
  t.not((await rowOf(id))?.promoted_at, null);
});

test.serial(
  "a promoted job that is not claimed in time returns to the outbox, and its former run can no longer be claimed",
  async (t) => {
    const id = await queuedRequest();
    const stale = await promoteJob(db, id);
    await age("promoted_at", 11);
    t.deepEqual(await sweep(), { overdue: 1, expired: 0 });
    t.like(await rowOf(id), { ...waiting, crashes: 0 });
    const anew = await promoteJob(db, id);
    t.is(await claimJob(db, stale), null);
    t.truthy(await claimJob(db, anew));
  },
);

test.serial("a job whose lease has expired returns to the outbox, and a crash is counted", async (t) => {
  const id = await queuedRequest();
  const first = await promoteJob(db, id);
  await claimJob(db, first);
  t.deepEqual(await sweep(), { overdue: 0, expired: 0 }, "the run has just been claimed");
  await age("heartbeat_at", 31);
  t.deepEqual(await sweep(), { overdue: 0, expired: 1 });
  t.like(await rowOf(id), { ...waiting, crashes: 1, group_key: "synthesize-speech" });
  t.is(await claimJob(db, first), null, "the former run cannot be claimed");
  t.like(await claimJob(db, await promoteJob(db, id)), { crashes: 1, failures: 0, run: 2 });
});

test.serial("a job that has crashed twice is isolated", async (t) => {
  const id = await queuedRequest();
  for (let crash = 0; crash < 2; crash += 1) {
    await claimJob(db, await promoteJob(db, id));
    await age("heartbeat_at", 31);
    await sweep();
  }
  t.like(await rowOf(id), { ...waiting, crashes: 2, group_key: isolatedGroupOf("synthesize-speech") });
});
