import { randomUUID } from "node:crypto";
import test from "ava";
import { openResultWaiter } from "#src/api/results/result-waiter.ts";
import { awaitResult } from "#src/api/results/wait-for-result.ts";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { DomainError } from "#src/errors.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: the tests are the worker.
const service = await startService();
const { resources } = service;
const { db } = resources;
const { userId } = await service.account();
const waiter = openResultWaiter(resources);
const { signal } = new AbortController();
test.after.always(async () => {
  waiter.close();
  await service[Symbol.asyncDispose]();
});

const waitMs = 60_000;

async function synthesis(): Promise<string> {
  const requestId = randomUUID();
  const owner = { userId, isDemo: false, source: "api_key", maxUnfinished: 1_000 } as const;
  await submitSynthesis(resources, { ...owner, requestId, text: "Hello.", options: {} });
  return requestId;
}

async function complete(requestId: string): Promise<void> {
  const lease = await claimJob(db, await promoteJob(db, requestId));
  if (lease === null) throw new Error("The job was not there.");
  const audio = { resultKey: "results/none", contentType: "audio/wav", sampleRate: 24_000, durationSeconds: 1 };
  await completeSynthesis({ db, claimObject: () => Promise.resolve() }, lease, { ...audio, model: "flite" });
}

/** The database, whose first answer is lost. */
function losingFirst() {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  const losing = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      answers += 1;
      if (answers > 1) return Promise.resolve(result);
      resolve();
      return Promise.reject(new Error("Connection terminated unexpectedly"));
    },
  });
  return { losing, lost };
}

test("a call whose first look meets an outage waits for its result all the same", async (t) => {
  const requestId = await synthesis();
  const { losing, lost } = losingFirst();
  const context = { resources: { ...resources, db: losing }, waiter, signal };
  const waiting = awaitResult(context, requestId, waitMs);
  await lost;
  await complete(requestId);
  t.is((await waiting).status, "completed");
});

test("a call whose request is gone does not wait", async (t) => {
  const startedAt = performance.now();
  const waiting = awaitResult({ resources, waiter, signal }, randomUUID(), waitMs);
  t.is((await t.throwsAsync(waiting, { instanceOf: DomainError })).code, "wait_timeout");
  t.true(performance.now() - startedAt < waitMs);
});
