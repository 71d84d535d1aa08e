import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { claimJob, returnDeadRun } from "#src/domain/jobs/claim-job.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { findRequest, startRequest } from "#src/domain/speech/queries.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { DomainError } from "#src/errors.ts";
import type { JobContract } from "#src/jobs/contract.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import { promoted } from "#test/support/promoted.ts";
import { startService, type TestService } from "#test/support/service.ts";
import type { Handler } from "#workers/handler.ts";
import { runJob, shuttingDown } from "#workers/run-job.ts";

const heartbeatMs = 150;

let service: TestService;

// No worker runs: the tests below are the worker. A retry is queued at once, a lost lease is noticed at once.
test.before(async () => {
  service = await startService({ env: { HEARTBEAT_MS: String(heartbeatMs) } });
});
test.after.always(() => service[Symbol.asyncDispose]());

const contract: JobContract = { ...synthesizeSpeech, backoffMs: () => 0 };
const result = {
  resultKey: "results/none",
  contentType: "audio/wav",
  sampleRate: 16_000,
  durationSeconds: 1,
  model: "flite",
};
const never = new AbortController().signal;

async function queuedRequest(): Promise<string> {
  const requestId = randomUUID();
  const text = { text: "Hello", speed: 1, format: "wav" as const };
  const nobodys = { userId: null, isDemo: false, source: null, maxUnfinished: 0 };
  await submitSynthesis(service.resources, { ...text, ...nobodys, requestId });
  return requestId;
}

const jobOf = (subjectId: string) =>
  service.resources.db.selectFrom("jobs").selectAll().where("subject_id", "=", subjectId).executeTakeFirst();

type Run = Handler["run"];

/** Runs the current generation of the work, as a worker would that has just been given it. */
async function runOnce(
  subjectId: string,
  run: Run,
  { signal = never, ...times }: { signal?: AbortSignal; timeoutMs?: number; stallMs?: number } = {},
) {
  const payload = await promoted(service.resources.db, subjectId);
  await runJob(
    service.resources,
    {
      contract: { ...contract, ...times },
      payload,
      handler: { run, fail: (lease, error) => failRequest(service.resources, lease, error) },
    },
    signal,
  );
}

const claim = (subjectId: string, run: number, db = service.resources.db) =>
  claimJob(db, { subject_id: subjectId, run });

/** The run of this work has not been heard of for a minute. */
const goSilent = (subjectId: string, db = service.resources.db) =>
  db
    .updateTable("jobs")
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where("subject_id", "=", subjectId)
    .execute();

/** Claims the job again whose run is taken for dead, before it can be heard of again. */
const claimAnew = (subjectId: string, run: number) =>
  service.resources.db.transaction().execute(async (trx) => {
    await goSilent(subjectId, trx);
    await returnDeadRun(trx, { subject_id: subjectId, run }, { heartbeatMs });
    return claimJob(trx, await promoted(trx, subjectId));
  });

const complete = (lease: JobLease, of = result) =>
  completeSynthesis({ db: service.resources.db, claimObject: () => Promise.resolve() }, lease, of);

const succeed: Run = async (lease) => {
  await startRequest(service.resources.db, lease.subjectId);
  await complete(lease);
};

const throwing =
  (fault: Error): Run =>
  () =>
    Promise.reject(fault);

/** Ends only when it is told to. */
const untilAborted: Run = async (_lease, signal) => {
  if (!signal.aborted) await once(signal, "abort");
  signal.throwIfAborted();
};

test("work that is done is completed, and its job row is gone", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, succeed);
  t.like(await findRequest(service.resources.db, id), { status: "completed", progress: 100, duration_seconds: 1 });
  t.is(await jobOf(id), undefined);
});

test("work whose request is gone is not completed, nor is anything kept of it", async (t) => {
  const id = await queuedRequest();
  const { db } = service.resources;
  await runOnce(id, async (lease) => {
    await db.deleteFrom("speech_requests").where("id", "=", id).execute();
    await t.throwsAsync(complete(lease), { instanceOf: LeaseLostError });
  });
  t.not(await jobOf(id), undefined, "the transaction has left no trace");
  await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
});

test("a second run of work that is done changes nothing", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, succeed);
  const before = await findRequest(service.resources.db, id);
  await runOnce(id, () => t.fail("work that is done must not run again"));
  t.deepEqual(await findRequest(service.resources.db, id), before);
});

test("a permanent error ends the work at its first run", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, throwing(new DomainError("audio_unusable", "There is no sound in it.")));
  t.like(await findRequest(service.resources.db, id), {
    status: "failed",
    error_code: "audio_unusable",
    error_message: "There is no sound in it.",
  });
  t.is(await jobOf(id), undefined);
});

test("work outlives an outage of what it needs, which takes longer than its attempts, and is told of it at last", async (t) => {
  const id = await queuedRequest();
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  while ((await jobOf(id))?.failures !== 7) await runOnce(id, throwing(refused));
  t.is((await findRequest(service.resources.db, id))?.status, "queued");
  await runOnce(id, throwing(refused));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "unavailable" });
});

test("another error is tried again until the attempts are used up, and then ends the work", async (t) => {
  const id = await queuedRequest();
  for (let failures = 1; failures < contract.attempts; failures += 1) {
    await runOnce(id, throwing(new Error("bad luck")));
    t.like(await jobOf(id), { state: "queued", failures, run: failures, promoted_at: null, crashes: 0 });
  }
  await runOnce(id, throwing(new Error("bad luck")));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "internal_error" });
  t.is(await jobOf(id), undefined);
});

test("a run that misses its deadline is told to stop, and the work is failed as timed out", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, untilAborted, { timeoutMs: 50 });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_timeout" });
});

test("a run that finishes parts outlives the time without one, and a run that stalls is failed as timed out", async (t) => {
  const stallMs = 500;
  const inParts =
    (parts: number, end: Run): Run =>
    async (lease, signal, advance) => {
      for (let part = 0; part < parts; part += 1) {
        await delay(stallMs / 4, undefined, { signal });
        advance();
      }
      await end(lease, signal, advance);
    };
  const [steady, stalled] = [await queuedRequest(), await queuedRequest()];
  await runOnce(steady, inParts(8, succeed), { stallMs });
  t.like(await findRequest(service.resources.db, steady), { status: "completed" });
  await runOnce(stalled, inParts(2, untilAborted), { stallMs });
  t.like(await findRequest(service.resources.db, stalled), { status: "failed", error_code: "engine_timeout" });
});

test("a run that finishes parts for ever ends at its deadline", async (t) => {
  const id = await queuedRequest();
  const endless: Run = async (_lease, signal, advance) => {
    for (;;) {
      await delay(20, undefined, { signal });
      advance();
    }
  };
  await runOnce(id, endless, { timeoutMs: 300, stallMs: 200 });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_timeout" });
});

test("a worker that shuts down hands its work back without counting a failure", async (t) => {
  const id = await queuedRequest();
  const stopping = new AbortController();
  const stopInMidRun: Run = (...run) => {
    stopping.abort(shuttingDown);
    return untilAborted(...run);
  };
  await runOnce(id, stopInMidRun, { signal: stopping.signal });
  t.like(await jobOf(id), { state: "queued", failures: 0, run: 1, promoted_at: null });
});

test("a run that was overtaken by another writes nothing", async (t) => {
  const id = await queuedRequest();
  let attempt: Promise<void> | undefined;
  // The worker was frozen past its lock: another one gets the same job and finishes it.
  const frozenRun: Run = async (frozen) => {
    const overtaking = await claimAnew(id, frozen.run);
    if (overtaking === null) return t.fail("a second claim must be possible");
    await complete(overtaking, { ...result, durationSeconds: 2 });
    await complete(frozen);
  };
  await runOnce(id, (...run) => (attempt = frozenRun(...run)));
  // A heartbeat may have told the runner before the run itself finds out.
  await t.throwsAsync(async () => attempt, { instanceOf: LeaseLostError });
  t.like(await findRequest(service.resources.db, id), { status: "completed", duration_seconds: 2 });
});

test("a run that is heard of keeps its work when the queue hands it out a second time", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, async (lease, ...run) => {
    const { db } = service.resources;
    t.is(await claim(id, lease.run), null);
    await returnDeadRun(db, { subject_id: id, run: lease.run }, { heartbeatMs });
    t.like(await jobOf(id), { state: "running", crashes: 0 });
    await succeed(lease, ...run);
  });
  t.like(await findRequest(service.resources.db, id), { status: "completed" });
});

test("a handler that does not listen cannot keep its worker beyond the deadline", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, () => new Promise<void>(() => undefined), { timeoutMs: 50 });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_timeout" });
});

test("a run whose subject was cancelled is told to stop and writes nothing", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, async (lease, ...run) => {
    await cancelRequest(service.resources, id);
    await untilAborted(lease, ...run);
  });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "cancelled" });
});

test("work that takes its worker down five times is given up", async (t) => {
  const id = await queuedRequest();
  await claimJob(service.resources.db, await promoted(service.resources.db, id));
  for (let crash = 1; crash < 5; crash += 1) {
    t.like(await claimAnew(id, crash), { crashes: crash, run: crash + 1 }, "a crash never reports back");
  }
  await goSilent(id);
  await returnDeadRun(service.resources.db, { subject_id: id, run: 5 }, { heartbeatMs });
  await runOnce(id, () => t.fail("poison must not run a sixth time"));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_unavailable" });
});
