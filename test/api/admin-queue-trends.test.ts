import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { sampleQueues } from "#src/domain/queues/sample-queues.ts";
import { insertHeard, insertPendingVoice, insertWebhookEvent, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId } = await service.account();
await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const figures = { waiting: z.int(), running: z.int(), oldest_seconds: z.number().nullable() };
const point = z.object({
  time: z.iso.datetime(),
  queues: z.array(z.strictObject({ queue: z.string(), ...figures, completed: z.int(), failed: z.int() })),
});
const report = z.object({ step_seconds: z.int(), points: z.array(point) });
const read = async (period = "hour") =>
  (await service.call("GET", `/v1/admin/queues/trends?period=${period}`, { key })).data(report);
const samples = () => db.selectFrom("queue_samples").select(["queue", "completed", "failed", "waiting"]).execute();
/** Makes the samples older, and what ended before them. */
async function age(seconds: number): Promise<void> {
  for (const [table, column] of [
    ["queue_samples", "sampled_at"],
    ["speech_requests", "finished_at"],
    ["voices", "failed_at"],
    ["webhook_events", "processed_at"],
  ] as const) {
    const earlier = sql`${sql.ref(column)} - make_interval(secs => ${seconds})`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${earlier}`.execute(db);
  }
}

test.serial("a sample has what waits and what ended since the one before, and is taken once a minute", async (t) => {
  const name = "synthesize-speech";
  await db
    .insertInto("jobs")
    .values({ subject_id: randomUUID(), name, group_key: name, run_at: new Date(Date.now() - 40_000) })
    .execute();
  await insertHeard(resources, userId);
  const voiceId = await insertPendingVoice(resources, userId);
  await sql`update voices set status = 'failed', failed_at = now() where id = ${voiceId}`.execute(db);
  await insertWebhookEvent(resources, { status: "processed", processed_at: new Date() });
  await insertWebhookEvent(resources, { status: "failed", processed_at: new Date() });
  await Promise.all([sampleQueues(resources), sampleQueues(resources)]);
  t.deepEqual(await samples(), [
    { queue: "synthesis", waiting: 1, completed: 0, failed: 0 },
    { queue: "transcription", waiting: 0, completed: 1, failed: 0 },
    { queue: "training", waiting: 0, completed: 0, failed: 1 },
    { queue: "billing", waiting: 0, completed: 1, failed: 1 },
  ]);
});

test.serial("points join samples by the most and by the sum, and there are points without any", async (t) => {
  await age(300);
  await sampleQueues(resources);
  await age(300);
  const { step_seconds: step, points } = await read();
  t.deepEqual([step, points.length], [120, 30]);
  const sampled = points.filter(({ queues }) => queues.length > 0);
  t.is(sampled.length, 2);
  const of = (queue: string) => sampled.map(({ queues }) => queues.find((one) => one.queue === queue));
  t.like(of("transcription"), [{ completed: 1 }, { completed: 0, oldest_seconds: null }]);
  const [first] = of("synthesis");
  t.true((first?.oldest_seconds ?? 0) >= 40);
  await age(3_600);
  t.true((await read()).points.every(({ queues }) => queues.length === 0));
  const day = await read("day");
  t.deepEqual([day.step_seconds, day.points.length], [900, 96]);
  const billing = day.points.flatMap(({ queues }) => queues.filter((one) => one.queue === "billing"));
  t.is(
    billing.reduce((sum, one) => sum + one.completed + one.failed, 0),
    2,
  );
});

test.serial("samples older than a day are forgotten", async (t) => {
  await age(25 * 3_600);
  await sampleQueues(resources);
  t.is((await samples()).length, 4);
});

test.serial("a period that is not offered is refused", async (t) => {
  t.is((await service.call("GET", "/v1/admin/queues/trends?period=week", { key })).status, 422);
});
