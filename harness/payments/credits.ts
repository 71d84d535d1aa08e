import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { type CreditPool, findBalances } from "#src/domain/credits/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Brings the balance of an account to this, by a correction. */
export async function setBalance(
  { db }: Resources,
  { userId, pool }: { readonly userId: string; readonly pool: CreditPool },
  credits: number,
): Promise<void> {
  const present = (await findBalances(db, userId))[pool];
  if (credits === present) return;
  await correctCredits({ db }, { userId, pool, credits: credits - present, reason: "test" });
}

/** Reads what an account was charged, by request, in the order of the ledger. */
export async function chargesOf({ db }: Resources, userId: string): Promise<readonly (readonly [string, number])[]> {
  const rows = await db
    .selectFrom("credit_ledger")
    .select(["request_id", "credits"])
    .where("user_id", "=", userId)
    .where("kind", "=", "usage")
    .orderBy("id")
    .execute();
  return rows.map(({ request_id: requestId, credits }) => [requestId ?? "", -credits] as const);
}

/** Counts the credits that are held for requests of an account. */
export async function heldOf({ db }: Resources, userId: string): Promise<number> {
  const rows = await db
    .selectFrom("holds")
    .select(["from_subscription", "from_permanent"])
    .where("user_id", "=", userId)
    .execute();
  return rows.reduce((sum, row) => sum + row.from_subscription + row.from_permanent, 0);
}
