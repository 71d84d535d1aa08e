import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { Redis } from "ioredis";
import { sql } from "kysely";
import { z } from "zod";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";

const jobs = 20;
/** The repair of lost work in seconds instead of half minutes. */
const impatient = { SWEEP_INTERVAL_MS: "200", REQUEUE_AFTER_MS: "1000", HEARTBEAT_MS: "200", LEASE_EXPIRES_MS: "2000" };
const requestId = z.object({ request_id: z.uuid() });

/** Counts how often each request is completed, from inside the database. */
async function auditCompletions({ resources: { db } }: TestService): Promise<void> {
  await sql`create table completions (request_id uuid not null)`.execute(db);
  await sql`
    create function note_completion() returns trigger language plpgsql as
    $$ begin insert into completions values (new.id); return new; end $$`.execute(db);
  await sql`
    create trigger note_completion after update on speech_requests for each row
    when (new.status = 'completed') execute function note_completion()`.execute(db);
}

async function submitAll(service: TestService, key: string): Promise<readonly string[]> {
  const audio = await speech("The train will leave at seven in the morning.");
  const answers = await Promise.all(
    Array.from({ length: jobs }, () =>
      service.call("POST", "/v1/speech/transcriptions", {
        key,
        form: audioForm(audio),
        headers: { prefer: "respond-async" },
      }),
    ),
  );
  return answers.map((answer) => answer.data(requestId).request_id);
}

async function countBy(service: TestService, status: string): Promise<number> {
  const { db } = service.resources;
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from speech_requests where status = ${status}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

async function untilCompleted(service: TestService, atLeast: number): Promise<void> {
  while ((await countBy(service, "completed")) < atLeast) {
    if ((await countBy(service, "failed")) > 0) throw new Error("A request failed.");
    await sleep(100);
  }
}

async function completions(service: TestService): Promise<{ total: number; distinct: number }> {
  const { rows } = await sql<{ total: number; distinct: number }>`
    select count(*)::int as total, count(distinct request_id)::int as distinct from completions`.execute(
    service.resources.db,
  );
  return rows[0] ?? { total: 0, distinct: 0 };
}

test("a transcription worker killed three times loses no request, and completes and charges none twice", async (t) => {
  await using service = await startService({ workers: ["maintenance"], env: impatient });
  await auditCompletions(service);
  const { key, userId } = await service.account();
  let worker = await service.startWorker("transcription");
  const submitted = await submitAll(service, key);
  for (let kill = 0; kill < 3; kill += 1) {
    await untilCompleted(service, 3 * kill + 1);
    await worker.kill();
    worker = await service.startWorker("transcription");
  }
  await untilCompleted(service, jobs);
  t.deepEqual(await completions(service), { total: jobs, distinct: jobs });
  const charged = await chargesOf(service.resources, userId);
  t.deepEqual(charged.map(([id]) => id).toSorted(), submitted.toSorted());
  t.is(await heldOf(service.resources, userId), 0);
  t.deepEqual((await recountCredits(service.resources)).differences, []);
  t.is((await service.resources.db.selectFrom("jobs").select("subject_id").execute()).length, 0);
});

/** The queue loses everything that is in it. */
async function emptyQueue({ resources: { db } }: TestService): Promise<void> {
  const { redisUrl } = testEnvironment();
  if (redisUrl === null) {
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'bullmq' and tablename like '%job%'`.execute(db);
    for (const { name } of tables.rows) await sql`delete from ${sql.id("bullmq", name)}`.execute(db);
    return;
  }
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
}

test("a queue emptied with twenty requests in it, and again in mid-run, loses none of them", async (t) => {
  await using service = await startService({ workers: ["maintenance"], env: impatient });
  await auditCompletions(service);
  const { key } = await service.account();
  await submitAll(service, key);
  await emptyQueue(service);
  await service.startWorker("transcription");
  await untilCompleted(service, 5);
  await emptyQueue(service);
  await untilCompleted(service, jobs);
  t.deepEqual(await completions(service), { total: jobs, distinct: jobs });
});
