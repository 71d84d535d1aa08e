import { sql } from "kysely";
import type { ReceiptSeller } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";
import { buyerFacts, payingOrder, type Purchase, purchaseDescription } from "./purchase-queries.ts";

const batch = 500;

/**
 * Gives paid orders that have none their receipts, in the order in which they were paid. Numbers are consecutive: one transaction after the
 * other takes the next ones, and one that is rolled back leaves no gap. A buyer who is being closed is waited for, and not kept.
 * @returns how many there were this time, 500 at most
 */
export const issueReceipts = ({ db }: { readonly db: Db }, seller: ReceiptSeller): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('receipts', 0))`.execute(trx);
    const { numAffectedRows } = await sql`
      update payment_orders as paid set receipt_number = numbered.number, receipt = jsonb_build_object(
        'issued_at', to_jsonb(now()), 'payment_id', numbered.payment_id, 'description', numbered.description,
        'seller', ${JSON.stringify(seller)}::jsonb) || jsonb_strip_nulls(jsonb_build_object('buyer', numbered.buyer))
      from (
        select waiting.id, waiting.buyer, ${purchaseDescription} as description,
          (select payments.id from payments where payments.order_id = waiting.id and payments.status = 'captured'
           order by ${payingOrder} limit 1) as payment_id,
          coalesce((select max(receipt_number) from payment_orders), 0)
            + row_number() over (order by waiting.paid_at, waiting.id) as number
        from (
          select payment_orders.*, case when users.closed_at is null then ${buyerFacts} end as buyer from payment_orders
          join users on users.id = payment_orders.user_id
          left join billing_details on billing_details.user_id = users.id
          where paid_at is not null and receipt_number is null
          order by paid_at, payment_orders.id limit ${batch} for share of users
        ) as waiting left join plans on plans.id = waiting.plan_id
      ) as numbered
      where paid.id = numbered.id`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });

/** Keeps the buyer of a receipt that was issued without, unless the account is closed. */
export const keepBuyer = (db: Db, { id, user_id: userId }: Pick<Purchase, "id" | "user_id">): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    await sql`
      update payment_orders set receipt = receipt || jsonb_build_object('buyer', ${buyerFacts})
      from users left join billing_details on billing_details.user_id = users.id
      where payment_orders.id = ${id} and users.id = payment_orders.user_id and not receipt ? 'buyer'`.execute(trx);
  });
