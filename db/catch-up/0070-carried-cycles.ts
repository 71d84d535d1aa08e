import { type Kysely, sql } from "kysely";

/**
 * The unused credits of a cycle may be carried over into a later one, which then names where they went. The previous release carries nothing
 * over, and ends such a cycle at its own end. An order may be given back in several parts, each with a withdrawal of its own in the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_orders add column carried_into text`.execute(db);
  await sql`
    create index payment_orders_carried_into_idx on payment_orders (carried_into)
    where carried_into is not null`.execute(db);
  await sql`
    create unique index credit_ledger_granted_key on credit_ledger (order_id, pool)
    where kind = 'grant' and order_id is not null`.execute(db);
  await sql`create index credit_ledger_order_id_idx on credit_ledger (order_id) where order_id is not null`.execute(db);
  await sql`alter table credit_ledger drop constraint credit_ledger_order_id_pool_kind_key`.execute(db);
}

/** Fails, and changes nothing, where an order was given back in several parts. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_ledger
    add constraint credit_ledger_order_id_pool_kind_key unique (order_id, pool, kind)`.execute(db);
  await sql`drop index credit_ledger_order_id_idx`.execute(db);
  await sql`drop index credit_ledger_granted_key`.execute(db);
  await sql`alter table payment_orders drop column carried_into`.execute(db);
}
