import type { Db } from "#db/schema.ts";
import { requireMonthlyLimit } from "#src/domain/api-keys/monthly-limit.ts";
import { lockHold, returnCredits, writeHold } from "./queries.ts";
import { atPrice, takeHold } from "./reserve-credits.ts";

/**
 * Raises the hold of a request to at least `full` credits, at its price. Does nothing for a request without a hold, which has ended or is
 * free. Held credits of a cycle that has ended are exchanged for credits of the present one.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`; the hold stays as it was when the transaction is rolled back
 */
export async function raiseHold(db: Db, requestId: string, full: number): Promise<void> {
  const hold = await lockHold(db, requestId);
  if (hold === null) return;
  const { user_id: userId, pool, api_key_id: apiKeyId, price_percent: pricePercent } = hold;
  const credits = atPrice(full, pricePercent);
  if (hold.from_subscription + hold.from_permanent >= credits) return;
  // The key is locked before the balance, as when a request is admitted.
  if (apiKeyId !== null) await requireMonthlyLimit(db, { userId, apiKeyId, requestId, credits });
  await returnCredits(db, hold, hold);
  await writeHold(db, await takeHold(db, { requestId, userId, pool, credits, apiKeyId, pricePercent }));
}
