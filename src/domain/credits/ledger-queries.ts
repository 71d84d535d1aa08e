import { sql } from "kysely";
import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { type ListedPage, listPage, type Page } from "#src/domain/pages/list-page.ts";
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
