import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

test("the previous release reads and writes balances and holds by their former names", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const [userId, requestId] = [randomUUID(), randomUUID()];
    const balance = { user_id: userId, pool: "tts", cycle_id: null, cycle_ends_at: null } as const;

    for (const rows of [1n, 0n]) {
      const { numAffectedRows } = await sql`
        insert into credit_accounts (user_id, pool) values (${userId}, 'tts') on conflict do nothing`.execute(db);
      t.is(numAffectedRows, rows);
    }
    const grant = sql`
      insert into credit_accounts as balance (user_id, pool, lasting) values (${userId}, 'tts', 5)
      on conflict (user_id, pool) do update set lasting = balance.lasting + excluded.lasting
      returning balance.*`;
    t.deepEqual((await grant.execute(db)).rows, [{ ...balance, cycle: 0, lasting: 5 }]);
    await sql`update credit_accounts set cycle = 3 where user_id = ${userId}`.execute(db);

    const take = sql`
      update credit_accounts as account
      set cycle = account.cycle - before.from_cycle, lasting = account.lasting - (4 - before.from_cycle)
      from (
        select user_id, pool, least(cycle, 4) as from_cycle from credit_accounts
        where user_id = ${userId} and pool = 'tts' for no key update
      ) as before
      where account.user_id = before.user_id and account.pool = before.pool
      returning before.from_cycle, 4 - before.from_cycle as from_lasting, account.cycle_id`;
    const taken = { from_cycle: 3, from_lasting: 1, cycle_id: null };
    t.deepEqual((await take.execute(db)).rows, [taken]);

    for (const fromLasting of [0, 1]) {
      await sql`
        insert into credit_holds (request_id, user_id, pool, from_cycle, from_lasting)
        values (${requestId}, ${userId}, 'tts', 3, ${fromLasting})
        on conflict (request_id) do update set from_lasting = excluded.from_lasting`.execute(db);
    }
    const hold = { request_id: requestId, user_id: userId, pool: "tts", api_key_id: null, ...taken };
    await db.transaction().execute(async (trx) => {
      const lock = sql`
        select hold.* from credit_holds as hold where request_id = ${requestId} for update of hold`;
      t.like((await lock.execute(trx)).rows, [hold]);
      await t.throwsAsync(
        sql`select from holds where request_id = ${requestId} for update nowait`.execute(db),
        { message: /could not obtain lock/ },
        "the row of the table is locked",
      );
    });
    t.like(await db.selectFrom("holds").selectAll().execute(), [{ from_subscription: 3, from_permanent: 1 }]);
    const remove = sql`delete from credit_holds where request_id = ${requestId} returning *`;
    t.like((await remove.execute(db)).rows, [hold]);
    const left = await db.selectFrom("balances").selectAll().execute();
    t.deepEqual(left, [{ ...balance, subscription: 0, permanent: 4 }]);
  });
});

test("nothing but the views of the previous release has a former name", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ 'credit_(accounts|holds)' and relkind <> 'v'
      union all select conname from pg_constraint where conname ~ 'credit_(accounts|holds)|lasting'
      union all select proname from pg_proc where prosrc ~ 'credit_(accounts|holds)|lasting'`.execute(db);
    t.deepEqual(rows, []);
  });
});
