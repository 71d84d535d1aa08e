import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** Removes tokens that have expired. */
export async function sweepTemporaryTokens({ db }: { readonly db: Db }): Promise<void> {
  await db
    .deleteFrom("temporary_tokens")
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
}
