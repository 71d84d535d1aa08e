import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/**
 * Keeps all objects until then, also those that are listed for their removal. What was removed just before is named by
 * no row that a dump of the database still finds, because an object is listed after its last row is gone.
 * @returns when removals go on by themselves
 */
export const pauseRemovals = (db: Db, minutes: number): Promise<Date> =>
  db.transaction().execute(async (trx) => {
    await resumeRemovals(trx);
    const pause = await trx
      .insertInto("removal_holds")
      .values({ held_until: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .returning("held_until")
      .executeTakeFirstOrThrow();
    return pause.held_until;
  });

/** Lets removals go on. */
export async function resumeRemovals(db: Db): Promise<void> {
  await db.deleteFrom("removal_holds").execute();
}

export async function areRemovalsPaused(db: Db): Promise<boolean> {
  const pause = await db
    .selectFrom("removal_holds")
    .select("held_until")
    .where("held_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return pause !== undefined;
}
