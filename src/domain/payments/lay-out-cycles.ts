import type { Db } from "#db/schema.ts";
import { endOfMonths, writePaidPeriod } from "#src/domain/subscriptions/periods.ts";
import { listWaitingOrders } from "./cycle-queries.ts";
import { writeOrder } from "./queries.ts";

/** The beginning of the waiting cycles of a subscription. */
export interface Layout {
  readonly subscriptionId: string;
  /** From when whole months are counted. */
  readonly anchor: Date;
  /** The months from the anchor to the end of the running cycle. */
  readonly months: number;
  /** The end of the running cycle; the present when none runs. */
  readonly end: Date;
  /** The order of the running cycle; null when none runs. */
  readonly orderId: string | null;
}

/**
 * Lays the paid cycles that have not begun one after the other, behind the running one, so that nothing paid has a gap before it.
 * Needs the lock of the buyer.
 * @returns false, and writes nothing, when neither a running nor a waiting cycle is left
 */
export async function layOutCycles(db: Db, layout: Layout): Promise<boolean> {
  const { subscriptionId, anchor } = layout;
  let { months, end, orderId } = layout;
  for (const order of await listWaitingOrders(db, subscriptionId)) {
    months += order.months;
    const next = await endOfMonths(db, anchor, months);
    await writeOrder(db, order.id, { period_start: end, period_end: next });
    [end, orderId] = [next, order.id];
  }
  if (orderId === null) return false;
  await writePaidPeriod(db, { id: subscriptionId, orderId, months, anchor, end });
  return true;
}
