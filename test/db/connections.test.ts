import { setImmediate } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

async function openPool(t: ExecutionContext, poolSize = 1): Promise<Kysely<Database>> {
  const database = await createEmptyDatabase(testEnvironment().clusterUrl);
  const db = openPostgres({ url: database.url, poolSize, name: "test" });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
  });
  return db;
}

test("a connection that the server ends within a transaction fails the transaction, and nothing else", async (t) => {
  const db = await openPool(t, 2);
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
  const db = await openPool(t);
  const { rows } = await sql<{ limit: string }>`
    select current_setting('idle_in_transaction_session_timeout') as limit`.execute(db);
  t.deepEqual(rows, [{ limit: "30s" }]);
});

const preparedStatements = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
    ({ statement }) => statement,
  );

test("what is sent again and again is prepared once, but for sums, and goes on when a migration adds a column", async (t) => {
  const db = await openPool(t);
  await sql`create table things (id int primary key, name text not null)`.execute(db);
  await sql`insert into things values (1, 'one')`.execute(db);
  const read = async (id: number): Promise<unknown> =>
    (await sql`select id, name from things where id = ${id}`.execute(db)).rows;
  for (let times = 0; times < 10; times += 1) t.deepEqual(await read(1), [{ id: 1, name: "one" }]);
  for (let times = 0; times < 10; times += 1) {
    await sql`select name, count(*) from things where id = ${1} group by name`.execute(db);
  }
  t.deepEqual(await preparedStatements(db), ["select id, name from things where id = $1"]);
  await sql`alter table things add column size int not null default 0`.execute(db);
  t.deepEqual(await read(1), [{ id: 1, name: "one" }]);
  t.deepEqual(await read(2), []);
});

test("a statement that was prepared for an empty table does not read all of it when it has filled", async (t) => {
  const db = await openPool(t);
  await sql`create table things (id int primary key, name text not null)`.execute(db);
  await sql`vacuum analyze things`.execute(db);
  const read = async (id: number): Promise<unknown> =>
    (await sql`select name from things where id = ${id}`.execute(db)).rows;
  for (let times = 0; times < 20; times += 1) t.deepEqual(await read(times), []);
  await sql`insert into things select id, 'thing ' || id from generate_series(1, 5000) as id`.execute(db);
  for (let times = 0; times < 20; times += 1) t.deepEqual(await read(4_000), [{ name: "thing 4000" }]);
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql`select idx_scan::int from pg_stat_user_tables where relname = 'things'`.execute(db);
  t.deepEqual(rows, [{ idx_scan: 40 }]);
});

test("a statement about one status finds the index of that status, however often it is sent", async (t) => {
  const db = await openPool(t);
  await sql`create table things (id int, status text not null)`.execute(db);
  await sql`create unique index on things (id) where status = 'open'`.execute(db);
  const things = db.$extendTables<{ things: { id: number; status: "open" | "closed" } }>();
  const insert = things.insertInto("things").values({ id: 1, status: "open" });
  for (let times = 0; times < 20; times += 1) {
    await insert.onConflict((conflict) => conflict.column("id").where("status", "=", "open").doNothing()).execute();
    await things.selectFrom("things").select("id").where("id", "=", 1).where("status", "in", ["open"]).execute();
    await things.updateTable("things").set({ id: 1, status: "open" }).where("status", "<>", "closed").execute();
    await things.updateTable("things").set({ id: 1, status: "open" }).where("id", "=", 1).execute();
  }
  t.deepEqual(await preparedStatements(db), ['update "things" set "id" = $1, "status" = $2 where "id" = $3']);
  t.deepEqual((await sql`select id from things`.execute(db)).rows, [{ id: 1 }]);
});

test("a prepared statement that fails does not fail the next call", async (t) => {
  const db = await openPool(t);
  const divide = (by: number): Promise<unknown> => sql`select 6 / ${by}::int as result`.execute(db);
  for (let times = 0; times < 10; times += 1) {
    await t.throwsAsync(divide(0), { message: /division by zero/ });
    await t.notThrowsAsync(divide(2));
  }
  const broken = db.transaction().execute(async (trx) => {
    await sql`select 1 / ${0}::int as first`.execute(trx).catch(() => undefined);
    await sql`select 6 / ${2}::int as result`.execute(trx);
  });
  await t.throwsAsync(broken, { message: /current transaction is aborted/ });
  await t.notThrowsAsync(divide(3));
});

test("statements that differ at each call do not fill the connection", async (t) => {
  const db = await openPool(t);
  for (let column = 0; column < 300; column += 1) {
    const statement = sql`select ${column}::int as ${sql.ref(`c${column}`)}`;
    for (let times = 0; times < 6; times += 1) await statement.execute(db);
  }
  t.is((await preparedStatements(db)).length, 200);
});

test("a list is prepared for no length that it can have", async (t) => {
  const db = await openPool(t);
  await sql`create table things (id int)`.execute(db);
  const things = db.$extendTables<{ things: { id: number } }>();
  const ids = Array.from({ length: 20 }, (_, id) => id);
  for (const length of ids.slice(2)) {
    for (let times = 0; times < 6; times += 1) {
      await things.selectFrom("things").select("id").where("id", "in", ids.slice(0, length)).execute();
      await things
        .insertInto("things")
        .values(ids.slice(0, length).map((id) => ({ id })))
        .execute();
    }
  }
  t.deepEqual(await preparedStatements(db), []);
});
