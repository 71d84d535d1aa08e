import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { apiKeyScopes, type Db, userRoles } from "#db/schema.ts";
import { lockTimeoutMs, migrateToLatest, openMigrator } from "#db/migrator.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { seed } from "#src/migrate/seed.ts";
import { quarantineOf } from "#src/domain/jobs/groups.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { createEmptyDatabase, createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

/** Takes a database back to before a migration. @returns the names of those that are left to run */
async function takeBack(db: Db, name: string): Promise<readonly string[]> {
  const names = (await openMigrator(db).getMigrations()).map((migration) => migration.name);
  const index = names.indexOf(name);
  const { error } = await openMigrator(db).migrateTo(names[index - 1] ?? "");
  if (error !== undefined) throw new Error("It cannot be taken back.", { cause: error });
  return names.slice(index);
}

/** Prepares the database as the program does, on a connection of its own. */
async function prepare(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(clusterUrl);
  url.pathname = `/${rows[0]?.name ?? ""}`;
  return prepareDatabase({ databaseUrl: url.href, redisUrl: "redis://127.0.0.1:1" });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await holds()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error("It did not come to that.");
  }
}

test("keys that were made with a key which ends get its end, and those of a replaced key that of its successor", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const left = await takeBack(db, "0073-key-expiry");
    t.true(left.length > 0);
    const userId = randomUUID();
    await sql`insert into users (id, email, name, username) values (${userId}, 'a@example.com', 'A', 'a')`.execute(db);
    const insert = async (origin: { by?: string; replaces?: string; days?: number }) => {
      const id = randomUUID();
      await sql`insert into api_keys (id, user_id, name, key_sha256, hint, created_by_key_id, replaces_key_id, expires_at)
        values (${id}, ${userId}, 'n', ${randomBytes(32)}, 'hint', ${origin.by ?? null}, ${origin.replaces ?? null},
          '2030-01-01'::timestamptz + make_interval(days => ${origin.days ?? null}::int))`.execute(db);
      return id;
    };
    const parent = await insert({ days: 30 });
    const child = await insert({ by: parent });
    const keys = {
      parent,
      child,
      grandchild: await insert({ by: child, days: 40 }),
      short: await insert({ by: child, days: 2 }),
    };
    const old = await insert({ days: 1 });
    const ofOld = await insert({ by: old });
    const successor = await insert({ replaces: old, by: old, days: 20 });
    const [inGrace, ofEndless] = [await insert({ days: 1 }), await insert({})];
    const [ofGrace, free] = [await insert({ by: inGrace }), await insert({ by: ofEndless })];
    await insert({ replaces: inGrace });
    t.is((await openMigrator(db).migrateToLatest()).error, undefined);
    const daysOf = async (id: string) => {
      const { rows } = await sql<{ days: number | null }>`
        select extract(day from expires_at - '2030-01-01'::timestamptz)::int as days from api_keys where id = ${id}`.execute(
        db,
      );
      return rows[0]?.days;
    };
    const found = await Promise.all([...Object.values(keys), ofOld, successor, ofGrace, free].map(daysOf));
    t.deepEqual(found, [30, 30, 30, 2, 20, 20, null, null]);
  });
});

test("sums by month are made of what was used before, and follow the days", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const [anna, ben] = [randomUUID(), randomUUID()];
    const months = async () => {
      const rows = db.selectFrom("usage_months").select(["user_id", "month", "voice_label", "tts_count", "credits"]);
      return rows
        .orderBy(sql`user_id = ${ben}`)
        .orderBy("month")
        .execute();
    };
    const use = (userId: string, day: string, { voice = "rms", credits }: { voice?: string; credits: number }) =>
      sql`insert into usage_days (user_id, day, source, voice_id, voice_label, tts_count, asr_count, tts_characters,
        asr_seconds, credits) values (${userId}, ${day}, 'web', ${voice}, '', 1, 1, 0, 0, ${credits})`.execute(db);
    t.is((await openMigrator(db).migrateTo("0017-begun-turns")).error, undefined);
    for (const day of ["2024-01-31", "2024-02-01", "2024-02-29"]) await use(anna, day, { credits: 10 });
    await use(anna, "2024-02-02", { voice: "", credits: 500 });
    await sql`update usage_days set voice_label = 'Ray' where day = '2024-02-01'`.execute(db);
    t.is((await openMigrator(db).migrateToLatest()).error, undefined);
    const january = { user_id: anna, month: "2024-01-01", voice_label: "", tts_count: "1", credits: "10" };
    const february = { user_id: anna, month: "2024-02-01", voice_label: "Ray", tts_count: "2", credits: "20" };
    t.deepEqual(await months(), [january, february]);
    await use(ben, "2024-02-29", { credits: 3 });
    await use(ben, "2024-02-29", { voice: "", credits: 4 });
    await sql`update usage_days set tts_count = 2, credits = 9 where user_id = ${ben}`.execute(db);
    const bens = { user_id: ben, month: "2024-02-01", voice_label: "", tts_count: "2", credits: "9" };
    t.deepEqual(await months(), [january, february, bens]);
    await sql`delete from usage_days where day = '2024-02-29'`.execute(db);
    t.deepEqual(await months(), [january, { ...february, tts_count: "1", credits: "10" }]);
    await sql`delete from usage_days`.execute(db);
    t.deepEqual(await months(), []);
  });
});

test("latencies by month are made of those by day", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const anna = randomUUID();
    t.is((await openMigrator(db).migrateTo("0064-balances-and-holds")).error, undefined);
    const use = (day: string, latencies: string) =>
      sql`insert into usage_keys (user_id, day, api_key_id, request_type, requests, credits, latencies)
        values (${anna}, ${day}, '', 'tts', 1, 1, ${latencies}::int[])`.execute(db);
    await use("2024-01-31", "[60:62]={1,NULL,2}");
    await use("2024-02-01", "[0:1]={5,3}");
    await use("2024-02-29", "[1:1]={4}");
    await use("2024-03-01", "{}");
    t.is((await openMigrator(db).migrateToLatest()).error, undefined);
    const rows = await db.selectFrom("usage_latencies").selectAll().orderBy("month").orderBy("bucket").execute();
    const key = { user_id: anna, api_key_id: "", request_type: "tts" } as const;
    t.deepEqual(rows, [
      { ...key, month: "2024-01-01", bucket: 60, requests: 1 },
      { ...key, month: "2024-01-01", bucket: 62, requests: 2 },
      { ...key, month: "2024-02-01", bucket: 1, requests: 7 },
    ]);
    t.is((await openMigrator(db).migrateTo("0064-balances-and-holds")).error, undefined);
  });
});

test("keys from before scopes may do what their account may, and the release before can still make keys", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const names = (await openMigrator(db).getMigrations()).map(({ name }) => name);
    const before = names[names.indexOf("0021-key-scopes") - 1] ?? "";
    t.is((await openMigrator(db).migrateTo(before)).error, undefined);
    const ids = { user: randomUUID(), admin: randomUUID() };
    const insert = (owner: string) =>
      sql`insert into api_keys (id, user_id, name, key_sha256, hint)
      values (${randomUUID()}, ${owner}, 'n', ${randomBytes(32)}, 'hint')`.execute(db);
    for (const role of userRoles) {
      await sql`insert into users (id, email, name, username, role) values (${ids[role]}, ${role}, '', '', ${role})`.execute(
        db,
      );
      await insert(ids[role]);
    }
    t.is((await openMigrator(db).migrateToLatest()).error, undefined);
    const keysOf = (owner: string) => db.selectFrom("api_keys").select("scopes").where("user_id", "=", owner).execute();
    const [all, ordinary] = [[...apiKeyScopes], apiKeyScopes.filter((scope) => scope !== "admin")];
    t.deepEqual([await keysOf(ids.user), await keysOf(ids.admin)], [[{ scopes: ordinary }], [{ scopes: all }]]);
    await insert(ids.admin);
    t.deepEqual(await keysOf(ids.admin), [{ scopes: all }, { scopes: ordinary }]);
  });
});

test("jobs that are older than groups get their group", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    await takeBack(db, "0063-unused-job-columns");
    const accountId = randomUUID();
    const jobs = [
      { name: "apply-payment-event", account: null, lane: null, group: "apply-payment-event" },
      { name: "train-voice", account: accountId, lane: null, group: accountId },
      { name: "transcribe-audio", account: null, lane: "demo: one", group: "demo: one" },
      { name: "train-voice", account: accountId, lane: "suspects: train-voice", group: quarantineOf("train-voice") },
    ].map((job) => ({ id: randomUUID(), ...job }));
    for (const { id, name, account, lane } of jobs) {
      await sql`
        insert into jobs (subject_id, name, account_id, lane, state, heartbeat_at)
        values (${id}, ${name}, ${account}, ${lane}, 'running', now())`.execute(db);
    }
    t.is((await openMigrator(db).migrateToLatest()).error, undefined);
    const found = await db.selectFrom("jobs").select(["subject_id", "group_key"]).execute();
    const groups = Object.fromEntries(found.map((job) => [job.subject_id, job.group_key]));
    t.deepEqual(groups, Object.fromEntries(jobs.map(({ id, group }) => [id, group])));
  });
});

test("migrating twice, or from two sides at once, is migrating once", async (t) => {
  await withDatabase(await createEmptyDatabase(clusterUrl), async (db) => {
    const runs = await Promise.all([migrateToLatest(db), migrateToLatest(db)]);
    const names = (await openMigrator(db).getMigrations()).map(({ name }) => name);
    t.deepEqual(runs.flat().toSorted(), names, "each ran on one side");
    t.deepEqual(await migrateToLatest(db), []);
  });
});

test("a migration that gets a table too late lets go, and is tried again", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table kysely_migration in access exclusive mode`.execute(trx);
      hold();
      await released;
    });
    await held;
    const prepared = prepare(db);
    await sleep(2 * lockTimeoutMs);
    release();
    await holding;
    t.deepEqual(await prepared, []);
  });
});

test("a waiting migration does not block the tables of earlier ones", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const left = await takeBack(db, "0019-stored-objects");
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table credit_ledger in access share mode`.execute(trx);
      hold();
      await released;
    });
    await held;
    const prepared = prepare(db);
    try {
      const waits = sql`select from pg_locks where not granted and relation = 'credit_ledger'::regclass`;
      await until(async () => (await waits.execute(db)).rows.length > 0);
      const column = sql`select from pg_attribute where attrelid = 'users'::regclass and attname = 'role_source'`;
      t.is((await column.execute(db)).rows.length, 1, "earlier migrations are there for all to see");
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = 500`.execute(trx);
        await sql`select from api_keys join users on users.id = api_keys.user_id`.execute(trx);
      });
    } finally {
      release();
      await holding;
      t.deepEqual(await prepared, left);
    }
  });
});

test("a migration that is ended to break a deadlock is tried again", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const left = await takeBack(db, "0021-key-scopes");
    const prepared = await db.transaction().execute(async (trx) => {
      await sql`set local deadlock_timeout = '1min'`.execute(trx);
      await sql`lock table users in access exclusive mode`.execute(trx);
      const preparing = prepare(db);
      preparing.catch(() => {});
      // It has the keys by then, and waits for the accounts.
      const waits = sql`select from pg_locks where not granted and relation = 'users'::regclass`;
      await until(async () => (await waits.execute(trx)).rows.length > 0);
      await sql`select from api_keys`.execute(trx);
      return { preparing };
    });
    t.deepEqual(await prepared.preparing, left);
  });
});

test("seeding again changes nothing, and brings back what was changed", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const voices = () => db.selectFrom("voices").selectAll().orderBy("id").execute();
    const before = await voices();
    t.is(before.length, builtinVoices.length);
    await seed(db);
    t.deepEqual(await voices(), before);
    await db.updateTable("voices").set({ name: "Changed" }).where("language", "=", "en").execute();
    await Promise.all([seed(db), seed(db)]);
    t.deepEqual(await voices(), before);
  });
});
