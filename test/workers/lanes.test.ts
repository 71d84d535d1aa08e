import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { startRequest } from "#src/domain/speech/queries.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import type { QueuedJob } from "#src/platform/queue.ts";
import { audioForm } from "#test/support/client.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#test/support/sounds.ts";
import { runJob } from "#workers/run-job.ts";

const heartbeatMs = 5_000;
// No worker runs here: the serial tests are the workers.
const service = await startService();
const working = await startService({ workers: ["synthesis", "transcription"] });
const recording = await speech("The train will leave at seven in the morning.");
const { db } = service.resources;
test.after.always(() => Promise.all([service, working].map((one) => one[Symbol.asyncDispose]())));
// The lane is one for all jobs.
test.beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
});

async function queued({ isDemo }: { readonly isDemo: boolean }): Promise<string> {
  const requestId = randomUUID();
  const text = { text: "Hello", speed: 1, format: "wav" as const };
  await submitSynthesis(service.resources, {
    ...text,
    requestId,
    userId: null,
    isDemo,
    source: null,
    maxUnfinished: 0,
  });
  return requestId;
}

const claim = (id: string, generation = 1) =>
  claimJob(db, { name: "synthesize-speech", payload: { subject_id: id, generation } }, { heartbeatMs });
const jobOf = (id: string) => db.selectFrom("jobs").selectAll().where("subject_id", "=", id).executeTakeFirst();

/** Runs work to its end, or as `during` wants it. @returns what was put into the queue meanwhile */
async function run(id: string, during: () => Promise<void> = () => Promise.resolve()): Promise<readonly QueuedJob[]> {
  const dispatched: QueuedJob[] = [];
  const dispatcher = { dispatch: (ticket: QueuedJob) => Promise.resolve(void dispatched.push(ticket)) };
  const resources = { ...service.resources, dispatcher };
  const { generation = 1 } = (await jobOf(id)) ?? {};
  const result = {
    resultKey: "results/none",
    contentType: "audio/wav",
    sampleRate: 16_000,
    durationSeconds: 1,
    model: "flite",
  };
  const handler = {
    run: async (lease: Parameters<typeof completeSynthesis>[1]) => {
      await startRequest(db, id);
      await during();
      await completeSynthesis({ db, claimObject: () => Promise.resolve() }, lease, result);
    },
    fail: (lease: Parameters<typeof failRequest>[1], error: Parameters<typeof failRequest>[2]) =>
      failRequest(resources, lease, error),
  };
  const payload = { subject_id: id, generation };
  await runJob(resources, { contract: synthesizeSpeech, payload, handler }, new AbortController().signal);
  return dispatched;
}

test.serial("of twenty pieces of demo work that are handed out at once one begins", async (t) => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => queued({ isDemo: true })));
  const leases = await Promise.all(ids.map((id) => claim(id)));
  t.is(leases.filter((lease) => lease !== null).length, 1);
});

test.serial("work that has to wait stays queued as it was, and is not handed out again at once", async (t) => {
  const [first, second] = [await queued({ isDemo: true }), await queued({ isDemo: true })];
  await run(first, async () => {
    const before = await jobOf(second);
    const dispatched = await run(second, () => Promise.resolve(t.fail("the lane is taken")));
    t.deepEqual(dispatched, []);
    t.deepEqual(await jobOf(second), before);
  });
});

test.serial("a run that ends hands the lane to the work that has waited longest", async (t) => {
  const [first, second, third] = [
    await queued({ isDemo: true }),
    await queued({ isDemo: true }),
    await queued({ isDemo: true }),
  ];
  const after = await run(first);
  t.deepEqual(
    after.map(({ payload, priority }) => [payload, priority]),
    [[{ subject_id: second, generation: 2 }, 10]],
  );
  t.deepEqual(
    (await run(second)).map(({ payload }) => payload.subject_id),
    [third],
  );
  t.deepEqual(await run(third), []);
});

test.serial("work that waits for its next attempt does not stand in the way", async (t) => {
  const [first, delayed, ready] = [
    await queued({ isDemo: true }),
    await queued({ isDemo: true }),
    await queued({ isDemo: true }),
  ];
  const later = sql<Date>`now() + interval '1 minute'`;
  await db.updateTable("jobs").set({ run_at: later }).where("subject_id", "=", delayed).execute();
  t.deepEqual(
    (await run(first)).map(({ payload }) => payload.subject_id),
    [ready],
  );
});

test.serial("ordinary work does not wait for demo work, nor the other way round", async (t) => {
  const ordinary = await Promise.all([queued({ isDemo: false }), queued({ isDemo: false })]);
  await run(await queued({ isDemo: true }), async () => {
    for (const id of ordinary) t.truthy(await claim(id));
  });
  t.truthy(await claim(await queued({ isDemo: true })));
});

test.serial("a run that died frees the lane once it has not been heard of", async (t) => {
  const [dead, next] = [await queued({ isDemo: true }), await queued({ isDemo: true })];
  t.truthy(await claim(dead));
  const heardOf = (secondsAgo: number) =>
    db
      .updateTable("jobs")
      .set({ heartbeat_at: sql<Date>`now() - make_interval(secs => ${secondsAgo})` })
      .where("subject_id", "=", dead)
      .execute();
  await heardOf((1.4 * heartbeatMs) / 1000);
  t.is(await claim(next), null);
  await heardOf((1.6 * heartbeatMs) / 1000);
  t.truthy(await claim(next));
  t.is(await claim(dead), null, "it has to wait for its turn again");
});

test.serial(
  "demo calls of both kinds are worked on one after the other, without pauses, and all are answered",
  async (t) => {
    const calls = Array.from({ length: 9 }, (_, index) =>
      index % 3 === 0
        ? working.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(recording) })
        : working.call("POST", "/v1/demo/speech/synthesize", { json: { text: "The train will leave at seven." } }),
    );
    for (const answer of await Promise.all(calls)) t.is(answer.status, 200);
    const rows = await working.resources.db
      .selectFrom("speech_requests")
      .select(["started_at", "finished_at"])
      .where("is_demo", "=", true)
      .orderBy("started_at")
      .execute();
    const spans = z.array(z.object({ started_at: z.date(), finished_at: z.date() })).parse(rows);
    const gapsMs = spans
      .slice(1)
      .map(({ started_at: start }, index) => start.getTime() - (spans[index]?.finished_at.getTime() ?? 0));
    t.is(gapsMs.length, 8);
    t.true(
      gapsMs.every((gap) => gap >= 0),
      `they overlap: ${gapsMs.join()}`,
    );
    // The sweeper would take ten seconds.
    t.true(Math.max(...gapsMs) < 2_000, `they pause: ${gapsMs.join()}`);
    t.log(`pauses in ms: ${gapsMs.join(", ")}`);
  },
);

test.serial("work that was twice under way when its worker died runs apart from other such work", async (t) => {
  const [first, second] = [await queued({ isDemo: false }), await queued({ isDemo: false })];
  const goSilent = () =>
    db
      .updateTable("jobs")
      .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
      .execute();
  for (let crashes = 0; crashes < 2; crashes += 1) {
    t.is((await claim(first))?.crashes, crashes);
    t.is((await claim(second))?.crashes, crashes, "once may be chance");
    await goSilent();
  }
  t.is((await claim(first))?.crashes, 2);
  t.is(await claim(second), null);
  await db.deleteFrom("jobs").where("subject_id", "=", first).execute();
  t.is((await claim(second))?.crashes, 2, "and has not been blamed for the other");
});
