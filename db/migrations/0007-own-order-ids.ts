import { type Kysely, sql } from "kysely";

/** Drops what gave the orders of the release before 0006 their provider and its id. Every release that runs on this one writes both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger name_provider_order on payment_orders`.execute(db);
  await sql`drop function name_provider_order()`.execute(db);
  await sql`alter table payment_orders alter column provider drop default`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_orders alter column provider set default 'razorpay'`.execute(db);
  await sql`
    create function name_provider_order() returns trigger language plpgsql as $$
    begin
      new.provider_order_id := coalesce(new.provider_order_id, new.id);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger name_provider_order before insert on payment_orders
    for each row execute function name_provider_order()`.execute(db);
}
