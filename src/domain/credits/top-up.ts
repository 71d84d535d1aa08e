import { sql } from "kysely";
import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { mostCredits } from "./correct-credits.ts";
import { openCredits } from "./open-credits.ts";
import { type CreditPool, insertLedgerEntry } from "./queries.ts";

/** What was bought of each pool, and by which order. Its commands need the lock of the buyer. */
export interface TopUp {
  readonly orderId: string;
  readonly userId: string;
  readonly credits: Readonly<Record<CreditPool, number>>;
}

/** True when an account would have more credits than can be kept. The balances stay locked until the transaction ends. */
export async function wouldExceedLimit(db: Db, { userId, credits }: Omit<TopUp, "orderId">): Promise<boolean> {
  const { rows } = await sql<{ pool: CreditPool; owned: number }>`
    select pool, cycle::float8 + lasting + (
      select coalesce(sum(from_cycle::float8 + from_lasting), 0) from credit_holds
      where credit_holds.user_id = account.user_id and credit_holds.pool = account.pool) as owned
    from credit_accounts as account where user_id = ${userId} order by pool for no key update`.execute(db);
  return rows.some(({ pool, owned }) => owned + credits[pool] > mostCredits);
}

/** Adds what was bought to the permanent credits. The ledger takes one grant of an order. */
export async function grantTopUp(db: Db, { orderId, userId, credits }: TopUp): Promise<void> {
  await openCredits(db, userId);
  for (const pool of creditPools) {
    await db
      .updateTable("credit_accounts")
      .set((eb) => ({ lasting: eb("lasting", "+", credits[pool]) }))
      .where("user_id", "=", userId)
      .where("pool", "=", pool)
      .execute();
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "grant", credits: credits[pool], order_id: orderId });
  }
}

/** Takes back what was bought, as its money was given back: of the permanent credits that are left, never more. */
export async function withdrawTopUp(db: Db, { orderId, userId, credits }: TopUp): Promise<void> {
  for (const pool of creditPools) {
    const { rows } = await sql<{ taken: number }>`
      update credit_accounts as account set lasting = account.lasting - before.taken
      from (
        select user_id, pool, least(lasting, ${credits[pool]}::int) as taken from credit_accounts
        where user_id = ${userId} and pool = ${pool} for no key update
      ) as before
      where account.user_id = before.user_id and account.pool = before.pool
      returning before.taken`.execute(db);
    const taken = rows[0]?.taken ?? 0;
    if (taken === 0) continue;
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "withdrawal", credits: -taken, order_id: orderId });
  }
}
