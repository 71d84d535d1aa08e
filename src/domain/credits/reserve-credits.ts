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
}

/**
 * Sets credits aside for a request, in the transaction that writes it. A request that has its credits gets no more.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export async function reserveCredits(db: Db, reservation: Reservation): Promise<void> {
  if ((await lockHold(db, reservation.requestId)) !== null) return;
  const { apiKeyId } = reservation;
  if (apiKeyId) await requireMonthlyLimit(db, { ...reservation, apiKeyId });
  await writeHold(db, await takeHold(db, reservation));
}

/**
 * Takes the credits of a hold that is then to be written.
 * @throws DomainError `insufficient_credits` with what is `required` and what is `remaining`
 */
export async function takeHold(db: Db, reservation: Reservation): Promise<NewHold> {
  const { requestId, userId, pool, credits: required, apiKeyId = null } = reservation;
  const taken = await takeCredits(db, reservation);
  if (taken !== null) return { request_id: requestId, user_id: userId, pool, api_key_id: apiKeyId, ...taken };
  const remaining = (await findBalances(db, userId))[pool];
  throw new DomainError("insufficient_credits", undefined, { required, remaining });
}

/** Counts the credits that are held for a request; null without a hold. */
export async function findHeldCredits(db: Db, requestId: string): Promise<number | null> {
  const holds = db.selectFrom("holds").select(["from_subscription", "from_permanent"]);
  const hold = await holds.where("request_id", "=", requestId).executeTakeFirst();
  return hold === undefined ? null : hold.from_subscription + hold.from_permanent;
}
