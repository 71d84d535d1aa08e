import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import type { Db } from "#db/schema.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";

const template = "speech_template";
/** Any number will do, as long as all test files take the same. */
const lockKey = 7_305_214;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file, cloned from one that has been migrated and seeded once. */
export async function createTestDatabase(clusterUrl: string, redisUrl: string | null): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withCluster(clusterUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    const found = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (found.rowCount === 0) {
      await client.query(`create database ${template}`);
      await prepareDatabase({ databaseUrl: inDatabase(clusterUrl, template), redisUrl });
    }
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: inDatabase(clusterUrl, name),
    drop: () => drop(clusterUrl, name),
  };
}

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withCluster(clusterUrl, (client) => client.query(`create database ${name}`));
  return {
    url: inDatabase(clusterUrl, name),
    drop: () => drop(clusterUrl, name),
  };
}

/** PostgreSQL waits some seconds for connections that are being closed; those that stay are ended. */
const drop = (clusterUrl: string, name: string): Promise<void> =>
  withCluster(clusterUrl, (client) =>
    client.query(`drop database ${name}`).catch(() => client.query(`drop database ${name} with (force)`)),
  );

function inDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withCluster(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Works on a database of its own, which goes afterwards. */
export async function withDatabase(database: TestDatabase, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openPostgres({ url: database.url, poolSize: 2, name: "test" });
  try {
    await work(db);
  } finally {
    await db.destroy();
    await database.drop();
  }
}

/** Waits until so many statements in a database wait for rows or tables that another one has locked. Promotions wait for each other. */
export async function untilLockAwaited(db: Db, count = 1): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`;
  while ((await waiting.execute(db)).rows.length < count) await sleep(10);
}
