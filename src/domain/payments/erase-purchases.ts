import type { Db } from "#db/schema.ts";
import { endSubscription } from "#src/domain/subscriptions/queries.ts";
import { deleteBillingDetails } from "./billing-details.ts";
import { deleteDrawnReceipts } from "./drawn-receipts.ts";
import { closeOrders, eraseOrderPayloads } from "./queries.ts";

/** Ends what an account has bought and forgets what the provider has said of its owner; the amounts stay, without a person. */
export async function erasePurchases(db: Db, userId: string): Promise<void> {
  await eraseOrderPayloads(db, userId);
  await deleteDrawnReceipts(db, userId);
  await deleteBillingDetails(db, userId);
  await closeOrders(db, userId);
  await endSubscription(db, { user_id: userId });
}
