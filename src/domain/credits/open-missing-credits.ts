import type { Db } from "#db/schema.ts";
import { grantFreeCredits } from "./grant-free-credits.ts";

/** Gives accounts that are older than credits their balances, and the free credits to those with a proven address. */
export async function openMissingCredits(db: Db): Promise<void> {
  const accounts = await db
    .selectFrom("users")
    .select("id")
    .where("closed_at", "is", null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("balances").select("user_id").whereRef("balances.user_id", "=", "users.id"))),
    )
    .execute();
  for (const { id } of accounts) {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute();
      await grantFreeCredits(trx, id, { unverified: false });
    });
  }
}
