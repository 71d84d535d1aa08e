import type { Db } from "#db/schema.ts";
import { endCycle } from "#src/domain/credits/cycles.ts";
import { expireSubscriptions } from "#src/domain/subscriptions/queries.ts";
import { findDueCycle, listAccountsWithDueCycles, listOverdueCycles, markEnded } from "./cycle-queries.ts";
import { runCycle } from "./run-cycle.ts";
import { lockAccount } from "#src/domain/accounts/queries.ts";

const batch = 500;

/**
 * Begins the paid cycles whose time has come, ends those whose time is over, and moves on the subscriptions that were
 * not renewed.
 * @returns how many accounts had such cycles, 500 at most
 * @throws AggregateError when some of them could not be brought on; the others were
 */
export async function runDueCycles({ db }: { readonly db: Db }): Promise<number> {
  const buyers = await listAccountsWithDueCycles(db, batch);
  const failures: unknown[] = [];
  for (const userId of buyers) {
    const done = db.transaction().execute((trx) => runDueCycle(trx, userId));
    await done.catch((error: unknown) => failures.push(error));
  }
  await expireSubscriptions(db, null);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts: ${String(failures[0])}`);
  return buyers.length;
}

/** One cycle follows the other; an account that has waited for more has them in the next rounds. */
async function runDueCycle(db: Db, userId: string): Promise<void> {
  await lockAccount(db, userId);
  const next = await findDueCycle(db, userId);
  if (next !== null) return runCycle(db, next);
  for (const { id: orderId } of await listOverdueCycles(db, userId)) {
    await endCycle(db, { orderId, userId });
    await markEnded(db, [orderId]);
  }
}
