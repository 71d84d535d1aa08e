import { setImmediate } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { openPostgres } from "#src/platform/postgres.ts";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

test("a connection that the server ends within a transaction fails the transaction, and nothing else", async (t) => {
  const database = await createEmptyDatabase(testEnvironment().clusterUrl);
  const db = openPostgres({ url: database.url, poolSize: 2, name: "test" });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
  });
  const transaction = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000)`.execute(db);
    // The news arrives between the statements.
    await setImmediate();
    await sql`select 1`.execute(trx);
  });
  await t.throwsAsync(transaction);
  t.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
});

test("the server keeps no locks for a process that stands still within a transaction", async (t) => {
  const database = await createEmptyDatabase(testEnvironment().clusterUrl);
  const db = openPostgres({ url: database.url, poolSize: 1, name: "test" });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
  });
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as limit`.execute(db);
  t.deepEqual(rows, [{ limit: "30s" }]);
});
