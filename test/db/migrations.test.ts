import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Kysely, sql } from "kysely";
import type { MigrationProvider } from "kysely/migration";
import { lockTimeoutMs, migrateToLatest, openMigrator, ownMigrations } from "#db/migrator.ts";
import { baseline, oldestUpgraded, replacedMigrations, replacedProvider } from "#db/replaced-migrations.ts";
import type { Db } from "#db/schema.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { seed } from "#src/migrate/seed.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createEmptyDatabase, createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(clusterUrl);
  url.pathname = `/${rows[0]?.name ?? ""}`;
  return url.href;
}

/** Prepares the database as the program does, on a connection of its own. */
const prepare = async (db: Db): Promise<readonly string[]> =>
  prepareDatabase({ databaseUrl: await urlOf(db), redisUrl: "redis://127.0.0.1:1" });

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await holds()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error("It did not come to that.");
  }
}

async function takeBackToBaseline(db: Db): Promise<void> {
  const { error } = await openMigrator(db).migrateTo(baseline);
  if (error !== undefined) throw new Error("The migrations cannot be taken back.", { cause: error });
}

async function nameMigrations(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  for (const name of names) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(db);
  }
}

async function appliedMigrations(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

test("a database from before the baseline is recorded as one that has it, and keeps its jobs under way", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    await takeBackToBaseline(db);
    await nameMigrations(db, replacedMigrations);
    const jobs = () =>
      db.selectFrom("jobs").select(["subject_id", "name", "run", "heartbeat_at"]).orderBy("run").execute();
    for (const [run, state] of ["queued", "running"].entries()) {
      await sql`
        insert into jobs (subject_id, name, state, run, group_key, heartbeat_at)
        values (${randomUUID()}, 'train-voice', ${state}, ${run}, 'train-voice', now())`.execute(db);
    }
    const before = await jobs();
    t.is(before.length, 2);
    const runs = await Promise.all([prepare(db), prepare(db)]);
    const names = (await openMigrator(db).getMigrations()).map(({ name }) => name);
    t.deepEqual(runs.flat().toSorted(), names, "it is recorded once");
    t.deepEqual(await appliedMigrations(db), names);
    t.deepEqual(await jobs(), before);
    t.deepEqual(await prepare(db), []);
  });
});

test("a database from before the baseline loses the triggers and views of older releases, and keeps the sums of use", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    await takeBackToBaseline(db);
    await sql`
      create function add_usage_total() returns trigger language plpgsql as $$
      begin
        raise exception 'An older release adds up use.';
      end $$`.execute(db);
    const sum = { user_id: randomUUID(), day: "2026-01-01", source: "web", voice_id: "", voice_label: "" } as const;
    const used = { tts_count: 1, asr_count: 0, tts_characters: 5, asr_seconds: 0, credits: 5 } as const;
    const first = { ...sum, ...used };
    await db.insertInto("usage_days").values(first).execute();
    await sql`
      create trigger add_usage_total after insert or update on usage_days
      for each row execute function add_usage_total()`.execute(db);
    await sql`create view credit_accounts as select user_id, permanent as lasting from balances`.execute(db);
    await prepare(db);
    const second = { ...first, day: "2026-01-02" };
    await db.insertInto("usage_days").values(second).execute();
    t.deepEqual(await db.selectFrom("usage_days").selectAll().orderBy("day").execute(), [first, second]);
    const left = sql`select from pg_class where relname = 'credit_accounts'
      union all select from pg_proc where proname = 'add_usage_total'`;
    t.is((await left.execute(db)).rows.length, 0);
  });
});

test("a database of the release before the baseline gets what it lacks, and then is as a new one", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const upgraded = replacedMigrations.slice(0, replacedMigrations.indexOf(oldestUpgraded) + 1);
    const tables = async () => {
      const { rows } = await sql<{ column: string }>`
        select table_name || '.' || column_name || ' ' || data_type as column from information_schema.columns
        where table_schema = 'public' order by 1`.execute(db);
      return rows.map(({ column }) => column);
    };
    const whole = await tables();
    await takeBackToBaseline(db);
    await nameMigrations(db, replacedMigrations);
    const { error } = await openMigrator(db, replacedProvider).migrateTo(oldestUpgraded);
    t.is(error, undefined);
    t.notDeepEqual(await tables(), whole);
    t.deepEqual(await appliedMigrations(db), upgraded);
    const ran = await prepare(db);
    const names = (await openMigrator(db).getMigrations()).map(({ name }) => name);
    t.deepEqual(ran, [...replacedMigrations.slice(upgraded.length), ...names]);
    t.deepEqual(await appliedMigrations(db), names);
    t.deepEqual(await tables(), whole);
  });
});

test("a database that lacks migrations from before the baseline is refused with the release to install first", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const older = replacedMigrations.slice(0, replacedMigrations.indexOf("0064-balances-and-holds"));
    await takeBackToBaseline(db);
    await nameMigrations(db, older);
    const error = await t.throwsAsync(prepare(db));
    t.regex(
      error?.message ?? "",
      /lacks the migration 0064-balances-and-holds\. First install .*0065-usage-latencies/u,
    );
    t.deepEqual(await appliedMigrations(db), older);
  });
});

test("a database with migrations that this release does not have is refused, and stays as it is", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const unknown = "9999-unknown";
    await takeBackToBaseline(db);
    for (const known of [replacedMigrations, [baseline]]) {
      await nameMigrations(db, [...known, unknown]);
      const error = await t.throwsAsync(prepare(db));
      t.true(`${error?.message} ${String(error?.cause)}`.includes(unknown));
      t.deepEqual(await appliedMigrations(db), [...known, unknown]);
    }
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

/** The databases of other tests have the same numbers for their tables, so that the database has to be named. */
async function isAwaited(db: Db, table: string): Promise<boolean> {
  const waits = sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and relation = ${table}::regclass and datname = current_database()`;
  return (await waits.execute(db)).rows.length > 0;
}

const waitsFor = (db: Db, table: string): Promise<void> => until(() => isAwaited(db, table));

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
    await waitsFor(db, "kysely_migration");
    await until(async () => !(await isAwaited(db, "kysely_migration")));
    release();
    await holding;
    t.deepEqual(await prepared, []);
  });
});

/** The migrations of this release and two more, which lock a table each. */
const withLocks: MigrationProvider = {
  getMigrations: async () => ({
    ...(await ownMigrations.getMigrations()),
    "9001-users": { up: (db) => addColumn(db, "users") },
    "9002-two-tables": {
      up: async (db) => {
        await addColumn(db, "api_keys");
        await addColumn(db, "credit_ledger");
      },
    },
  }),
};
const addedMigrations = ["9001-users", "9002-two-tables"] as const;

const addColumn = async (db: Kysely<unknown>, table: string): Promise<void> =>
  void (await sql`alter table ${sql.table(table)} add column added integer`.execute(db));

/** Runs them on connections of their own, which wait for locks as those of the program do. */
async function migrateWithLocks(db: Db): Promise<readonly string[]> {
  const own = openPostgres({ url: await urlOf(db), poolSize: 2, name: "test", lockTimeoutMs });
  try {
    return await migrateToLatest(own, withLocks);
  } finally {
    await own.destroy();
  }
}

test("a waiting migration does not block the tables of earlier ones", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table credit_ledger in access share mode`.execute(trx);
      hold();
      await released;
    });
    await held;
    const migrating = migrateWithLocks(db);
    try {
      await waitsFor(db, "credit_ledger");
      const column = sql`select from pg_attribute where attrelid = 'users'::regclass and attname = 'added'`;
      t.is((await column.execute(db)).rows.length, 1, "earlier migrations are there for all to see");
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = 500`.execute(trx);
        await sql`select from users`.execute(trx);
      });
    } finally {
      release();
      await holding;
      t.deepEqual(await migrating, addedMigrations);
    }
  });
});

test("a migration gives way to a call that would come into a deadlock with it, and is tried again", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const migrating = await db.transaction().execute(async (trx) => {
      await sql`lock table credit_ledger in access exclusive mode`.execute(trx);
      const names = migrateWithLocks(db);
      names.catch(() => {});
      // It has the keys by then, and waits for the ledger.
      await waitsFor(trx, "credit_ledger");
      await sql`select from api_keys`.execute(trx);
      return { names };
    });
    t.deepEqual(await migrating.names, addedMigrations);
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
