import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Reservation, reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { DomainError } from "#src/errors.ts";
import { countUnfinished, lockRequester } from "./queries.ts";

/**
 * Sees to it that an account can pay for one more request, and may have it unfinished; belongs into the transaction
 * that writes it, first. Demo work costs nothing and has a lane of its own instead.
 * @throws DomainError `insufficient_credits`, `concurrency_limited`
 */
export async function admitRequest(
  db: Kysely<Database>,
  request: Omit<Reservation, "userId"> & {
    readonly userId: string | null;
    readonly isDemo: boolean;
    readonly maxUnfinished: number;
  },
): Promise<void> {
  const { requestId, userId, pool, credits, isDemo, maxUnfinished } = request;
  if (userId === null || isDemo) return;
  await lockRequester(db, userId);
  await reserveCredits(db, { requestId, userId, pool, credits });
  if ((await countUnfinished(db, userId)) >= maxUnfinished) {
    throw new DomainError("concurrency_limited", undefined, { max_unfinished: maxUnfinished, retry_after: 1 });
  }
}
