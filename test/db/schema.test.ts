import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type InsertType, type Kysely, type SelectType, sql } from "kysely";
import { NO_MIGRATIONS } from "kysely/migration";
import {
  billingCycles,
  creditPools,
  ledgerKinds,
  orderStatuses,
  paymentStatuses,
  subscriptionStatuses,
  usageSources,
} from "#db/billing-schema.ts";
import {
  type ApiKeyScope,
  apiKeyScopes,
  audioContainers,
  contactStatuses,
  type Database,
  requestStatuses,
  requestTypes,
  roleSources,
  userRoles,
  voiceStatuses,
  voiceTypes,
  webhookEventStatuses,
  webhookProviders,
} from "#db/schema.ts";
import { openMigrator } from "#db/migrator.ts";
import { lockTimeoutMs, prepareDatabase } from "#db/prepare.ts";
import { seed } from "#db/seed.ts";
import { audioContainers as detectedContainers } from "#src/domain/speech/audio-container.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openPostgres } from "#src/platform/postgres.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

async function withDatabase(database: TestDatabase, work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const db = openPostgres({ url: database.url, poolSize: 2, name: "test" });
  try {
    await work(db);
  } finally {
    await db.destroy();
    await database.drop();
  }
}

type KindOf<T> = T extends string
  ? "text"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends Date
        ? "time"
        : T extends Buffer
          ? "bytes"
          : T extends readonly ApiKeyScope[]
            ? "list"
            : "json";

/** `=` behind the kind: an insert may leave it out. */
type DefaultOf<C> = [InsertType<C>] extends [never] ? "=" : undefined extends InsertType<C> ? "=" : "";

/** `?` behind the kind: it may be null. */
type Told<C> = `${KindOf<NonNullable<SelectType<C>>>}${null extends SelectType<C> ? "?" : DefaultOf<C>}`;

type Tables = {
  readonly [Table in keyof Database]: { readonly [Name in keyof Database[Table]]: Told<Database[Table][Name]> };
};

/** What `db/schema.ts` says. It does not compile when it says something else, so the database can be held against it. */
const tables: Tables = {
  users: {
    ...{
      id: "text",
      email: "text",
      name: "text",
      username: "text",
      role: "text=",
      role_source: "text=",
      created_at: "time=",
    },
    ...{ oidc_issuer: "text?", oidc_subject: "text?", email_verified: "boolean=", identity_updated_at: "time?" },
    ...{ closed_at: "time?", keep_recordings: "boolean=" },
  },
  api_keys: {
    ...{ id: "text", user_id: "text", name: "text", description: "text", key_sha256: "bytes", hint: "text" },
    ...{ created_at: "time=", last_used_at: "time?", revoked_at: "time?", expires_at: "time?" },
    ...{ scopes: "list=", created_by_key_id: "text?", replaces_key_id: "text?" },
  },
  voices: {
    ...{ id: "text", user_id: "text?", name: "text", description: "text", type: "text", language: "text" },
    ...{ status: "text", engine: "text?", engine_voice: "text?", profile: "json?", measurement: "json?" },
    ...{ sample_key: "text?", sample_container: "text?", error_code: "text?", error_message: "text?" },
    created_at: "time=",
  },
  speech_requests: {
    ...{ id: "text", user_id: "text?", request_type: "text", is_demo: "boolean", status: "text", progress: "number=" },
    ...{ language: "text", voice_id: "text?", input_text: "text?", characters: "number?", speed: "number?" },
    ...{ format: "text?", source_key: "text?", source_container: "text?", result_key: "text?", content_type: "text?" },
    ...{ sample_rate: "number?", duration_seconds: "number?", transcript: "json?", error_code: "text?" },
    ...{ error_message: "text?", error_facts: "json?", created_at: "time=", started_at: "time?", finished_at: "time?" },
    ...{ source: "text?", credits: "number?" },
  },
  jobs: {
    ...{ subject_id: "text", name: "text", priority: "number=", state: "text=", generation: "number=", run: "number=" },
    ...{ failures: "number=", crashes: "number=", run_at: "time=", enqueued_at: "time=", heartbeat_at: "time?" },
    ...{ lane: "text?", created_at: "time=", account_id: "text?", turn: "text=", ticket: "text?" },
  },
  job_turns: { account_id: "text", begun_at: "time?", name: "text", turn: "text" },
  sessions: {
    ...{ id: "text", user_id: "text", token_sha256: "bytes", user_agent: "text=", created_at: "time=" },
    ...{ last_seen_at: "time=", expires_at: "time" },
  },
  sign_ins: {
    ...{ token_sha256: "bytes", state: "text", nonce: "text", code_verifier: "text", return_to: "text" },
    created_at: "time=",
  },
  webhook_events: {
    ...{ id: "text", provider: "text", dedupe_key: "text", event_id: "text", event_type: "text", subject: "text?" },
    ...{ payload: "text?", status: "text", detail: "text?", received_at: "time=", processed_at: "time?" },
    ...{ resolved_at: "time?", resolved_by: "text?" },
  },
  contact_submissions: {
    ...{ id: "text", name: "text", email: "text", company: "text?", interested_products: "json?" },
    ...{ how_did_you_hear: "text?", status: "text=", created_at: "time=", closed_at: "time?" },
  },
  feedback: {
    ...{ id: "text", user_id: "text", request_id: "text", request_type: "text", feedback_text: "text" },
    created_at: "time=",
  },
  object_removals: { key: "text", created_at: "time=" },
  pending_objects: { key: "text", created_at: "time=" },
  installation_keys: { name: "text", secret: "bytes" },
  free_credit_addresses: { address_hash: "bytes", created_at: "time=" },
  stored_objects: { key: "text", user_id: "text", bytes: "text" },
  storage_totals: { user_id: "text", bytes: "text" },
  idempotency_keys: {
    ...{ user_id: "text", route: "text", key: "text", fingerprint: "bytes", resource_id: "text", status: "number?" },
    created_at: "time=",
  },
  rate_limits: { key: "text", points: "number=", expire: "text?" },
  plans: {
    ...{ id: "text", display_name: "text", price_inr: "number", billing_cycle: "text", position: "number" },
    ...{ tts_credits_per_cycle: "number", asr_credits_per_cycle: "number", is_active: "boolean=" },
  },
  credit_accounts: {
    user_id: "text",
    pool: "text",
    cycle: "number=",
    cycle_id: "text?",
    lasting: "number=",
    cycle_ends_at: "time?",
  },
  credit_holds: {
    ...{ request_id: "text", user_id: "text", pool: "text", from_cycle: "number", from_lasting: "number" },
    ...{ cycle_id: "text?", created_at: "time=" },
  },
  credit_ledger: {
    ...{ id: "text=", user_id: "text", pool: "text", kind: "text", credits: "number", request_id: "text?" },
    ...{ order_id: "text?", reason: "text?", created_at: "time=" },
  },
  subscriptions: {
    ...{ id: "text", user_id: "text", plan_id: "text", status: "text", anchor_at: "time?", paid_months: "number=" },
    ...{ current_period_start: "time?", current_period_end: "time?", order_id: "text?", created_at: "time=" },
  },
  payment_orders: {
    ...{ id: "text", request_id: "text", user_id: "text", subscription_id: "text", plan_id: "text", status: "text" },
    ...{ amount: "number", currency: "text", months: "number", tts_credits: "number", asr_credits: "number" },
    ...{ paid_at: "time?", period_start: "time?", period_end: "time?", started_at: "time?", ended_at: "time?" },
    ...{ asked_at: "time=", created_at: "time=" },
  },
  payments: {
    ...{
      id: "text",
      order_id: "text",
      status: "text",
      amount: "number",
      refunded: "number=",
      captured_at: "time?",
      made_at: "time?",
    },
    created_at: "time=",
  },
  usage_totals: {
    ...{ user_id: "text", day: "text", source: "text", tts_count: "number", asr_count: "number" },
    ...{ tts_characters: "number", asr_seconds: "number", credits: "number" },
  },
  usage_days: {
    ...{ user_id: "text", day: "text", source: "text", voice_id: "text", voice_label: "text", tts_count: "number" },
    ...{ asr_count: "number", tts_characters: "number", asr_seconds: "number", credits: "number" },
  },
  usage_months: {
    ...{ user_id: "text", month: "text", source: "text", voice_id: "text", voice_label: "text" },
    ...{ tts_count: "text", credits: "text" },
  },
};

/** What the driver makes of Postgres' types. */
const kinds: Readonly<Record<string, string>> = {
  uuid: "text",
  text: "text",
  integer: "number",
  bigint: "text",
  real: "number",
  "double precision": "number",
  boolean: "boolean",
  date: "text",
  "timestamp with time zone": "time",
  bytea: "bytes",
  jsonb: "json",
  ARRAY: "list",
};

/** The columns of our tables as `table.column kind`, without Kysely's own tables and the queue's. */
async function columnsOf(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean; has_default: boolean }>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as nullable,
           column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db);
  return rows
    .map(({ name, type, nullable, has_default }) => {
      const told = nullable ? "?" : has_default ? "=" : "";
      return `${name} ${kinds[type] ?? type}${told}`;
    })
    .toSorted();
}

test("the types of the tables are those of the migrated database", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const told = Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries(columns).map(([name, kind]) => `${table}.${name} ${kind}`),
    );
    const found = await columnsOf(db);
    // An insert may fill in a description, though the database would do it.
    const described = (column: string): string => column.replace(/(\.description text)=$/, "$1");
    t.deepEqual(found.map(described), told.toSorted());
  });
});

test("closed sets of words are the same in the types and in the database", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where contype = 'c' and cardinality(conkey) = 1`.execute(db);
    const sets = rows.flatMap(({ name, definition }) => {
      const words = [...definition.matchAll(/'(\w+)'::text/g)].flatMap(([, word]) => word ?? []);
      return words.length > 0 ? [[name, words] as const] : [];
    });
    t.deepEqual(Object.fromEntries(sets), {
      "users.role": [...userRoles],
      "api_keys.scopes": [...apiKeyScopes],
      "users.role_source": [...roleSources],
      "voices.type": [...voiceTypes],
      "voices.status": [...voiceStatuses],
      "speech_requests.request_type": [...requestTypes],
      "speech_requests.status": [...requestStatuses],
      "jobs.state": ["queued", "running"],
      "webhook_events.provider": [...webhookProviders],
      "webhook_events.status": [...webhookEventStatuses],
      "contact_submissions.status": [...contactStatuses],
      "feedback.request_type": [...requestTypes],
      "speech_requests.source": [...usageSources],
      "plans.billing_cycle": [...billingCycles],
      "credit_accounts.pool": [...creditPools],
      "credit_holds.pool": [...creditPools],
      "credit_ledger.pool": [...creditPools],
      "credit_ledger.kind": [...ledgerKinds],
      "usage_days.source": [...usageSources],
      "usage_totals.source": [...usageSources],
      "usage_months.source": [...usageSources],
      "subscriptions.status": [...subscriptionStatuses],
      "payment_orders.status": [...orderStatuses],
      "payments.status": [...paymentStatuses],
    });
  });
  t.deepEqual([...audioContainers], [...detectedContainers]);
});

test("every migration can be taken back and made again", async (t) => {
  await withDatabase(await createEmptyDatabase(clusterUrl), async (db) => {
    const migrator = openMigrator(db);
    const names = (await migrator.getMigrations()).map(({ name }) => name);
    t.true(names.length > 0);
    const first = await migrator.migrateToLatest();
    t.deepEqual([first.error, first.results?.map((result) => result.migrationName)], [undefined, names]);
    const columns = await columnsOf(db);
    // One by one, so that each is seen to undo only itself.
    for (const name of names.toReversed()) {
      const { error, results } = await migrator.migrateDown();
      t.deepEqual([error, results?.map((result) => result.migrationName)], [undefined, [name]]);
    }
    t.deepEqual(await columnsOf(db), []);
    t.is((await migrator.migrateToLatest()).error, undefined);
    t.deepEqual(await columnsOf(db), columns);
    t.is((await migrator.migrateTo(NO_MIGRATIONS)).error, undefined);
    t.deepEqual(await columnsOf(db), []);
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
