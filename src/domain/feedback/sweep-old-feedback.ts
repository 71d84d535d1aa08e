import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;

/**
 * Removes feedback that was given so many days ago, the oldest first.
 * @returns how much there was this time, which is 0 when nothing is left
 */
export async function sweepOldFeedback({ db }: { readonly db: Db }, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("feedback")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("feedback")
        .select("id")
        .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy("created_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
