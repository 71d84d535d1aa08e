import test from "ava";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { settleHold } from "#src/domain/credits/settle-hold.ts";
import { runDueCycles } from "#src/domain/payments/run-due-cycles.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { buy, hold, newCustomer, type TestCheckout, type Wish } from "./purchases.ts";

/** The first month of a subscriber. */
export const start = "2027-01-31T10:00:00.000Z";
export const end = "2027-02-28T10:00:00.000Z";

/** The shop of a test file, with what happens to its accounts. */
interface CheckedShop extends TestCheckout {
  /** Uses so many TTS credits up. */
  readonly use: (userId: string, credits: number) => Promise<void>;
  /** Does what the maintenance process does with paid cycles. */
  readonly maintain: () => Promise<void>;
  /** A new account that buys a month at `start`, of the starter plan unless told otherwise. */
  readonly subscriber: (wish?: Wish) => Promise<{ readonly userId: string; readonly payment: Payment }>;
}

/**
 * Makes a shop that of a test file, which closes it at its end: whatever a test does, the ledger checks pass after it. Nothing may be
 * awaited between this and the first test.
 */
export function checkedShop(shop: TestCheckout): CheckedShop {
  const { db, at } = shop;
  test.after.always(() => shop[Symbol.asyncDispose]());
  test.afterEach.always(async (t) => t.deepEqual((await recountCredits({ db })).differences, []));
  return {
    ...shop,
    use: async (userId, credits) => {
      const requestId = await hold(db, userId, credits);
      await db.transaction().execute((trx) => settleHold(trx, requestId));
    },
    maintain: async () => {
      while ((await runDueCycles({ db })) > 0) continue;
    },
    subscriber: async (wish) => {
      await at(start);
      const userId = await newCustomer(db);
      return { userId, payment: await buy(db, userId, wish) };
    },
  };
}
