import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { apiKeyScopes, userRoles } from "#db/schema.ts";
import { openMigrator } from "#db/migrator.ts";
import { lockTimeoutMs, prepareDatabase } from "#db/prepare.ts";
import { seed } from "#db/seed.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { createEmptyDatabase, createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

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

test("migrating twice, or from two sides at once, is migrating once", async (t) => {
  await withDatabase(await createEmptyDatabase(clusterUrl), async (db) => {
    const runs = await Promise.all([openMigrator(db).migrateToLatest(), openMigrator(db).migrateToLatest()]);
    t.deepEqual(
      runs.map(({ error }) => error),
      [undefined, undefined],
    );
    const names = (await openMigrator(db).getMigrations()).map(({ name }) => name);
    t.deepEqual(
      runs.flatMap(({ results = [] }) => results.map((result) => result.migrationName)),
      names,
    );
    t.deepEqual((await openMigrator(db).migrateToLatest()).results, []);
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
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const url = new URL(clusterUrl);
    url.pathname = `/${rows[0]?.name ?? ""}`;
    const prepared = prepareDatabase({ databaseUrl: url.href, redisUrl: "redis://127.0.0.1:1" });
    await sleep(2 * lockTimeoutMs);
    release();
    await holding;
    t.deepEqual(await prepared, []);
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
