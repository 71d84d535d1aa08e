import { type Kysely, sql } from "kysely";

/**
 * Adds the provider of an order and its id there, by which a second provider can be told from the first. The previous release knows
 * the provider's id as the id of the order alone: its orders get the columns by a default and a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_orders add column provider text not null default 'razorpay', add column provider_order_id text
  `.execute(db);
  await sql`
    create function name_provider_order() returns trigger language plpgsql as $$
    begin
      new.provider_order_id := coalesce(new.provider_order_id, new.id);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger name_provider_order before insert on payment_orders
    for each row execute function name_provider_order()`.execute(db);
  await sql`update payment_orders set provider_order_id = id`.execute(db);
  await sql`alter table payment_orders alter column provider_order_id set not null`.execute(db);
  await sql`create unique index payment_orders_provider_key on payment_orders (provider_order_id, provider)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger name_provider_order on payment_orders`.execute(db);
  await sql`drop function name_provider_order()`.execute(db);
  await sql`alter table payment_orders drop column provider, drop column provider_order_id`.execute(db);
}
