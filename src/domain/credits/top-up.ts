import { sql } from "kysely";
import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { mostCredits } from "./correct-credits.ts";
import { openCredits } from "./open-credits.ts";
import { type CreditPool, insertLedgerEntry } from "./queries.ts";

/** The credits bought of each pool, and their order. Its commands need the lock of the buyer. */
export interface TopUp {
  readonly orderId: string;
  readonly userId: string;
  readonly credits: Readonly<Record<CreditPool, number>>;
}

/** True when an account would have more credits than can be kept. The balances stay locked until the transaction ends. */
export async function wouldExceedLimit(db: Db, { userId, credits }: Omit<TopUp, "orderId">): Promise<boolean> {
  const { rows } = await sql<{ pool: CreditPool; owned: number }>`
    select pool, subscription::float8 + permanent + (
      select coalesce(sum(from_subscription::float8 + from_permanent), 0) from holds
      where holds.user_id = balance.user_id and holds.pool = balance.pool) as owned
    from balances as balance where user_id = ${userId} order by pool desc for no key update`.execute(db);
  return rows.some(({ pool, owned }) => owned + credits[pool] > mostCredits);
}

/** Adds what was bought to the permanent credits. The ledger takes one grant of an order. */
export async function grantTopUp(db: Db, { orderId, userId, credits }: TopUp): Promise<void> {
  await openCredits(db, userId);
  for (const pool of creditPools) {
    await db
      .updateTable("balances")
      .set((eb) => ({ permanent: eb("permanent", "+", credits[pool]) }))
      .where("user_id", "=", userId)
      .where("pool", "=", pool)
      .execute();
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "grant", credits: credits[pool], order_id: orderId });
  }
}
