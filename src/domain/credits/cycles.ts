import { creditPools } from "#db/billing-schema.ts";
import type { Db } from "#db/schema.ts";
import { openCredits } from "./open-credits.ts";
import {
  type CreditPool,
  type SubscriptionCredits,
  findSubscriptionCredits,
  insertLedgerEntry,
  replaceSubscriptionCredits,
} from "./queries.ts";

/** A paid cycle: the order that paid it, and whose it is. Its commands need the lock of the buyer. */
export interface CycleId {
  readonly orderId: string;
  readonly userId: string;
}

/** The credits of each pool that a cycle grants, and its end. */
export interface CycleCredits {
  readonly credits: Readonly<Record<CreditPool, number>>;
  readonly endsAt: Date | null;
}

/**
 * Grants the credits of a cycle, which is then that of the account; what is left of the one before expires. The ledger
 * takes one grant of an order.
 * @returns the order whose cycle this one has ended; null when there was none
 */
export async function beginCycle(
  db: Db,
  { orderId, userId }: CycleId,
  { credits, endsAt }: CycleCredits,
): Promise<string | null> {
  await openCredits(db, userId);
  let ended: string | null = null;
  for (const pool of creditPools) {
    const before = await replaceSubscriptionCredits(
      db,
      { userId, pool },
      {
        subscription: credits[pool],
        cycle_id: orderId,
        cycle_ends_at: endsAt,
      },
    );
    ended ??= before?.cycle_id ?? null;
    await noteLoss(db, { user_id: userId, pool }, before);
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "grant", credits: credits[pool], order_id: orderId });
  }
  return ended;
}

/**
 * Adds the credits of an order to those of the running cycle. With `endsAt`, the cycle is that of the order from then on, and what is left
 * of the one before is carried over into it. The ledger takes one grant of an order.
 */
export async function addToCycle(
  db: Db,
  { orderId, userId }: CycleId,
  { credits, endsAt }: Partial<Pick<CycleCredits, "endsAt">> & Pick<CycleCredits, "credits">,
): Promise<void> {
  for (const pool of creditPools) {
    await db
      .updateTable("balances")
      .set((eb) => ({ subscription: eb("subscription", "+", credits[pool]) }))
      .$if(endsAt !== undefined, (query) => query.set({ cycle_id: orderId, cycle_ends_at: endsAt ?? null }))
      .where("user_id", "=", userId)
      .where("pool", "=", pool)
      .execute();
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "grant", credits: credits[pool], order_id: orderId });
  }
}

/** Makes what is left of a cycle that of an earlier one again, from which it was carried over. */
export async function returnToCycle(db: Db, { orderId, userId }: CycleId, endsAt: Date): Promise<void> {
  await db
    .updateTable("balances")
    .set({ cycle_id: orderId, cycle_ends_at: endsAt })
    .where("user_id", "=", userId)
    .execute();
}

/** Takes what is left of a cycle, if it is that of the account: it has run out. */
export async function endCycle(db: Db, { orderId, userId }: CycleId): Promise<void> {
  for (const pool of creditPools) {
    if ((await findSubscriptionCredits(db, { userId, pool })) !== orderId) continue;
    const before = await replaceSubscriptionCredits(
      db,
      { userId, pool },
      { subscription: 0, cycle_id: null, cycle_ends_at: null },
    );
    await noteLoss(db, { user_id: userId, pool }, before);
  }
}

async function noteLoss(
  db: Db,
  whose: { readonly user_id: string; readonly pool: CreditPool },
  lost: SubscriptionCredits | null,
): Promise<void> {
  if (lost === null || lost.subscription === 0) return;
  await insertLedgerEntry(db, { ...whose, kind: "expiry", credits: -lost.subscription, order_id: lost.cycle_id });
}
