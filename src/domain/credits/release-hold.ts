import type { Db } from "#db/schema.ts";
import { deleteHold, returnCredits } from "./queries.ts";

/** Gives back what is held for a request, in the transaction that ends it without a result. @returns what was charged: nothing */
export async function releaseHold(db: Db, requestId: string): Promise<0> {
  const hold = await deleteHold(db, requestId);
  if (hold !== null) await returnCredits(db, hold, hold);
  return 0;
}
