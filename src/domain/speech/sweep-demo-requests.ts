import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";

/** For how long feedback can be given on a demo call without an account. */
const kept = sql`interval '24 hours'`;
const batch = 500;

/**
 * Removes demo calls without an account a day after they ended, the oldest first, and lists their audio for removal:
 * no caller can read them again, and a caller with many addresses can make many.
 * @returns how many there were, which is 0 when nothing is left
 */
export async function sweepDemoRequests({ db }: { readonly db: Db }): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("speech_requests")
      .where("id", "in", (eb) =>
        eb
          .selectFrom("speech_requests")
          .select("id")
          .where("is_demo", "=", true)
          .where("user_id", "is", null)
          .where("finished_at", "<", sql<Date>`now() - ${kept}`)
          .orderBy("finished_at")
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["source_key", "result_key"])
      .execute();
    await insertObjectRemovals(
      trx,
      gone.flatMap(({ source_key, result_key }) => [source_key, result_key]),
    );
    return gone.length;
  });
}
