import { setImmediate } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { type RawBuilder, sql } from "kysely";
import { type FirstStatement, planByIndex, prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

async function openPool(t: ExecutionContext, poolSize = 1): Promise<Db> {
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

const preparedStatements = async (db: Db): Promise<readonly unknown[]> =>
  (
    await sql`
      select name, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`.execute(db)
  ).rows;

test("a statement with a name is prepared once, others are not, and it works on when a migration adds a column", async (t) => {
  const db = await openPool(t);
  await sql`create table things (id int primary key, name text not null)`.execute(db);
  await sql`insert into things values (1, 'one')`.execute(db);
  const things = db.$extendTables<{ things: { id: number; name: string } }>();
  const read = (id: number): Promise<unknown> =>
    things.selectFrom("things").select("name").where("id", "=", id).withPlugin(prepared("find-thing")).execute();
  for (let times = 0; times < 10; times += 1) {
    t.deepEqual(await read(1), [{ name: "one" }]);
    await sql`select name from things where id = ${1}`.execute(db);
  }
  t.deepEqual(await preparedStatements(db), [{ name: "find-thing", generic: 5, custom: 5 }]);
  await sql`alter table things add column size int not null default 0`.execute(db);
  t.deepEqual(await read(1), [{ name: "one" }]);
  t.deepEqual(await read(2), []);
});

test("a name of another statement is refused", async (t) => {
  const db = await openPool(t);
  const named = (text: RawBuilder<unknown>): Promise<unknown> => text.withPlugin(prepared("one")).execute(db);
  await named(sql`select ${1}::int as result`);
  await t.throwsAsync(named(sql`select ${2}::text as result`), { message: /must be unique/ });
  await t.notThrowsAsync(named(sql`select ${3}::int as result`));
});

test("a prepared statement that fails does not fail the next call", async (t) => {
  const db = await openPool(t);
  const divide = (by: number): Promise<unknown> =>
    sql`select 6 / ${by}::int as result`.withPlugin(prepared("divide")).execute(db);
  for (let times = 0; times < 10; times += 1) {
    await t.throwsAsync(divide(0), { message: /division by zero/ });
    await t.notThrowsAsync(divide(2));
  }
  const broken = db.transaction().execute(async (trx) => {
    await sql`select 1 / ${0}::int as first`.execute(trx).catch(() => undefined);
    await sql`select 6 / ${2}::int as result`.withPlugin(prepared("divide")).execute(trx);
  });
  await t.throwsAsync(broken, { message: /current transaction is aborted/ });
  await t.notThrowsAsync(divide(3));
});

test("a statement that goes first sets what holds for the next one, and for the rest of a transaction", async (t) => {
  const db = await openPool(t);
  const setting = () => sql<{ enabled: string }>`select current_setting('enable_seqscan') as enabled`;
  const read = async (query: ReturnType<typeof setting>, within: Db) => (await query.execute(within)).rows[0]?.enabled;
  const readByIndex = (within: Db) => read(setting().withPlugin(prepared("read", { first: planByIndex })), within);
  for (let times = 0; times < 10; times += 1) {
    t.is(await readByIndex(db), "off");
    t.is(await read(setting(), db), "on");
  }
  const within = await db
    .transaction()
    .execute(async (trx) => [await read(setting(), trx), await readByIndex(trx), await read(setting(), trx)]);
  t.deepEqual(within, ["on", "off", "off"]);
  t.is(await read(setting(), db), "on");
});

async function openNumbers(t: ExecutionContext) {
  const db = await openPool(t);
  await sql`create table numbers (number int)`.execute(db);
  return {
    db,
    add: (number: number, within: Db, first: FirstStatement = planByIndex): Promise<unknown> =>
      sql`insert into numbers select 6 / ${number}::int`
        .withPlugin(prepared(`add-${first.name}`, { first }))
        .execute(within),
    all: async (): Promise<readonly unknown[]> =>
      (await sql<{ number: number }>`select number from numbers order by number`.execute(db)).rows.map(
        ({ number }) => number,
      ),
  };
}

test("a statement after a first one takes effect with its transaction only", async (t) => {
  const { db, add, all } = await openNumbers(t);
  await add(6, db);
  const rolledBack = db.transaction().execute(async (trx) => {
    await add(3, trx);
    throw new Error("rolled back");
  });
  await t.throwsAsync(rolledBack, { message: "rolled back" });
  await db.transaction().execute((trx) => add(2, trx));
  t.deepEqual(await all(), [1, 3]);
});

test("of a first statement and the next one both fail or none, and the connection works on", async (t) => {
  const { db, add, all } = await openNumbers(t);
  const failing = { name: "failing", text: "select 1 / 0" };
  for (let times = 0; times < 10; times += 1) {
    await t.throwsAsync(add(6, db, failing), { message: /division by zero/ }, "the error is that of the first one");
    await t.throwsAsync(add(0, db), { message: /division by zero/ });
  }
  t.deepEqual(await all(), []);
  const broken = db.transaction().execute(async (trx) => {
    await add(3, trx);
    await add(6, trx, failing).catch(() => undefined);
    await add(2, trx);
  });
  await t.throwsAsync(broken, { message: /current transaction is aborted/ });
  t.deepEqual(await all(), []);
  await add(1, db);
  t.deepEqual(await all(), [6]);
});

test("a connection that breaks between a first statement and its commit fails the call, and nothing else", async (t) => {
  const db = await openPool(t, 2);
  const end = sql`select pg_terminate_backend(pg_backend_pid())`.withPlugin(prepared("end", { first: planByIndex }));
  await t.throwsAsync(end.execute(db));
  t.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
});
