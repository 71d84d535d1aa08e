import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { insertSynthesisRequest } from "#src/domain/speech/queries.ts";
import { addUsage, deleteUsage } from "#src/domain/usage/queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const voiceId = builtinVoices[0]?.id ?? "";
const tables = ["usage_days", "usage_totals", "usage_months"] as const;

/** What was used by key: requests, credits, and the latencies of the requests by bucket. */
const byKey = (userId: string) =>
  db.selectFrom("usage_keys").select(["requests", "credits", "latencies"]).where("user_id", "=", userId).execute();
const counted = (latencies: readonly (number | null)[]) =>
  latencies.reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** How many requests had a latency, by month. */
const byMonth = async (userId: string) => {
  const rows = await db
    .selectFrom("usage_latencies")
    .select((eb) => eb.fn.sum<string>("requests").as("requests"))
    .where("user_id", "=", userId)
    .groupBy("month")
    .execute();
  return rows.map(({ requests }) => Number(requests));
};

/** As the previous release writes what a request was charged: a trigger adds it to the sums by key. */
const chargeAsBefore = (connection: Db, requestId: string, credits: number) =>
  connection.updateTable("speech_requests").set({ credits }).where("id", "=", requestId).execute();

/** As the previous release counts a latency by key: a trigger adds it to those of the month. */
const addLatencyAsBefore = (connection: Db, userId: string, bucket: number) =>
  sql`
    insert into usage_keys as sum (user_id, day, api_key_id, request_type, requests, credits, latencies)
    values (${userId}, (now() at time zone 'utc')::date, '', 'tts', 1, 7, array_fill(1, array[1], array[${bucket}::int]))
    on conflict (user_id, day, api_key_id, request_type) do update set requests = sum.requests + 1,
      credits = sum.credits + excluded.credits, latencies[${bucket}::int] = coalesce(sum.latencies[${bucket}::int], 0) + 1`.execute(
    connection,
  );

async function submit(userId: string): Promise<string> {
  const facts = { isDemo: false, source: "web", language: "en", text: "Hello", characters: 5, speed: 1 } as const;
  const id = randomUUID();
  await insertSynthesisRequest(db, { id, userId, ...facts, voiceId, format: "wav" });
  return id;
}

/** As the previous release adds use: triggers add up the other sums. */
const addAsBefore = (connection: Db, userId: string, credits: number) =>
  sql`
    insert into usage_days as day (user_id, day, source, voice_id, voice_label, tts_count, asr_count, tts_characters,
      asr_seconds, credits)
    values (${userId}, (now() at time zone 'utc')::date, 'web', ${voiceId}, '', 1, 0, ${credits}, 0, ${credits})
    on conflict (user_id, day, source, voice_id) do update set tts_count = day.tts_count + excluded.tts_count,
      tts_characters = day.tts_characters + excluded.tts_characters, credits = day.credits + excluded.credits`.execute(
    connection,
  );

const sumsOf = (userId: string) =>
  Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select([sql<number>`tts_count::int`.as("count"), sql<number>`credits::int`.as("credits")])
        .where("user_id", "=", userId)
        .execute(),
    ),
  );

test("use is added once to each sum, by this release and by the previous one on the same connection", async (t) => {
  const { userId } = await service.account(0);
  const requests = [await submit(userId), await submit(userId)];
  await db.connection().execute(async (connection) => {
    for (const request of requests) {
      await addUsage(connection, request, { credits: 5, isWhole: true });
      await addAsBefore(connection, userId, 7);
    }
  });
  t.deepEqual(
    await sumsOf(userId),
    tables.map(() => [{ count: 4, credits: 24 }]),
  );
});

test("40 completions at once, half of them by the previous release, lose nothing", async (t) => {
  const { userId } = await service.account(0);
  const requests = await Promise.all(Array.from({ length: 20 }, () => submit(userId)));
  await Promise.all(
    requests.flatMap((request) => [addUsage(db, request, { credits: 5, isWhole: true }), addAsBefore(db, userId, 7)]),
  );
  t.deepEqual(
    await sumsOf(userId),
    tables.map(() => [{ count: 40, credits: 240 }]),
  );
});

test("use by key counts each request and its latency once, by this release and by the previous one", async (t) => {
  const { userId } = await service.account(0);
  const requests = await Promise.all(Array.from({ length: 20 }, () => submit(userId)));
  await Promise.all(
    requests.map((id, index) =>
      index % 2 === 0 ? addUsage(db, id, { credits: 5, isWhole: true }) : chargeAsBefore(db, id, 7),
    ),
  );
  const rows = await byKey(userId);
  t.deepEqual(
    rows.map(({ requests: count, credits }) => [count, credits]),
    [[20, 120]],
  );
  t.is(counted(rows[0]?.latencies ?? []), 20);
  t.deepEqual(await byMonth(userId), [20]);
});

test("latencies of a month count each request once, by this release and by the previous one on the same connection", async (t) => {
  const { userId } = await service.account(0);
  const requests = [await submit(userId), await submit(userId)];
  await db.connection().execute(async (connection) => {
    for (const [index, request] of requests.entries()) {
      await addUsage(connection, request, { credits: 5, isWhole: true });
      await addLatencyAsBefore(connection, userId, 60 - index);
      await addLatencyAsBefore(connection, userId, 70);
    }
  });
  t.deepEqual(await byMonth(userId), [6]);
  await addLatencyAsBefore(db, userId, 0);
  t.deepEqual(await byMonth(userId), [6], "a cancelled request has no latency");
});

test("40 latencies at once, half of them by the previous release, lose nothing", async (t) => {
  const { userId } = await service.account(0);
  const requests = await Promise.all(Array.from({ length: 20 }, () => submit(userId)));
  await Promise.all(
    requests.flatMap((id, index) => [
      addUsage(db, id, { credits: 5, isWhole: true }),
      addLatencyAsBefore(db, userId, index + 1),
    ]),
  );
  t.deepEqual(await byMonth(userId), [40]);
});

test("deleting the use of an account deletes all of its sums", async (t) => {
  const { userId } = await service.account(0);
  await addUsage(db, await submit(userId), { credits: 5, isWhole: true });
  await deleteUsage(db, userId);
  t.deepEqual([await sumsOf(userId), await byKey(userId), await byMonth(userId)], [[[], [], []], [], []]);
});

test("the previous release, too, leaves no latencies of an account that it erases", async (t) => {
  const { userId } = await service.account(0);
  await addUsage(db, await submit(userId), { credits: 5, isWhole: true });
  await db.deleteFrom("usage_keys").where("user_id", "=", userId).execute();
  t.deepEqual(await byMonth(userId), []);
});
