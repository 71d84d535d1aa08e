import { sql } from "kysely";
import type { AudioContainer, Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";

/** For how long an upload can be transcribed, in hours. */
export const uploadHours = 24;

/** The number of uploads that are removed at once. */
const batch = 500;

/** A recording that was sent ahead of the calls that transcribe it. */
export interface NewUpload {
  readonly id: string;
  readonly userId: string;
  readonly key: string;
  readonly container: AudioContainer;
  /** Its size. */
  readonly bytes: number;
  /** The seconds that the file says it has; null when it does not say. */
  readonly declaredSeconds: number | null;
  /** The same of its channels. */
  readonly declaredChannels: number | null;
}

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  const { id, userId, key, container, bytes, declaredSeconds, declaredChannels } = upload;
  await db
    .insertInto("uploads")
    .values({
      ...{ id, user_id: userId, object_key: key, container, bytes },
      ...{ declared_seconds: declaredSeconds, declared_channels: declaredChannels },
    })
    .execute();
}

const isOld = sql<boolean>`created_at < now() - make_interval(hours => ${sql.lit(uploadHours)})`;

/** An upload of an account; null where there is none, or it is too old. */
export async function findUpload(db: Db, { id, userId }: Pick<NewUpload, "id" | "userId">): Promise<NewUpload | null> {
  const row = await db
    .selectFrom("uploads")
    .select(["object_key", "container", "bytes", "declared_seconds", "declared_channels"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where((eb) => eb.not(isOld))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { object_key: key, container, bytes } = row;
  const declared = { declaredSeconds: row.declared_seconds, declaredChannels: row.declared_channels };
  return { id, userId, key, container, bytes: Number(bytes), ...declared };
}

/** Removes all uploads of an account. */
export async function deleteUploads(db: Db, userId: string): Promise<void> {
  await db
    .with("gone", (inner) => inner.deleteFrom("uploads").where("user_id", "=", userId).returning("object_key"))
    .insertInto("object_removals")
    .columns(["key"])
    .expression((eb) => eb.selectFrom("gone").select("object_key as key"))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes uploads that are too old, the oldest first. @returns how many, which is 0 when nothing is left */
export const sweepUploads = ({ db }: { readonly db: Db }): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const old = trx.selectFrom("uploads").select("id").where(isOld).orderBy("created_at").limit(batch);
    const gone = await trx
      .deleteFrom("uploads")
      .where("id", "in", old.forUpdate().skipLocked())
      .returning("object_key")
      .execute();
    await insertObjectRemovals(
      trx,
      gone.map(({ object_key: key }) => key),
    );
    return gone.length;
  });
