import type { Db } from "#db/schema.ts";
import type { KeyedMutex } from "#src/platform/async/keyed-mutex.ts";
import { lockAccount } from "./queries.ts";

/**
 * Writes work of an account in one transaction that has locked the account, so that what it may have is counted exactly. Those of
 * an account that wait in this process hold no connection. Work of no account locks nothing.
 */
export function accountTransaction<Written>(
  { db, mutex }: { readonly db: Db; readonly mutex: KeyedMutex },
  userId: string | null,
  write: (trx: Db) => Promise<Written>,
): Promise<Written> {
  if (userId === null) return db.transaction().execute(write);
  const lockAndWrite = (): Promise<Written> =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, userId);
      return write(trx);
    });
  return mutex.runExclusive(`work of ${userId}`, lockAndWrite);
}
