import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { insertSynthesisRequest } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { addUsage, deleteUsage } from "#src/domain/usage/queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const voiceId = builtinVoices[0]?.id ?? "";
const tables = ["usage_days", "usage_totals", "usage_months"] as const;

/** The use by key: requests, credits, and the latencies of the requests by bucket. */
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

async function submit(userId: string): Promise<string> {
  const facts = { isDemo: false, source: "web", language: "en", text: "Hello", characters: 5 } as const;
  const id = randomUUID();
  await insertSynthesisRequest(db, { id, userId, ...facts, voiceId, options: synthesisOptions.parse({}) });
  return id;
}

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

test("40 completions at once are each added once to every sum", async (t) => {
  const { userId } = await service.account(0);
  const requests = await Promise.all(Array.from({ length: 40 }, () => submit(userId)));
  await Promise.all(requests.map((id, index) => addUsage(db, id, { credits: index + 1, isWhole: true })));
  t.deepEqual(
    await sumsOf(userId),
    tables.map(() => [{ count: 40, credits: 820 }]),
  );
  const rows = await byKey(userId);
  t.deepEqual(
    rows.map(({ requests: count, credits }) => [count, credits]),
    [[40, 820]],
  );
  t.is(counted(rows[0]?.latencies ?? []), 40);
  t.deepEqual(await byMonth(userId), [40]);
});

test("a stream that ended early is counted, and has no latency", async (t) => {
  const { userId } = await service.account(0);
  await addUsage(db, await submit(userId), { credits: 5, isWhole: false });
  t.is((await byKey(userId))[0]?.requests, 1);
  t.deepEqual(await byMonth(userId), []);
});

test("deleting the use of an account deletes all of its sums", async (t) => {
  const { userId } = await service.account(0);
  await addUsage(db, await submit(userId), { credits: 5, isWhole: true });
  await deleteUsage(db, userId);
  t.deepEqual([await sumsOf(userId), await byKey(userId), await byMonth(userId)], [[[], [], []], [], []]);
});
