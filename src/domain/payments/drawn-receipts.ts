import type { Db } from "#db/schema.ts";

/** A receipt as it was drawn. */
export interface DrawnReceipt {
  readonly orderId: string;
  /** SHA-256 of everything that it shows. */
  readonly digest: Buffer;
  /** The PDF. */
  readonly content: Buffer;
}

/** The PDF of an order that shows just this; null where none was drawn, or another one. */
export async function findDrawnReceipt(
  db: Db,
  { orderId, digest }: Pick<DrawnReceipt, "orderId" | "digest">,
): Promise<Buffer | null> {
  const drawn = db.selectFrom("drawn_receipts").select("content").where("order_id", "=", orderId);
  return (await drawn.where("digest", "=", digest).executeTakeFirst())?.content ?? null;
}

/** Keeps a receipt in place of the one that was drawn before. */
export async function keepDrawnReceipt(db: Db, { orderId, digest, content }: DrawnReceipt): Promise<void> {
  await db
    .insertInto("drawn_receipts")
    .values({ order_id: orderId, digest, content })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet({ digest, content }))
    .execute();
}

/** Forgets the receipts of an account, which show its name and address. */
export async function deleteDrawnReceipts(db: Db, userId: string): Promise<void> {
  const orders = db.selectFrom("payment_orders").select("id").where("user_id", "=", userId);
  await db.deleteFrom("drawn_receipts").where("order_id", "in", orders).execute();
}
