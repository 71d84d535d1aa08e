import { sql } from "kysely";
import type { ReceiptBuyer } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { type DayRange, endOfDay, startOfDay } from "#src/domain/pages/day-range.ts";
import { listPage, type Page } from "#src/domain/pages/list-page.ts";

/** The purpose of an order, in words; `plans` has its plan. */
export const purchaseDescription = sql<string>`
  case when pack_id is null
    then plans.display_name || ', ' || case months when 1 then '1 month' else months || ' months' end
  else 'Top-up: ' || concat_ws(', ', case when tts_credits > 0 then to_char(tts_credits, 'FM9,999,999,999') || ' characters' end,
    case when asr_credits > 0 then to_char(asr_credits, 'FM9,999,999,999') || ' seconds' end)
  end`;

/** The facts of a purchase; `plan_name` is null for a pack. */
export interface PurchaseFacts {
  readonly plan_name: string | null;
  readonly months: number;
  readonly tts_credits: number;
  readonly asr_credits: number;
}

/** The facts of an order, of which pages make a description in their language; `plans` has its plan. */
export const purchaseFacts = sql<PurchaseFacts>`jsonb_build_object('plan_name', plans.display_name, 'months', months,
  'tts_credits', tts_credits, 'asr_credits', asr_credits)`;

/** The buyer, an account with its `billing_details`, as a receipt keeps it. */
export const buyerFacts = sql<ReceiptBuyer>`jsonb_build_object('name', users.name, 'email', users.email,
  'company', coalesce(billing_details.company, ''), 'address', coalesce(billing_details.address, ''),
  'tax_number', coalesce(billing_details.tax_number, ''))`;

/** Money that came for an order which was paid already. */
interface FurtherPayment {
  readonly payment_id: string;
  readonly amount: number;
  readonly refunded: number;
  readonly received_at: string;
  /** The time at which an admin marked its notification as resolved. */
  readonly resolved_at: string | null;
}

/** The order in which payments pay: those of which money has stayed before others, the first one first. */
export const payingOrder = sql`refunded >= amount, captured_at, payments.id`;

/** The id of the payment that paid an order. */
const payingId = sql<string>`coalesce(receipt ->> 'payment_id', (select payments.id from payments
  where payments.order_id = payment_orders.id and payments.status = 'captured' order by ${payingOrder} limit 1))`;

const furtherPayments = sql<readonly FurtherPayment[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('payment_id', further.id, 'amount', further.amount,
    'refunded', least(further.refunded, further.amount), 'received_at', further.captured_at, 'resolved_at', (
      select max(resolved_at) from webhook_events as event where event.provider = 'payment'
        and event.subject = payment_orders.provider_order_id and event.detail ^@ (further.id || ':'))
    ) order by further.captured_at, further.id), '[]')
  from payments as further
  where further.order_id = payment_orders.id and further.status = 'captured' and further.id <> ${payingId})`;

/** The account of the purchases, all accounts where none is named, and the days on which they were paid. */
interface PurchaseFilter extends DayRange {
  readonly userId?: string;
}

/** Paid orders with the buyer and what was given back of their money. */
const selectPurchases = (db: Db, { userId, from, to, utcOffset = 0 }: PurchaseFilter) =>
  db
    .selectFrom("payment_orders")
    .innerJoin("users", "users.id", "payment_orders.user_id")
    .leftJoin("plans", "plans.id", "payment_orders.plan_id")
    .leftJoin("billing_details", "billing_details.user_id", "payment_orders.user_id")
    .select([
      "payment_orders.id",
      "payment_orders.user_id",
      "payment_orders.provider_order_id",
      "payment_orders.amount",
      "payment_orders.currency",
      "payment_orders.paid_at",
      "payment_orders.receipt_number",
      "payment_orders.receipt",
      sql<string>`coalesce(receipt ->> 'description', ${purchaseDescription})`.as("description"),
      // A pack has no period.
      sql<Date | null>`case when pack_id is null then period_start end`.as("period_start"),
      sql<Date | null>`case when pack_id is null then period_end end`.as("period_end"),
      purchaseFacts.as("facts"),
      sql<ReceiptBuyer>`coalesce(receipt -> 'buyer', ${buyerFacts})`.as("buyer"),
      sql<string | null>`(select method from payments where payments.id = ${payingId})`.as("method"),
      furtherPayments.as("further_payments"),
      sql<number>`(select coalesce(sum(least(refunded, payments.amount)), 0)::float8 from payments
        where payments.order_id = payment_orders.id and payments.status = 'captured'
          and payments.id = coalesce(receipt ->> 'payment_id', payments.id))`.as("refunded"),
    ])
    .where("paid_at", "is not", null)
    .$if(userId !== undefined, (query) => query.where("payment_orders.user_id", "=", userId ?? ""))
    .$if(from !== undefined, (query) => query.where("paid_at", ">=", startOfDay(from, utcOffset)))
    .$if(to !== undefined, (query) => query.where("paid_at", "<", endOfDay(to, utcOffset)));

/** A paid order. */
export type Purchase = Awaited<ReturnType<ReturnType<typeof selectPurchases>["executeTakeFirstOrThrow"]>>;

/** One page of the paid orders of an account, the last one first, and how many there are. */
export const listPurchases = (
  db: Db,
  { page, limit, ...filter }: PurchaseFilter & { readonly userId: string } & Page,
) =>
  listPage(db, selectPurchases(db, filter).orderBy("paid_at", "desc").orderBy("payment_orders.id", "desc"), {
    page,
    limit,
  });

/** A paid order by the provider's id; null when there is none. */
export async function findPurchase(
  db: Db,
  { orderId, ...filter }: PurchaseFilter & { readonly orderId: string },
): Promise<Purchase | null> {
  const purchases = selectPurchases(db, filter).where("payment_orders.provider_order_id", "=", orderId);
  return (await purchases.executeTakeFirst()) ?? null;
}
