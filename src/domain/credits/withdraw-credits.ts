import { sql } from "kysely";
import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { type BalanceKey, type CreditPool, insertLedgerEntry } from "./queries.ts";

/** An order of which money was given back, and how much of it. Needs the lock of the buyer. */
export interface Withdrawal {
  readonly orderId: string;
  readonly userId: string;
  readonly refunded: number;
  readonly amount: number;
}

/**
 * Takes back the same share of an order's unused credits as was given back of its money, rounded down. What was taken
 * before counts, so that several parts take what their sum takes; all of the money takes all that is unused.
 */
export async function withdrawCycle(db: Db, withdrawal: Withdrawal): Promise<void> {
  for (const pool of creditPools) {
    const key = { userId: withdrawal.userId, pool };
    const taken = shareOf(withdrawal, await unusedOfCycle(db, key, withdrawal.orderId));
    await take(db, "subscription", { ...withdrawal, pool, taken });
  }
}

/** Does the same to the permanent credits of a pack: its unused ones are those that are left, at most what it brought. */
export async function withdrawPack(
  db: Db,
  { credits, ...withdrawal }: Withdrawal & { readonly credits: Readonly<Record<CreditPool, number>> },
): Promise<void> {
  for (const pool of creditPools) {
    const key = { userId: withdrawal.userId, pool };
    const { balance, withdrawn } = await lockedBalance(db, key, withdrawal.orderId);
    const unused = Math.min(balance.permanent, credits[pool] - withdrawn);
    await take(db, "permanent", { ...withdrawal, pool, taken: shareOf(withdrawal, { unused, withdrawn }) });
  }
}

interface Unused {
  readonly unused: number;
  readonly withdrawn: number;
}

function shareOf({ refunded, amount }: Withdrawal, { unused, withdrawn }: Unused): number {
  const part = BigInt(Math.min(refunded, amount));
  const due = Number((BigInt(unused + withdrawn) * part) / BigInt(amount));
  return Math.max(0, Math.min(unused, due - withdrawn));
}

interface Taking extends Withdrawal {
  readonly pool: CreditPool;
  readonly taken: number;
}

async function take(db: Db, from: "subscription" | "permanent", { userId, orderId, pool, taken }: Taking) {
  if (taken === 0) return;
  await db
    .updateTable("balances")
    .set((eb) => ({ [from]: eb(from, "-", taken) }))
    .where("user_id", "=", userId)
    .where("pool", "=", pool)
    .execute();
  await insertLedgerEntry(db, { user_id: userId, pool, kind: "withdrawal", credits: -taken, order_id: orderId });
}

/** A balance, locked until the transaction ends, and what was withdrawn of an order. */
async function lockedBalance(db: Db, { userId, pool }: BalanceKey, orderId: string) {
  const rows = db.selectFrom("balances").select(["subscription", "permanent"]).where("user_id", "=", userId);
  const found = await rows.where("pool", "=", pool).forNoKeyUpdate().executeTakeFirst();
  const { withdrawn } = await db
    .selectFrom("credit_ledger")
    .select(sql<number>`coalesce(-sum(credits), 0)::float8`.as("withdrawn"))
    .where("order_id", "=", orderId)
    .where("pool", "=", pool)
    .where("kind", "=", "withdrawal")
    .executeTakeFirstOrThrow();
  return { balance: found ?? { subscription: 0, permanent: 0 }, withdrawn };
}

/**
 * Reads the unused credits of an order. Several orders share a cycle when their credits were carried over into it: those of
 * earlier periods are used first. Nothing is unused of an order whose credits are not in the running cycle.
 */
async function unusedOfCycle(db: Db, { userId, pool }: BalanceKey, orderId: string): Promise<Unused> {
  const { withdrawn } = await lockedBalance(db, { userId, pool }, orderId);
  const { rows } = await sql<{ unused: number }>`
    with parts as (
      select paid.id, row_number() over (order by paid.id = balance.cycle_id, paid.period_start, paid.created_at) as position,
        balance.subscription, sum(entry.credits) as granted
      from balances as balance
      join payment_orders as paid on paid.id = balance.cycle_id or paid.carried_into = balance.cycle_id
      join credit_ledger as entry on entry.order_id = paid.id and entry.pool = balance.pool
        and entry.kind in ('grant', 'withdrawal')
      where balance.user_id = ${userId} and balance.pool = ${pool}
      group by paid.id, balance.cycle_id, balance.subscription
    )
    select greatest(0, least(own.granted, own.subscription - coalesce(
      (select sum(granted) from parts as later where later.position > own.position), 0)))::float8 as unused
    from parts as own where own.id = ${orderId}`.execute(db);
  return { unused: rows[0]?.unused ?? 0, withdrawn };
}
