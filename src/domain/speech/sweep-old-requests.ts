import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";

/** For how many days after its end what belongs to a request is kept; null for ever. */
export interface RequestRetention {
  /** Recordings that were sent and audio that was made. */
  readonly audioDays: number | null;
  /** Texts that were sent and transcripts. */
  readonly textDays: number | null;
  /** The request itself. */
  readonly requestDays: number | null;
}

const batch = 500;

/**
 * Forgets what has been kept of finished requests for long enough, the oldest first. What was charged stays in the ledger
 * and in the usage report.
 * @returns in how many rows something was found this time, which is 0 when nothing is left
 */
export async function sweepOldRequests(
  { db }: { readonly db: Db },
  { audioDays, textDays, requestDays }: RequestRetention,
): Promise<number> {
  const found = [
    requestDays === null ? 0 : await removeRequests(db, requestDays),
    audioDays === null ? 0 : await removeAudio(db, audioDays),
    textDays === null ? 0 : await removeTexts(db, textDays),
  ];
  return found.reduce((sum, count) => sum + count, 0);
}

/** The ids of a batch of finished requests that are as they are and ended so many days ago. */
const oldest = (db: Db, days: number, are?: RawBuilder<boolean>) =>
  db
    .selectFrom("speech_requests")
    .select("id")
    .where("finished_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .$if(are !== undefined, (query) => query.where(are ?? sql<boolean>`true`))
    .orderBy("finished_at")
    .limit(batch)
    .forUpdate()
    .skipLocked();

const removeRequests = (db: Db, days: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("speech_requests")
      .where("id", "in", oldest(trx, days))
      .returning(["source_key", "result_key"])
      .execute();
    await insertObjectRemovals(trx, gone.flatMap(keysOf));
    return gone.length;
  });

const removeAudio = (db: Db, days: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const hasAudio = sql<boolean>`(source_key is not null or result_key is not null)`;
    const ids = (await oldest(trx, days, hasAudio).execute()).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const rows = trx.selectFrom("speech_requests").select(["source_key", "result_key"]).where("id", "in", ids);
    await insertObjectRemovals(trx, (await rows.execute()).flatMap(keysOf));
    const none = { source_key: null, result_key: null };
    await trx.updateTable("speech_requests").set(none).where("id", "in", ids).execute();
    return ids.length;
  });

/** The options without those that hold words of the caller, which are then as by default. */
const withoutTexts = sql<string>`options - 'echo' - 'keyTerms' - 'pronunciations' - 'replacements' - 'search'`;

async function removeTexts(db: Db, days: number): Promise<number> {
  const hasText = sql<boolean>`(input_text is not null or transcript is not null)`;
  const { numUpdatedRows } = await db
    .updateTable("speech_requests")
    .set({ input_text: null, spoken_words: null, transcript: null, options: withoutTexts })
    .where("id", "in", oldest(db, days, hasText))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const keysOf = (row: { readonly source_key: string | null; readonly result_key: string | null }) => [
  row.source_key,
  row.result_key,
];
