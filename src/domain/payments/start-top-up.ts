import { randomUUID } from "node:crypto";
import type { TopUpPack } from "#src/config/top-ups.ts";
import { paisePerRupee } from "#src/domain/plans/queries.ts";
import { wouldExceedLimit } from "#src/domain/credits/top-up.ts";
import { DomainError } from "#src/errors.ts";
import { abandonOrder, findOpenOrder, insertOrder, type Order } from "./queries.ts";
import { type CheckoutContext, currency, isSame } from "./start-checkout.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

/** Who wants to pay for which pack. */
export interface TopUpPurchase {
  readonly userId: string;
  readonly packId: string;
  /** The id of the call, by which the order is found. */
  readonly requestId: string;
}

/**
 * Makes the order by which an account pays for a pack of permanent credits. One that is open on the same terms is that order; on other
 * terms, it is offered no longer. Nothing is kept when it fails.
 * @throws DomainError `pack_not_found`, `credits_limit`, `payments_not_configured`, `payment_provider_error`
 */
export async function startTopUp(
  { db, client, packs }: CheckoutContext & { readonly packs: readonly TopUpPack[] },
  { userId, packId, requestId }: TopUpPurchase,
): Promise<Order> {
  const pack = packs.find(({ id }) => id === packId);
  if (pack === undefined) throw new DomainError("pack_not_found");
  if (client === null) throw new DomainError("payments_not_configured");
  const credits = { tts: pack.ttsCredits, asr: pack.asrCredits };
  if (await wouldExceedLimit(db, { userId, credits })) throw new DomainError("credits_limit");
  const amount = pack.priceInr * paisePerRupee;
  const { provider } = client;
  const terms = { provider, amount, currency, months: 0, tts_credits: credits.tts, asr_credits: credits.asr };
  const what = { user_id: userId, pack_id: packId };
  const open = await findOpenOrder(db, what);
  if (open !== null && isSame(open, terms)) return open;
  // No lock is held while the provider takes its time.
  const providerOrderId = await client.createOrder({ amount, currency, receipt: requestId });
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const current = await findOpenOrder(trx, what);
    if (current !== null && isSame(current, terms)) return current;
    if (current !== null) await abandonOrder(trx, current.id);
    const ids = { id: randomUUID(), provider_order_id: providerOrderId, request_id: requestId };
    const order = await insertOrder(trx, { ...what, ...terms, ...ids, subscription_id: null, plan_id: null });
    if (order === null) throw new DomainError("payment_provider_error");
    return order;
  });
}
