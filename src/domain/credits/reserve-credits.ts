import type { Db } from "#db/schema.ts";
import { requireMonthlyLimit } from "#src/domain/api-keys/monthly-limit.ts";
import { DomainError } from "#src/errors.ts";
import { type BalanceKey, findBalances, lockHold, type NewHold, takeCredits, writeHold } from "./queries.ts";

/** Credits for one request. */
export interface Reservation extends BalanceKey {
  readonly requestId: string;
  readonly credits: number;
  /** The key of the call; none when absent. */
  readonly apiKeyId?: string | null | undefined;
  /** The price of the request, in percent of that of others; 100 when absent. */
  readonly pricePercent?: number | undefined;
}

/** Credits at a price in percent, rounded up. */
export const atPrice = (credits: number, pricePercent: number): number => Math.ceil((credits * pricePercent) / 100);

/**
 * Sets credits aside for a request, at its price, in the transaction that writes it. A request that has its credits gets no more.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export async function reserveCredits(db: Db, { credits: full, ...request }: Reservation): Promise<void> {
  if ((await lockHold(db, request.requestId)) !== null) return;
  const { apiKeyId, pricePercent = 100 } = request;
  const reservation = { ...request, credits: atPrice(full, pricePercent) };
  if (apiKeyId) await requireMonthlyLimit(db, { ...reservation, apiKeyId });
  await writeHold(db, await takeHold(db, reservation));
}

/**
 * Sets credits aside for new requests of an account, all or none, in the transaction that writes them.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`, both for all of them together
 */
export async function reserveAll(
  db: Db,
  account: Pick<Reservation, "userId" | "pool" | "apiKeyId">,
  requests: readonly Pick<Reservation, "requestId" | "credits">[],
): Promise<void> {
  const [first] = requests;
  if (first === undefined) return;
  const credits = requests.reduce((sum, request) => sum + request.credits, 0);
  const all = { ...account, requestId: first.requestId, credits };
  if (account.apiKeyId) await requireMonthlyLimit(db, { ...all, apiKeyId: account.apiKeyId });
  const taken = await takeHold(db, all);
  let { from_subscription: left } = taken;
  const holds = requests.map((request) => {
    const subscription = Math.min(left, request.credits);
    left -= subscription;
    const split = { from_subscription: subscription, from_permanent: request.credits - subscription };
    return { ...taken, ...split, request_id: request.requestId };
  });
  await db.insertInto("holds").values(holds).execute();
}

/**
 * Takes the credits of a hold that is then to be written, as many as are named.
 * @throws DomainError `insufficient_credits` with what is `required` and what is `remaining`
 */
export async function takeHold(db: Db, reservation: Reservation): Promise<NewHold> {
  const { requestId, userId, pool, credits: required, apiKeyId = null, pricePercent = 100 } = reservation;
  const taken = await takeCredits(db, reservation);
  const its = { request_id: requestId, user_id: userId, pool, api_key_id: apiKeyId, price_percent: pricePercent };
  if (taken !== null) return { ...its, ...taken };
  const remaining = (await findBalances(db, userId))[pool];
  throw new DomainError("insufficient_credits", undefined, { required, remaining });
}

/** Counts the credits that are held for a request; null without a hold. */
export async function findHeldCredits(db: Db, requestId: string): Promise<number | null> {
  const holds = db.selectFrom("holds").select(["from_subscription", "from_permanent"]);
  const hold = await holds.where("request_id", "=", requestId).executeTakeFirst();
  return hold === undefined ? null : hold.from_subscription + hold.from_permanent;
}
