import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { countUnfinished } from "./queries.ts";

/**
 * Sees to it that an account may have one more unfinished request; belongs into the transaction that writes it, first.
 * Demo work has a lane of its own instead.
 * @throws DomainError `concurrency_limited`
 */
export async function requireRoom(
  db: Kysely<Database>,
  request: { readonly userId: string | null; readonly isDemo: boolean; readonly maxUnfinished: number },
): Promise<void> {
  const { userId, isDemo, maxUnfinished } = request;
  if (userId === null || isDemo) return;
  if ((await countUnfinished(db, userId)) >= maxUnfinished) {
    throw new DomainError("concurrency_limited", undefined, { max_unfinished: maxUnfinished, retry_after: 1 });
  }
}
