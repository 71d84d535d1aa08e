import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { openCredits } from "./open-credits.ts";
import { type BalanceKey, findBalances, insertLedgerEntry } from "./queries.ts";

/** The most of balance and holds together, so that returned credits still fit an `integer`. */
export const mostCredits = 2_000_000_000;

export interface Correction extends BalanceKey {
  readonly credits: number;
  readonly reason: string;
  /** The call that asks for it. */
  readonly requestId?: string;
}

/**
 * Adds credits to an account, or takes some away when `credits` is negative: the permanent ones first.
 * @returns what the account may spend then
 * @throws DomainError `account_not_found` for a closed one, too; `credits_limit` when the balance would exceed the maximum,
 * `insufficient_credits` when it would fall below zero
 */
export const correctCredits = ({ db }: { readonly db: Db }, correction: Correction): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { userId, pool, credits, reason, requestId } = correction;
    const account = trx.selectFrom("users").select("id").where("id", "=", userId).where("closed_at", "is", null);
    if ((await account.forNoKeyUpdate().executeTakeFirst()) === undefined) throw new DomainError("account_not_found");
    await openCredits(trx, userId);
    const { rows } = await sql<{ remaining: number }>`
      update balances
      set permanent = greatest(permanent + ${credits}::int, 0), subscription = subscription + least(permanent + ${credits}::int, 0)
      where user_id = ${userId} and pool = ${pool} and subscription::bigint + permanent + ${credits}::int >= 0
        and (${credits}::int <= 0 or subscription::bigint + permanent + ${credits}::int + (
          select coalesce(sum(from_subscription::bigint + from_permanent), 0) from holds
          where user_id = ${userId} and pool = ${pool}) <= ${mostCredits})
      returning subscription::float8 + permanent as remaining`.execute(trx);
    const [corrected] = rows;
    if (corrected === undefined) {
      const remaining = (await findBalances(trx, userId))[pool];
      if (credits > 0) {
        const text = `An account may have ${mostCredits} credits of a pool, and it has ${remaining}.`;
        throw new DomainError("credits_limit", text, { max_credits: mostCredits, remaining });
      }
      throw new DomainError("insufficient_credits", undefined, { required: -credits, remaining });
    }
    await insertLedgerEntry(trx, {
      user_id: userId,
      pool,
      kind: "correction",
      credits,
      reason,
      request_id: requestId ?? null,
    });
    return corrected.remaining;
  });
