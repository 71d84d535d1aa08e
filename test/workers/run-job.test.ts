import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { claimJob, returnExpiredRun } from "#src/domain/jobs/claim-job.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { findRequest, startRequest } from "#src/domain/speech/queries.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { DomainError } from "#src/errors.ts";
import type { JobContract } from "#src/jobs/contract.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService, type TestService } from "#test/support/service.ts";
import type { Handler } from "#workers/runtime/handler.ts";
import { runJob, shuttingDown } from "#workers/runtime/run-job.ts";

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
  const text = { text: "Hello", options: {} };
  const nobodys = { userId: null, isDemo: false, source: null, maxUnfinished: 0 };
  await submitSynthesis(service.resources, { ...text, ...nobodys, requestId });
  return requestId;
}

const jobOf = (subjectId: string) =>
  service.resources.db.selectFrom("jobs").selectAll().where("subject_id", "=", subjectId).executeTakeFirst();

type Run = Handler["run"];

/** Promotes and runs a job once, as a worker does. */
async function runOnce(
  subjectId: string,
  run: Run,
  { signal = never, ...times }: { signal?: AbortSignal; timeoutMs?: number; stallMs?: number } = {},
) {
  const payload = await promoteJob(service.resources.db, subjectId);
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

/** Makes the last heartbeat of a run a minute old. */
const expireLease = (subjectId: string, db = service.resources.db) =>
  db
    .updateTable("jobs")
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where("subject_id", "=", subjectId)
    .execute();

/** Expires the lease of a run and claims the job again, before its next heartbeat. */
const claimAnew = (subjectId: string, run: number) =>
  service.resources.db.transaction().execute(async (trx) => {
    await expireLease(subjectId, trx);
    await returnExpiredRun(trx, { subject_id: subjectId, run }, { heartbeatMs });
    return claimJob(trx, await promoteJob(trx, subjectId));
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

test("a job that succeeds completes its request, and its row is deleted", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, succeed);
  t.like(await findRequest(service.resources.db, id), { status: "completed", progress: 100, duration_seconds: 1 });
  t.is(await jobOf(id), undefined);
});

test("a run whose request was deleted writes nothing", async (t) => {
  const id = await queuedRequest();
  const { db } = service.resources;
  await runOnce(id, async (lease) => {
    await db.deleteFrom("speech_requests").where("id", "=", id).execute();
    await t.throwsAsync(complete(lease), { instanceOf: LeaseLostError });
  });
  t.not(await jobOf(id), undefined, "the transaction has left no trace");
  await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
});

test("a second run of a finished job changes nothing", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, succeed);
  const before = await findRequest(service.resources.db, id);
  await runOnce(id, () => t.fail("work that is done must not run again"));
  t.deepEqual(await findRequest(service.resources.db, id), before);
});

test("a permanent error fails the request at the first attempt", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, throwing(new DomainError("audio_unusable", "There is no sound in it.")));
  t.like(await findRequest(service.resources.db, id), {
    status: "failed",
    error_code: "audio_unusable",
    error_message: "There is no sound in it.",
  });
  t.is(await jobOf(id), undefined);
});

test("an outage of a dependency is retried beyond the attempts of the contract, and then fails as unavailable", async (t) => {
  const id = await queuedRequest();
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  while ((await jobOf(id))?.failures !== 7) await runOnce(id, throwing(refused));
  t.is((await findRequest(service.resources.db, id))?.status, "queued");
  await runOnce(id, throwing(refused));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "unavailable" });
});

test("other errors are retried until the attempts are used up, and then fail the request", async (t) => {
  const id = await queuedRequest();
  for (let failures = 1; failures < contract.attempts; failures += 1) {
    await runOnce(id, throwing(new Error("bad luck")));
    t.like(await jobOf(id), { state: "queued", failures, run: failures, promoted_at: null, crashes: 0 });
  }
  await runOnce(id, throwing(new Error("bad luck")));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "internal_error" });
  t.is(await jobOf(id), undefined);
});

test("a run that misses its deadline is stopped, and the request fails with a timeout", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, untilAborted, { timeoutMs: 50 });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_timeout" });
});

test("a run that finishes parts is not stalled, and a run that stalls fails with a timeout", async (t) => {
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

test("a run that keeps finishing parts still ends at its deadline", async (t) => {
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

test("a worker that shuts down returns its jobs without counting a failure", async (t) => {
  const id = await queuedRequest();
  const stopping = new AbortController();
  const stopInMidRun: Run = (...run) => {
    stopping.abort(shuttingDown);
    return untilAborted(...run);
  };
  await runOnce(id, stopInMidRun, { signal: stopping.signal });
  t.like(await jobOf(id), { state: "queued", failures: 0, run: 1, promoted_at: null });
});

test("a run that has lost its lease writes nothing", async (t) => {
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

test("a run with a recent heartbeat keeps its job when the queue delivers it again", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, async (lease, ...run) => {
    const { db } = service.resources;
    t.is(await claim(id, lease.run), null);
    await returnExpiredRun(db, { subject_id: id, run: lease.run }, { heartbeatMs });
    t.like(await jobOf(id), { state: "running", crashes: 0 });
    await succeed(lease, ...run);
  });
  t.like(await findRequest(service.resources.db, id), { status: "completed" });
});

test("a handler that ignores its signal cannot block its worker beyond the deadline", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, () => new Promise<void>(() => undefined), { timeoutMs: 50 });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_timeout" });
});

test("a run whose request was cancelled is stopped and writes nothing", async (t) => {
  const id = await queuedRequest();
  await runOnce(id, async (lease, ...run) => {
    await cancelRequest(service.resources, id);
    await untilAborted(lease, ...run);
  });
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "cancelled" });
});

test("a job that crashes five times fails", async (t) => {
  const id = await queuedRequest();
  await claimJob(service.resources.db, await promoteJob(service.resources.db, id));
  for (let crash = 1; crash < 5; crash += 1) {
    t.like(await claimAnew(id, crash), { crashes: crash, run: crash + 1 }, "each crash is counted");
  }
  await expireLease(id);
  await returnExpiredRun(service.resources.db, { subject_id: id, run: 5 }, { heartbeatMs });
  await runOnce(id, () => t.fail("it must not run a sixth time"));
  t.like(await findRequest(service.resources.db, id), { status: "failed", error_code: "engine_unavailable" });
});
