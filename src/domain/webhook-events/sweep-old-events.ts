import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;

/**
 * Removes notifications that were processed or ignored so many days ago, the oldest first. Those that an admin
 * should resolve stay. One that is delivered once more after that changes nothing, since its effect is unique.
 * @returns how many there were this time, which is 0 when nothing is left
 */
export async function sweepOldEvents({ db }: { readonly db: Db }, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("webhook_events")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("webhook_events")
        .select("id")
        .where("status", "in", ["processed", "ignored"])
        .where("processed_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy("processed_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
