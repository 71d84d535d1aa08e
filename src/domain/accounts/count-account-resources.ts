import type { Db } from "#db/schema.ts";
import { countActiveApiKeys } from "#src/domain/api-keys/queries.ts";
import { listSessions } from "#src/domain/sessions/queries.ts";

/** The numbers of an account's resources now. */
export interface AccountCounts {
  readonly requests: number;
  readonly voices: number;
  readonly apiKeys: number;
  readonly sessions: number;
}

/**
 * Counts what an account has: of keys and sessions those that work.
 * @param account `idleMs` is how long a session lives without being used
 */
export async function countAccountResources(
  { db }: { readonly db: Db },
  { userId, idleMs }: { readonly userId: string; readonly idleMs: number },
): Promise<AccountCounts> {
  const rowsOf = async (table: "speech_requests" | "voices"): Promise<number> => {
    const counted = db.selectFrom(table).select((eb) => eb.fn.countAll<string>().as("rows"));
    return Number((await counted.where("user_id", "=", userId).executeTakeFirstOrThrow()).rows);
  };
  return {
    requests: await rowsOf("speech_requests"),
    voices: await rowsOf("voices"),
    apiKeys: await countActiveApiKeys(db, userId),
    sessions: (await listSessions(db, { userId, idleMs, page: 1, limit: 1 })).total,
  };
}
