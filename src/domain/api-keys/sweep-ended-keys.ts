import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

const batch = 500;

/**
 * Removes keys that stopped working so many days ago, be they revoked or replaced, the oldest first. What was used and
 * charged with them stays: no row of it names a key.
 * @returns how many there were this time, which is 0 when nothing is left
 */
export async function sweepEndedKeys({ db }: { readonly db: Kysely<Database> }, days: number): Promise<number> {
  const endedAt = sql<Date>`least(revoked_at, expires_at)`;
  const { numDeletedRows } = await db
    .deleteFrom("api_keys")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("api_keys")
        .select("id")
        .where((either) => either.or([either("revoked_at", "is not", null), either("expires_at", "is not", null)]))
        .where(endedAt, "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy(endedAt)
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
