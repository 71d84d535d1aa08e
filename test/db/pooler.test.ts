import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { pino } from "pino";
import { planByIndex, prepared } from "#db/prepared.ts";
import { type Config, ConfigError, directUrlOf, readConfig } from "#src/config.ts";
import { isOutage } from "#src/errors.ts";
import { findDatabaseFaults } from "#src/platform/postgres/database-faults.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { findProgram, freePort } from "#harness/servers/backing-services.ts";
import { type PoolMode, startPgBouncer } from "#harness/servers/pgbouncer.ts";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startService } from "#test/support/service.ts";

const { clusterUrl } = testEnvironment();
const hasPgBouncer = (await findProgram(["pgbouncer"], "/usr/sbin")) !== null;

function withPgBouncer(title: string, run: (t: ExecutionContext) => Promise<void>): void {
  if (hasPgBouncer) test.serial(title, run);
  else test.serial.skip(`${title}: not run, because pgbouncer is missing`, run);
}

async function startPooler(t: ExecutionContext, mode: PoolMode, serverUrl = clusterUrl) {
  const directory = await mkdtemp(join(tmpdir(), "speech-pooler-"));
  const pooler = await startPgBouncer(directory, serverUrl, mode);
  t.teardown(async () => {
    await pooler.stop();
    await rm(directory, { recursive: true });
  });
  return pooler;
}

/** A database of its own, with PgBouncer before it. */
async function databaseBehind(t: ExecutionContext, mode: PoolMode) {
  const database = await createEmptyDatabase(clusterUrl);
  t.teardown(() => database.drop());
  const pooler = await startPooler(t, mode);
  return { directUrl: database.url, url: pooler.urlOf(new URL(database.url).pathname.slice(1)) };
}

interface Check {
  readonly url: string;
  readonly pooler?: Config["databasePooler"];
}

/** Looks as a process does that starts. @returns the faults, and the warnings that it logs */
async function check({ url, pooler = "none" }: Check) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const db = openPostgres({ url, pooler, poolSize: 1, name: "test" });
  try {
    return { faults: await findDatabaseFaults(db, { databasePooler: pooler, log }), warnings: lines.join("") };
  } finally {
    await db.destroy();
  }
}

withPgBouncer(
  "behind PgBouncer in transaction mode sessions are shared, and calls and workers go on as always",
  async (t) => {
    const { url } = await databaseBehind(t, "transaction");
    const db = openPostgres({ url, pooler: "transaction", poolSize: 20, name: "test" });
    t.teardown(() => db.destroy());
    const read = (number: number) =>
      sql<{ number: number; seqscan: string }>`
      select ${number}::int as number, current_setting('enable_seqscan') as seqscan, pg_sleep(0.01)`
        .withPlugin(prepared("read-number", { first: planByIndex }))
        .execute(db);
    const found = await Promise.all(Array.from({ length: 60 }, (_, number) => read(number)));
    t.deepEqual(
      found.map(({ rows }) => [rows[0]?.number, rows[0]?.seqscan]),
      found.map((_, number) => [number, "off"]),
    );
    await t.throwsAsync(
      db.transaction().execute(async (trx) => {
        await sql`create table half (id int)`.execute(trx);
        throw new Error("given up");
      }),
      { message: "given up" },
    );
    await t.throwsAsync(sql`select * from half`.execute(db), { message: /does not exist/ });
  },
);

withPgBouncer("a service behind PgBouncer in transaction mode speaks, charges and answers", async (t) => {
  const pooler = await startPooler(t, "transaction");
  await using service = await startService({ workers: ["synthesis"], poolerUrl: pooler.urlOf("postgres") });
  const { key } = await service.account();
  const calls = Array.from({ length: 8 }, (_, index) =>
    service.call("POST", "/v1/speech/synthesize", { key, json: { text: `Sentence ${index}.` } }),
  );
  t.deepEqual(
    (await Promise.all(calls)).map(({ status }) => status),
    calls.map(() => 200),
  );
  t.is((await service.call("GET", "/readyz")).status, 200);
});

withPgBouncer(
  "a process says before it takes work that a pooler was not announced, or has no transactions",
  async (t) => {
    const transaction = await databaseBehind(t, "transaction");
    const unannounced = await check(transaction);
    t.regex(unannounced.faults.join(), /Set DATABASE_POOLER to transaction/);
    const announced = await check({ ...transaction, pooler: "transaction" });
    t.deepEqual(announced.faults, []);
    t.regex(announced.warnings, /alter role … set statement_timeout/);
    const statement = await databaseBehind(t, "statement");
    t.regex((await check({ ...statement, pooler: "transaction" })).faults.join(), /statement mode.*pool_mode/);
  },
);

withPgBouncer("a pooler that has no server is an outage", async (t) => {
  const pooler = await startPooler(t, "transaction", `postgres://postgres:none@127.0.0.1:${await freePort()}`);
  const db = openPostgres({ url: pooler.urlOf("speech"), pooler: "transaction", poolSize: 1, name: "test" });
  t.teardown(() => db.destroy());
  t.true(isOutage(await t.throwsAsync(sql`select 1`.execute(db))));
});

test.serial("a process says before it takes work that the database only reads, or that a clock is wrong", async (t) => {
  const database = await createEmptyDatabase(clusterUrl);
  t.teardown(() => database.drop());
  const { url } = database;
  t.deepEqual(await check({ url }), { faults: [], warnings: "" });
  const now = Date.now;
  Date.now = () => now() - 600_000;
  const { faults } = await check({ url }).finally(() => (Date.now = now));
  t.deepEqual(
    faults.map((fault) => /^The clock.*database\./.exec(fault)?.[0]),
    ["The clock of this machine is 10 minutes behind that of the database."],
  );
  const db = openPostgres({ url, poolSize: 1, name: "test" });
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db);
  await db.destroy();
  t.regex((await check({ url })).faults.join(), /only reads/);
});

test("migrations and a queue in PostgreSQL need an address without the pooler", (t) => {
  const url = "postgres://speech@pooler/speech";
  const direct = "postgres://speech@primary/speech";
  const config = readConfig({ DATABASE_URL: url, DATABASE_POOLER: "transaction" });
  t.throws(() => directUrlOf(config), { instanceOf: ConfigError, message: /DATABASE_DIRECT_URL/ });
  t.is(directUrlOf({ ...config, databaseDirectUrl: direct }), direct);
  t.is(directUrlOf({ ...config, databasePooler: "none" }), url);
});
