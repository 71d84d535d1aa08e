import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";

/** For how long the process that answers a demo call may take to read its audio. */
const answered = sql`interval '2 minutes'`;
const batch = 500;

/**
 * Lists for removal what nothing needs any more: the recordings of transcriptions that an earlier release has ended, and
 * the audio of anonymous demo calls whose answering process has died.
 * @returns how many there were, which is 0 when nothing is left
 */
export const sweepFetchedDemoAudio = ({ db }: { readonly db: Db }): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const ended = trx.selectFrom("speech_requests").select(["id", "source_key as key"]);
    const sources = await ended
      .where("source_key", "is not", null)
      .where("finished_at", "is not", null)
      .orderBy("finished_at")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    const answers = await trx
      .selectFrom("speech_requests")
      .select(["id", "result_key as key"])
      .where("is_demo", "=", true)
      .where("user_id", "is", null)
      .where("result_key", "is not", null)
      .where("finished_at", "<", sql<Date>`now() - ${answered}`)
      .orderBy("finished_at")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    await clear(trx, "source_key", sources);
    await clear(trx, "result_key", answers);
    const listed = await insertObjectRemovals(
      trx,
      [...sources, ...answers].map(({ key }) => key),
    );
    return listed.length;
  });

async function clear(
  db: Db,
  column: "source_key" | "result_key",
  rows: readonly { readonly id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`;
  await db
    .updateTable("speech_requests")
    .set({ [column]: null })
    .where("id", "=", ids)
    .execute();
}
