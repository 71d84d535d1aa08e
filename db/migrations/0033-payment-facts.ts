import { type Kysely, sql } from "kysely";

/**
 * Keeps by what a payment was made and why it failed, and the buyer on a receipt as of its issue. The release before writes neither, so that a
 * receipt of it names the account as it is. It closes accounts, too, and does not know what has to be forgotten then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column method text, add column failure text`.execute(db);
  await sql`
    create function forget_buyer() returns trigger language plpgsql as $$
    begin
      update payment_orders set receipt = receipt - 'buyer' where user_id = new.id and receipt is not null;
      update payments set method = null, failure = null from payment_orders as paid
      where paid.id = payments.order_id and paid.user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_buyer after update of closed_at on users
    for each row when (old.closed_at is null and new.closed_at is not null)
    execute function forget_buyer()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger forget_buyer on users`.execute(db);
  await sql`drop function forget_buyer()`.execute(db);
  await sql`update payment_orders set receipt = receipt - 'buyer' where receipt is not null`.execute(db);
  await sql`alter table payments drop column method, drop column failure`.execute(db);
}
