import { randomUUID } from "node:crypto";
import test from "ava";
import type { Insertable } from "kysely";
import { z } from "zod";
import type { Database } from "#db/schema.ts";
import { insertWebhookEvent, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId } = await service.account();
await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const report = z.object({
  queues: z.array(z.object({ queue: z.string(), oldest_seconds: z.number().nullable() }).catchall(z.int())),
  failed_requests: z.array(
    z.strictObject({
      ...{ request_id: z.uuid(), user_id: z.uuid().nullable(), request_type: z.string(), code: z.string() },
      ...{ user_name: z.string().nullable(), message: z.string(), finished_at: z.iso.datetime() },
    }),
  ),
});
const read = async () => (await service.call("GET", "/v1/admin/queues", { key })).data(report);

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** A waiting job without a worker, due for this many seconds. */
async function insertJob(
  job: Omit<Insertable<Database["jobs"]>, "subject_id" | "group_key"> & { readonly group_key?: string },
  seconds: number,
): Promise<void> {
  await db
    .insertInto("jobs")
    .values({ subject_id: randomUUID(), group_key: job.name, run_at: ago(seconds), ...job })
    .execute();
}

async function insertFailed(facts: Partial<Insertable<Database["speech_requests"]>>): Promise<string> {
  const id = randomUUID();
  const request = { id, user_id: userId, request_type: "tts", is_demo: false, language: "en" } as const;
  const failure = { status: "failed", error_code: "engine_timeout", finished_at: ago(60) } as const;
  await db
    .insertInto("speech_requests")
    .values({ ...request, ...failure, input_text: "secret words", ...facts })
    .execute();
  return id;
}

test.serial("queues without work are listed, too", async (t) => {
  const nothing = { waiting: 0, delayed: 0, running: 0, oldest_seconds: null, failed_last_day: 0 };
  const queues = ["synthesis", "transcription", "training", "billing"].map((queue) => ({ queue, ...nothing }));
  t.deepEqual(await read(), { queues, failed_requests: [] });
});

test.serial(
  "what waits, is delayed and runs is counted by queue, whatever its jobs, and the oldest that waits told",
  async (t) => {
    const running = { state: "running", heartbeat_at: new Date() } as const;
    await insertJob({ name: "synthesize-speech" }, 30);
    await insertJob({ name: "synthesize-speech", group_key: "demo: one" }, 90);
    await insertJob({ name: "synthesize-speech" }, -60);
    await insertJob({ name: "synthesize-speech", ...running }, 900);
    await insertJob({ name: "transcribe-audio", ...running }, 5);
    await insertJob({ name: "apply-identity-event" }, 10);
    await insertJob({ name: "apply-payment-event" }, 20);
    await insertJob({ name: "of-another-release" }, 20);
    const { queues } = await read();
    t.like(queues, [
      { queue: "synthesis", waiting: 2, delayed: 1, running: 1 },
      { queue: "transcription", waiting: 0, delayed: 0, running: 1, oldest_seconds: null },
      { queue: "training", waiting: 0, running: 0 },
      { queue: "billing", waiting: 2, delayed: 0, running: 0 },
    ]);
    for (const [index, seconds] of [
      [0, 90],
      [3, 20],
    ] as const) {
      const age = queues[index]?.oldest_seconds ?? 0;
      t.true(age >= seconds && age < seconds + 30, String(age));
    }
    await db.deleteFrom("jobs").execute();
  },
);

test.serial(
  "what has failed in the last day is counted, and the last requests are shown without their texts",
  async (t) => {
    const old = await insertFailed({ finished_at: ago(25 * 3600) });
    await insertFailed({ error_code: "cancelled", finished_at: ago(10) });
    const [spoken, heard] = [
      await insertFailed({}),
      await insertFailed({
        request_type: "asr",
        user_id: null,
        is_demo: true,
        error_code: "audio_unusable",
        finished_at: ago(30),
      }),
    ];
    for (const failedAgo of [60, 25 * 3600]) {
      const id = randomUUID();
      const voice = { id, user_id: userId, name: "Mine", description: "", type: "custom", language: "und" } as const;
      await db
        .insertInto("voices")
        .values({ ...voice, status: "failed", failed_at: ago(failedAgo) })
        .execute();
    }
    await insertWebhookEvent(resources, { status: "failed", processed_at: new Date() });
    await insertWebhookEvent(resources, { status: "failed", processed_at: new Date(Date.now() - 25 * 3_600_000) });
    await insertWebhookEvent(resources, { status: "quarantined", processed_at: new Date() });
    const { queues, failed_requests: failed } = await read();
    t.deepEqual(
      queues.map((one) => one["failed_last_day"]),
      [1, 1, 1, 1],
    );
    t.like(failed, [
      { request_id: heard, user_id: null, request_type: "asr", code: "audio_unusable" },
      { request_id: spoken, user_id: userId, request_type: "tts", code: "engine_timeout" },
      { request_id: old },
    ]);
    for (let more = 0; more < 20; more++) await insertFailed({});
    t.is((await read()).failed_requests.length, 20);
  },
);
