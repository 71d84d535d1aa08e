import { type Kysely, sql } from "kysely";

/**
 * The receipt of a paid order: its number, which are consecutive, and what it says, so that later changes of settings and plans do not
 * change it. Orders of the previous release get theirs, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_orders add column receipt_number integer unique, add column receipt jsonb,
      add check ((receipt_number is null) = (receipt is null))`.execute(db);
  await sql`
    create index payment_orders_receipts_idx on payment_orders (paid_at, id)
    where paid_at is not null and receipt_number is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_orders drop column receipt_number, drop column receipt`.execute(db);
}
