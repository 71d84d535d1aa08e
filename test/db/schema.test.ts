import test from "ava";
import { sql } from "kysely";
import { NO_MIGRATIONS } from "kysely/migration";
import { accountNoteKinds } from "#db/account-schema.ts";
import {
  billingCycles,
  creditPools,
  ledgerKinds,
  orderStatuses,
  paymentStatuses,
  subscriptionStatuses,
} from "#db/billing-schema.ts";
import { batchItemStates } from "#db/batch-schema.ts";
import { exportFormats } from "#db/document-schema.ts";
import { reminderKinds } from "#db/alert-schema.ts";
import { usageSources } from "#db/usage-schema.ts";
import { modelPullStatuses } from "#db/model-schema.ts";
import { contactStatuses } from "#db/contact-schema.ts";
import { deviceScopes, deviceStatuses } from "#db/credential-schema.ts";
import { requestEventTypes, requestSubjects } from "#db/operation-schema.ts";
import { confidenceSources, engineKinds, engineStates } from "#db/engine-schema.ts";
import {
  apiKeyScopes,
  type Db,
  requestStatuses,
  requestTypes,
  roleSources,
  userRoles,
  voiceGenders,
  voiceQualities,
  voiceStatuses,
  voiceTypes,
  webhookEventStatuses,
  webhookProviders,
} from "#db/schema.ts";
import { migrateToLatest, openMigrator } from "#db/migrator.ts";
import { voiceActions, voiceAges } from "#db/voice-schema.ts";
import { deliveryStatuses, disabledReasons, endpointStates } from "#db/webhook-schema.ts";
import { createEmptyDatabase, createTestDatabase, withDatabase } from "#test/support/database.ts";
import { tables } from "#test/support/tables.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

/** The types that the driver makes of those of PostgreSQL. */
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

/** The columns of our tables as `table.column kind`, without views, Kysely's own tables and the queue's. */
async function columnsOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean; has_default: boolean }>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as nullable,
           column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'`.execute(db);
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
    // An insert fills in a description and the provider of an order, though the database would do it.
    const filled = (column: string): string =>
      column.replace(/((?:\.description|payment_orders\.provider) text)=$/, "$1");
    t.deepEqual(found.map(filled), told.toSorted());
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
      "account_notes.kind": [...accountNoteKinds],
      "api_keys.scopes": [...apiKeyScopes],
      "device_authorizations.scopes": [...deviceScopes],
      "device_authorizations.status": [...deviceStatuses],
      "users.role_source": [...roleSources],
      "voices.type": [...voiceTypes],
      "voices.status": [...voiceStatuses],
      "voices.gender": [...voiceGenders],
      "voices.age": [...voiceAges],
      "voices.quality": [...voiceQualities],
      "voice_uses.action": [...voiceActions],
      "speech_requests.request_type": [...requestTypes],
      "speech_requests.status": [...requestStatuses],
      "speech_requests.confidence_source": [...confidenceSources],
      "request_events.subject_type": [...requestSubjects],
      "request_events.type": [...requestEventTypes],
      "speech_batch_items.state": [...batchItemStates],
      "document_exports.format": [...exportFormats],
      "document_exports.status": [...requestStatuses],
      "model_pulls.status": [...modelPullStatuses],
      "engines.kind": [...engineKinds],
      "engines.state": [...engineStates],
      "jobs.state": ["queued", "running"],
      "webhook_events.provider": [...webhookProviders],
      "webhook_events.status": [...webhookEventStatuses],
      "webhook_endpoints.state": [...endpointStates],
      "webhook_endpoints.disabled_reason": [...disabledReasons],
      "webhook_deliveries.status": [...deliveryStatuses],
      "contact_submissions.status": [...contactStatuses],
      "feedback.request_type": [...requestTypes],
      "speech_requests.source": [...usageSources],
      "plans.billing_cycle": [...billingCycles],
      "balances.pool": [...creditPools],
      "holds.pool": [...creditPools],
      "credit_alerts.pool": [...creditPools],
      "subscription_reminders.kind": [...reminderKinds],
      "credit_ledger.pool": [...creditPools],
      "credit_ledger.kind": [...ledgerKinds],
      "usage_days.source": [...usageSources],
      "usage_totals.source": [...usageSources],
      "usage_months.source": [...usageSources],
      "usage_keys.request_type": [...creditPools],
      "usage_latencies.request_type": [...creditPools],
      "subscriptions.status": [...subscriptionStatuses],
      "payment_orders.status": [...orderStatuses],
      "payments.status": [...paymentStatuses],
    });
  });
});

test("every migration can be taken back and made again", async (t) => {
  await withDatabase(await createEmptyDatabase(clusterUrl), async (db) => {
    const migrator = openMigrator(db);
    const names = (await migrator.getMigrations()).map(({ name }) => name);
    t.true(names.length > 0);
    t.deepEqual(await migrateToLatest(db), names);
    const columns = await columnsOf(db);
    // One by one, so that each is seen to undo only itself.
    for (const name of names.toReversed()) {
      const { error, results } = await migrator.migrateDown();
      t.deepEqual([error, results?.map((result) => result.migrationName)], [undefined, [name]]);
    }
    t.deepEqual(await columnsOf(db), []);
    t.deepEqual(await migrateToLatest(db), names);
    t.deepEqual(await columnsOf(db), columns);
    t.is((await migrator.migrateTo(NO_MIGRATIONS)).error, undefined);
    t.deepEqual(await columnsOf(db), []);
  });
});
