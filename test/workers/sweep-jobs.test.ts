import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import type { QueuedJob } from "#src/platform/queue.ts";
import { startService, type TestService } from "#test/support/service.ts";

let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after.always(() => service[Symbol.asyncDispose]());
// One sweep looks at all jobs: the tests take turns.
test.beforeEach(async () => {
  await service.resources.db.deleteFrom("jobs").execute();
});

const heartbeatMs = 5_000;
const settings = { requeueAfterMs: 10_000, leaseExpiresMs: 30_000 };

async function queuedRequest(): Promise<string> {
  const requestId = randomUUID();
  const text = { text: "Hello", speed: 1, format: "wav" as const };
  const nobodys = { userId: null, isDemo: false, source: null, maxUnfinished: 0 };
  await submitSynthesis(service.resources, { ...text, ...nobodys, requestId });
  return requestId;
}

const claim = (id: string, generation: number) => {
  const hint = { name: "synthesize-speech", payload: { subject_id: id, generation } };
  return claimJob(service.resources.db, hint, { heartbeatMs });
};

/** Sweeps and collects what is put into the queue. */
async function sweep(): Promise<readonly QueuedJob[]> {
  const dispatched: QueuedJob[] = [];
  const dispatcher = {
    dispatch: (ticket: QueuedJob) => {
      dispatched.push(ticket);
      return Promise.resolve();
    },
  };
  await sweepJobs({ db: service.resources.db, dispatcher }, settings);
  return dispatched;
}

const age = (column: "enqueued_at" | "heartbeat_at", seconds: number) =>
  service.resources.db
    .updateTable("jobs")
    .set({ [column]: sql`now() - make_interval(secs => ${seconds})` })
    .execute();

test.serial("work that was queued a moment ago is left alone", async (t) => {
  await queuedRequest();
  t.deepEqual(await sweep(), []);
});

test.serial("work that should long be in its queue is put there again, once a round", async (t) => {
  const id = await queuedRequest();
  await age("enqueued_at", 11);
  const [ticket, ...more] = await sweep();
  t.deepEqual(ticket?.payload, { subject_id: id, generation: 1 });
  t.deepEqual(more, []);
  t.deepEqual(await sweep(), [], "it has just been queued");
});

test.serial("work that waits for its next attempt is not hurried", async (t) => {
  await queuedRequest();
  await age("enqueued_at", 11);
  await service.resources.db
    .updateTable("jobs")
    .set({ run_at: sql<Date>`now() + interval '1 minute'` })
    .execute();
  t.deepEqual(await sweep(), []);
});

test.serial("work whose run has gone silent is given to another, and the crash is counted", async (t) => {
  const id = await queuedRequest();
  await claim(id, 1);
  t.deepEqual(await sweep(), [], "the run has only just begun");
  await age("heartbeat_at", 31);
  const [ticket] = await sweep();
  t.deepEqual(ticket?.payload, { subject_id: id, generation: 2 });
  t.is(await claim(id, 1), null, "the silent run is out");
  t.like(await claim(id, 2), {
    crashes: 1,
    failures: 0,
  });
});
