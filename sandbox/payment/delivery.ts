import { z } from "zod";
import type { Pool, Transaction } from "#sandbox/database.ts";

/** The way in which webhooks are delivered from now on; an absent field is as at the beginning. */
export const delivery = z.strictObject({
  /** The number of times that each event is sent. */
  deliveries: z.int().min(1).max(5).default(1),
  /** Sent in any order; else the events of an order keep theirs. */
  shuffled: z.boolean().default(false),
  /** False loses them: they are not sent later either. */
  sent: z.boolean().default(true),
  /** After how long a late payment is captured. */
  late_capture_seconds: z.int().min(0).max(3_600).default(10),
});

export type Delivery = z.output<typeof delivery>;

export async function readDelivery(database: Pool | Transaction): Promise<Delivery> {
  const { rows } = await database.query(
    "select deliveries, shuffled, sent, late_capture_seconds from sandbox_payment.delivery",
  );
  return delivery.parse(rows[0]);
}

export async function changeDelivery(pool: Pool, wanted: Delivery): Promise<void> {
  const { deliveries, shuffled, sent, late_capture_seconds: lateSeconds } = wanted;
  await pool.query(
    "update sandbox_payment.delivery set deliveries = $1, shuffled = $2, sent = $3, late_capture_seconds = $4",
    [deliveries, shuffled, sent, lateSeconds],
  );
}
