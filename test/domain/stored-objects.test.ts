import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { buildIndexes } from "#db/indexes.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { sweepOldRequests } from "#src/domain/speech/sweep-old-requests.ts";
import { sweepFetchedDemoAudio } from "#src/domain/speech/sweep-fetched-demo-audio.ts";
import { findStoredBytes } from "#src/domain/storage/queries.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

interface Planted {
  readonly userId: string | null;
  readonly minutesAgo: number | null;
  readonly isDemo?: boolean;
  readonly bytes?: number;
}

/** A request that ended so long ago, or has not, with all audio that one may have; of an account each has so many bytes. */
async function plant({ userId, minutesAgo, isDemo = false, bytes = 10 }: Planted): Promise<string> {
  const id = randomUUID();
  const ended = minutesAgo === null ? null : sql<Date>`now() - make_interval(mins => ${minutesAgo})`;
  await db
    .insertInto("speech_requests")
    .values({
      ...{ id, user_id: userId, request_type: "asr", is_demo: isDemo, language: "en" },
      ...{ status: ended === null ? "processing" : "completed", finished_at: ended },
      ...{ source_key: `sources/${id}`, result_key: `results/${id}` },
    })
    .execute();
  const keys = userId === null ? [] : [`sources/${id}`, `results/${id}`];
  for (const key of keys)
    await db
      .insertInto("stored_objects")
      .values({ key, user_id: userId ?? "", bytes })
      .execute();
  return id;
}

const keysOf = (id: string) =>
  db.selectFrom("speech_requests").select(["source_key", "result_key"]).where("id", "=", id).executeTakeFirst();
const listed = async (): Promise<readonly string[]> =>
  (await db.selectFrom("object_removals").select("key").execute()).map(({ key }) => key);
const differences = async () => (await recountStorage({ db })).differences;

test.serial(
  "what nothing needs any more is listed: sources of ended work, audio of demo calls without an account",
  async (t) => {
    const { userId } = await service.account();
    const kept = {
      open: await plant({ userId, minutesAgo: null }),
      answered: await plant({ userId: null, minutesAgo: 1, isDemo: true }),
      own: await plant({ userId, minutesAgo: 60 }),
      ownDemo: await plant({ userId, minutesAgo: 60, isDemo: true }),
    };
    const old = await plant({ userId: null, minutesAgo: 3, isDemo: true });
    t.is(await findStoredBytes(db, userId), 60);
    t.is(await sweepFetchedDemoAudio({ db }), 5);
    t.is(await sweepFetchedDemoAudio({ db }), 0);
    t.deepEqual(await keysOf(old), { source_key: null, result_key: null });
    t.deepEqual(await keysOf(kept.open), { source_key: `sources/${kept.open}`, result_key: `results/${kept.open}` });
    for (const id of [kept.answered, kept.own, kept.ownDemo]) {
      t.deepEqual(await keysOf(id), { source_key: null, result_key: `results/${id}` });
    }
    const sources = [kept.answered, kept.own, kept.ownDemo, old].map((id) => `sources/${id}`);
    t.deepEqual((await listed()).toSorted(), [...sources, `results/${old}`].toSorted());
    t.is(await findStoredBytes(db, userId), 40);
    t.deepEqual(await differences(), []);
  },
);

test.serial("sweeps at once of many accounts keep their sums right", async (t) => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => service.account()));
  const plants = Array.from({ length: 600 }, (_, index) =>
    plant({ userId: accounts[index % 8]?.userId ?? "", minutesAgo: 60 * 24 * (index % 2 === 0 ? 40 : 1) + index }),
  );
  await Promise.all(plants);
  const retention = { audioDays: 30, textDays: null, requestDays: null };
  const sweepAll = async (): Promise<void> => {
    while ((await sweepOldRequests({ db }, retention)) + (await sweepFetchedDemoAudio({ db })) > 0) continue;
  };
  await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
  await sweepAll();
  t.deepEqual(await differences(), []);
  for (const [index, { userId }] of accounts.entries()) {
    t.is(await findStoredBytes(db, userId), index % 2 === 0 ? 0 : 750);
  }
});

test.serial("an erased account has nothing stored, and others have what they had", async (t) => {
  const [leaver, stayer] = [await service.account(), await service.account()];
  for (const { userId } of [leaver, stayer]) await plant({ userId, minutesAgo: 1 });
  await db.transaction().execute((trx) => eraseAccount(trx, leaver.userId));
  const of = (userId: string) => db.selectFrom("storage_totals").select("bytes").where("user_id", "=", userId);
  t.deepEqual(await of(leaver.userId).execute(), []);
  t.deepEqual(await of(stayer.userId).execute(), [{ bytes: "20" }]);
  t.deepEqual(await db.selectFrom("stored_objects").select("key").where("user_id", "=", leaver.userId).execute(), []);
  t.deepEqual(await differences(), []);
});

test.serial("an object listed twice is subtracted once, and an uncounted one changes nothing", async (t) => {
  const { userId } = await service.account();
  const id = await plant({ userId, minutesAgo: null });
  for (let count = 0; count < 2; count += 1) {
    await insertObjectRemovals(db, [`sources/${id}`, `uncounted/${id}`]);
    t.is(await findStoredBytes(db, userId), 10);
  }
  await db.updateTable("speech_requests").set({ source_key: null }).where("id", "=", id).execute();
  t.deepEqual(await differences(), []);
});

test.serial("a recount finds a wrong sum, and an object that no row names", async (t) => {
  const { userId } = await service.account();
  const id = await plant({ userId, minutesAgo: 1 });
  await sql`update storage_totals set bytes = 7 where user_id = ${userId}`.execute(db);
  t.deepEqual(await differences(), [{ user_id: userId, total: 7, counted: 20, unnamed: 0 }]);
  await sql`update storage_totals set bytes = 20 where user_id = ${userId}`.execute(db);
  await db.updateTable("speech_requests").set({ result_key: null }).where("id", "=", id).execute();
  t.deepEqual(await differences(), [{ user_id: userId, total: 20, counted: 20, unnamed: 1 }]);
  await insertObjectRemovals(db, [`results/${id}`]);
  t.deepEqual(await differences(), []);
});

test.serial("the sweep reads what it is to list, however much is kept", async (t) => {
  await buildIndexes(db);
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indexrelid::regclass::text in ('speech_requests_sources_idx', 'speech_requests_demo_audio_idx')
      and indisvalid`.execute(db);
  t.is(rows.length, 2);
});

test.serial(
  "an account with more uploads than a statement has parameters is erased, and all objects are listed",
  async (t) => {
    const { userId } = await service.account();
    const before = (await listed()).length;
    await sql`insert into uploads (id, user_id, object_key, container, bytes)
    select id, ${userId}, 'uploads/' || id, 'wav', 1 from (select gen_random_uuid() as id from generate_series(1, 70000)) as ids`.execute(
      db,
    );
    await db.transaction().execute((trx) => eraseAccount(trx, userId));
    t.is((await listed()).length, before + 70_000);
    t.deepEqual(await db.selectFrom("uploads").select("id").where("user_id", "=", userId).execute(), []);
  },
);
