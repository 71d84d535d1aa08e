import { sql } from "kysely";
import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { type ListedPage, listPage, type Page } from "#src/domain/pages/list-page.ts";
import { type PurchaseFacts, purchaseDescription, purchaseFacts } from "#src/domain/payments/purchase-queries.ts";
import type { CreditPool } from "./queries.ts";

const batch = 500;

const selectEntries = (db: Db, { userId, pool }: { readonly userId: string; readonly pool: CreditPool }) =>
  db
    .selectFrom("credit_ledger as entry")
    .leftJoin("payment_orders", "payment_orders.id", "entry.order_id")
    .select([
      ...(["entry.id", "entry.pool", "entry.kind", "entry.credits", "entry.reason", "entry.created_at"] as const),
      ...(["entry.request_id", "payment_orders.provider_order_id"] as const),
    ])
    .where("entry.user_id", "=", userId)
    .where("entry.pool", "=", pool);

/** A change of what an account owns. */
export type LedgerEntry = Awaited<ReturnType<ReturnType<typeof selectEntries>["executeTakeFirstOrThrow"]>>;

/** All of an account's ledger, pool by pool, the oldest entry first, read in batches. */
export async function* readLedger(db: Db, userId: string): AsyncGenerator<LedgerEntry> {
  for (const pool of creditPools) {
    let last: string | undefined = "0";
    while (last !== undefined) {
      const rows: readonly LedgerEntry[] = await selectEntries(db, { userId, pool })
        .where(sql<boolean>`entry.id > ${last}::bigint`)
        .orderBy("entry.id")
        .limit(batch)
        .execute();
      yield* rows;
      last = rows.length < batch ? undefined : rows.at(-1)?.id;
    }
  }
}

/** One page of the ledger of an account's pool, the newest entry first, and how many entries there are. */
export const listLedger = (
  db: Db,
  { page, limit, ...key }: Page & { readonly userId: string; readonly pool: CreditPool },
): Promise<ListedPage<LedgerEntry>> =>
  listPage(db, selectEntries(db, key).orderBy("entry.id", "desc"), { page, limit });

/** The charges of a pool in the sums of use. */
const chargesOf = { tts: "tts_characters", asr: "asr_seconds" } as const satisfies Record<CreditPool, string>;

/** A change of an account's credits: an entry of the ledger, or all use of a day. */
export interface CreditChange {
  /** The day (UTC), YYYY-MM-DD. */
  readonly day: string;
  readonly kind: LedgerEntry["kind"];
  readonly credits: number;
  /** The credits of the account after it, those that are held for unfinished work included. */
  readonly balance: number;
  readonly reason: string | null;
  readonly provider_order_id: string | null;
  /** The description of the order, and its facts. */
  readonly description: string | null;
  readonly facts: PurchaseFacts | null;
}

/**
 * One page of the changes of an account's pool by day, the newest first, the use of a day as one change. Within a day what was added stands before
 * the use, and what was removed after it, so that no balance is below zero. The use is read from its sums: no entry of it is looked at.
 */
export function listCreditChanges(
  db: Db,
  { userId, pool, ...page }: Page & { readonly userId: string; readonly pool: CreditPool },
): Promise<ListedPage<CreditChange>> {
  const charged = sql.ref(chargesOf[pool]);
  const changes = sql<CreditChange & { readonly place: number; readonly id: string }>`(
    select changed.*, sum(credits) over (order by day, place, id)::float8 as balance from (
      select day::text, 'usage' as kind, -sum(${charged})::float8 as credits, null as reason, null as provider_order_id,
        null as description, null::jsonb as facts, 1 as place, 0::bigint as id
      from usage_totals where user_id = ${userId} group by day having sum(${charged}) > 0
      union all
      select (entry.created_at at time zone 'utc')::date::text, kind, credits, reason, provider_order_id,
        case when payment_orders.id is not null then ${purchaseDescription} end,
        case when payment_orders.id is not null then ${purchaseFacts} end,
        case when credits > 0 then 0 else 2 end, entry.id
      from credit_ledger as entry left join payment_orders on payment_orders.id = entry.order_id
      left join plans on plans.id = payment_orders.plan_id
      where entry.user_id = ${userId} and entry.pool = ${pool} and kind <> 'usage' and credits <> 0
    ) as changed)`;
  const columns = ["day", "kind", "credits", "balance", "reason", "provider_order_id", "description", "facts"] as const;
  const rows = db.selectFrom(changes.as("change")).select(columns);
  return listPage(db, rows.orderBy("day", "desc").orderBy("place", "desc").orderBy("id", "desc"), page);
}
