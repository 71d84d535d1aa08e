import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

const batch = 500;

/** Whether another key names this one in a column. */
const isNamed = (column: "created_by_key_id" | "replaces_key_id") =>
  sql<boolean>`exists (select from api_keys as other where ${sql.ref(`other.${column}`)} = api_keys.id)`;

/**
 * Removes keys that stopped working so many days ago, be they revoked or replaced, the oldest first. A key with which another
 * one was made stays as long as that does, so that both can still be revoked together. What was used and charged with
 * them stays, too: no row of it names a key.
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
        .where(isNamed("created_by_key_id"), "=", false)
        .where(isNamed("replaces_key_id"), "=", false)
        .orderBy(endedAt)
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
