import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { openCredits } from "./open-credits.ts";
import { type CreditAccountName, findBalances, insertLedgerEntry } from "./queries.ts";

/**
 * Adds credits to an account, or takes some away when `credits` is negative: the lasting ones first.
 * @returns what the account may spend then
 * @throws DomainError `insufficient_credits` when it would be less than nothing
 */
export const correctCredits = (
  { db }: { readonly db: Kysely<Database> },
  correction: CreditAccountName & { readonly credits: number; readonly reason: string },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { userId, pool, credits, reason } = correction;
    await openCredits(trx, userId);
    const { rows } = await sql<{ remaining: number }>`
      update credit_accounts
      set lasting = greatest(lasting + ${credits}::int, 0), cycle = cycle + least(lasting + ${credits}::int, 0)
      where user_id = ${userId} and pool = ${pool} and cycle::bigint + lasting + ${credits}::int >= 0
      returning cycle::float8 + lasting as remaining`.execute(trx);
    const [corrected] = rows;
    if (corrected === undefined) {
      const remaining = (await findBalances(trx, userId))[pool];
      throw new DomainError("insufficient_credits", undefined, { required: -credits, remaining });
    }
    await insertLedgerEntry(trx, { user_id: userId, pool, kind: "correction", credits, reason });
    return corrected.remaining;
  });
