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

/** What a cycle grants of each pool, and until when. */
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
    await noteLoss(db, { user_id: userId, pool, kind: "expiry" }, before);
    await insertLedgerEntry(db, { user_id: userId, pool, kind: "grant", credits: credits[pool], order_id: orderId });
  }
  return ended;
}

/** Takes what is left of a cycle, if it is that of the account: it has run out, or its payment was given back. */
export async function endCycle(db: Db, { orderId, userId }: CycleId, kind: "expiry" | "withdrawal"): Promise<void> {
  for (const pool of creditPools) {
    if ((await findSubscriptionCredits(db, { userId, pool })) !== orderId) continue;
    const before = await replaceSubscriptionCredits(
      db,
      { userId, pool },
      { subscription: 0, cycle_id: null, cycle_ends_at: null },
    );
    await noteLoss(db, { user_id: userId, pool, kind }, before);
  }
}

interface Loss {
  readonly user_id: string;
  readonly pool: CreditPool;
  readonly kind: "expiry" | "withdrawal";
}

async function noteLoss(db: Db, loss: Loss, lost: SubscriptionCredits | null): Promise<void> {
  if (lost === null || lost.subscription === 0) return;
  await insertLedgerEntry(db, { ...loss, credits: -lost.subscription, order_id: lost.cycle_id });
}
