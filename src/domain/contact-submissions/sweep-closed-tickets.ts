import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;

/**
 * Removes tickets that were closed so many days ago, the oldest first. Open ones stay: they are not answered yet.
 * @returns how many there were this time, which is 0 when nothing is left
 */
export async function sweepClosedTickets({ db }: { readonly db: Db }, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("contact_submissions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("contact_submissions")
        .select("id")
        .where("closed_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy("closed_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
