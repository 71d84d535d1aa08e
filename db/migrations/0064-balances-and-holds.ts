import { type Kysely, sql } from "kysely";

/** The beginnings of the names of constraints, before and after; the first that fits counts. */
const constraintNames = [
  ["credit_accounts_cycle", "balances_subscription"],
  ["credit_accounts_lasting", "balances_permanent"],
  ["credit_accounts", "balances"],
  ["credit_holds_from_cycle", "holds_from_subscription"],
  ["credit_holds_from_lasting", "holds_from_permanent"],
  ["credit_holds", "holds"],
] as const;

/**
 * Names balances, holds and their columns as the glossary does. The previous release reads and writes them through views
 * with the former names, which the next release drops. A view has the defaults of its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await lockTables(db, ["credit_holds", "credit_accounts"]);
  await sql`alter table credit_accounts rename to balances`.execute(db);
  await sql`alter table balances rename column cycle to subscription`.execute(db);
  await sql`alter table balances rename column lasting to permanent`.execute(db);
  await sql`alter table credit_holds rename to holds`.execute(db);
  await sql`alter table holds rename column from_cycle to from_subscription`.execute(db);
  await sql`alter table holds rename column from_lasting to from_permanent`.execute(db);
  await renameConstraints(db, ["balances", "holds"], constraintNames);
  await sql`alter index credit_holds_user_id_idx rename to holds_user_id_idx`.execute(db);
  await sql`alter index credit_holds_api_key_id_idx rename to holds_api_key_id_idx`.execute(db);
  await sql`
    create view credit_accounts as
    select user_id, pool, subscription as cycle, cycle_id, permanent as lasting, cycle_ends_at from balances`.execute(
    db,
  );
  await sql`
    create view credit_holds as
    select request_id, user_id, pool, from_subscription as from_cycle, from_permanent as from_lasting, cycle_id,
      created_at, api_key_id
    from holds`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await lockTables(db, ["holds", "balances"]);
  await sql`drop view credit_holds, credit_accounts`.execute(db);
  await sql`alter index holds_api_key_id_idx rename to credit_holds_api_key_id_idx`.execute(db);
  await sql`alter index holds_user_id_idx rename to credit_holds_user_id_idx`.execute(db);
  const formerNames = constraintNames.map(([former, name]) => [name, former] as const);
  await renameConstraints(db, ["balances", "holds"], formerNames);
  await sql`alter table holds rename column from_permanent to from_lasting`.execute(db);
  await sql`alter table holds rename column from_subscription to from_cycle`.execute(db);
  await sql`alter table holds rename to credit_holds`.execute(db);
  await sql`alter table balances rename column permanent to lasting`.execute(db);
  await sql`alter table balances rename column subscription to cycle`.execute(db);
  await sql`alter table balances rename to credit_accounts`.execute(db);
}

/**
 * In the order in which most calls take them. A call that takes them in the other order is not ended to break a deadlock:
 * the migration gives up before (`deadlock_timeout` is 1 s), and is tried again.
 */
async function lockTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(db);
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(db);
}

/** With those of `not null`, which have names from PostgreSQL 18 on. */
async function renameConstraints(
  db: Kysely<unknown>,
  tables: readonly string[],
  beginnings: readonly (readonly [string, string])[],
): Promise<void> {
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where conrelid = ${table}::regclass`.execute(db);
    for (const { name } of rows) {
      const [before, after] = beginnings.find(([beginning]) => name.startsWith(beginning)) ?? ["", ""];
      const renamed = `${after}${name.slice(before.length)}`;
      await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(name)} to ${sql.ref(renamed)}`.execute(db);
    }
  }
}
