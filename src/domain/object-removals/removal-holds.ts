import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/**
 * Keeps all objects until then, also those that are listed for their removal. What was removed just before is named by
 * no row that a dump of the database still finds, because an object is listed after its last row is gone.
 * @returns when removals go on by themselves
 */
export const holdRemovals = (db: Db, minutes: number): Promise<Date> =>
  db.transaction().execute(async (trx) => {
    await releaseRemovals(trx);
    const held = await trx
      .insertInto("removal_holds")
      .values({ held_until: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .returning("held_until")
      .executeTakeFirstOrThrow();
    return held.held_until;
  });

/** Lets removals go on. */
export async function releaseRemovals(db: Db): Promise<void> {
  await db.deleteFrom("removal_holds").execute();
}

export async function areRemovalsHeld(db: Db): Promise<boolean> {
  const hold = await db
    .selectFrom("removal_holds")
    .select("held_until")
    .where("held_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return hold !== undefined;
}
