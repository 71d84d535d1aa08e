import { type Kysely, sql } from "kysely";

/**
 * An order buys either a cycle of a subscription or a pack of permanent credits. The previous release writes orders of the first kind only.
 * It makes nothing of a paid pack: with the check, no pack is paid without being over, which it writes later, so that it
 * fails, and this release applies the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_orders
      add column pack_id text,
      alter column subscription_id drop not null,
      alter column plan_id drop not null,
      drop constraint payment_orders_months_check,
      add constraint payment_orders_kind_check check (
        case when pack_id is null then subscription_id is not null and plan_id is not null and months > 0
        else subscription_id is null and plan_id is null and months = 0 and (status <> 'paid' or ended_at is not null) end)`.execute(
    db,
  );
  await sql`
    create unique index payment_orders_open_pack_key on payment_orders (user_id, pack_id)
    where status = 'open' and pack_id is not null`.execute(db);
  await sql`
    create index payment_orders_paid_packs_idx on payment_orders (asked_at)
    where status = 'paid' and pack_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_orders drop constraint payment_orders_kind_check`.execute(db);
  await sql`delete from payments where order_id in (select id from payment_orders where pack_id is not null)`.execute(
    db,
  );
  await sql`delete from payment_orders where pack_id is not null`.execute(db);
  await sql`
    alter table payment_orders
      drop column pack_id,
      alter column subscription_id set not null,
      alter column plan_id set not null,
      add constraint payment_orders_months_check check (months > 0)`.execute(db);
}
