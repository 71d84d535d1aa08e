import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { cancelSubscription, findLiveSubscription, type LiveSubscription } from "./queries.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

/**
 * Lets the subscription of an account end with what is paid; one that is past due ends now. Again, it changes nothing.
 * @returns the subscription as it is then
 * @throws DomainError `subscription_not_found`
 */
export const cancelCurrentSubscription = ({ db }: { readonly db: Db }, userId: string): Promise<LiveSubscription> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const live = await findLiveSubscription(trx, userId);
    if (live === null) throw new DomainError("subscription_not_found");
    await cancelSubscription(trx, live.id);
    return { ...live, status: "cancelled" };
  });
