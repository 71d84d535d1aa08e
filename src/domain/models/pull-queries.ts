import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const msAgo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
const open = ["queued", "running"] as const;
/** A pull that ends its worker so often is not begun again. */
const maxAttempts = 3;
const interrupted = `The worker ended ${maxAttempts} times while it installed the model. See its log.`;

const columns = [
  ...(["id", "folder_id", "model", "requested_by", "status", "step", "error", "created_at", "finished_at"] as const),
  sql<number | null>`done_bytes::float8`.as("doneBytes"),
  sql<number | null>`total_bytes::float8`.as("totalBytes"),
] as const;

const selectPulls = (db: Db) => db.selectFrom("model_pulls").select(columns);

/** A model that an admin has asked for. */
export type ModelPull = Awaited<ReturnType<ReturnType<typeof selectPulls>["executeTakeFirstOrThrow"]>>;

export interface NewPull {
  readonly id: string;
  readonly folderId: string;
  readonly model: string;
  readonly adminId: string;
}

/** Asks for a model, unless that is done already. @returns the pull of it that is not done */
export async function insertPull(db: Db, { id, folderId, model, adminId }: NewPull): Promise<ModelPull> {
  return db
    .insertInto("model_pulls")
    .values({ id, folder_id: folderId, model, requested_by: adminId })
    .onConflict((conflict) =>
      conflict
        .columns(["folder_id", "model"])
        .where(sql<boolean>`status in ('queued', 'running')`)
        .doUpdateSet((eb) => ({ model: eb.ref("model_pulls.model") })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The latest pulls, newest first. */
export const listPulls = (db: Db, limit: number): Promise<readonly ModelPull[]> =>
  selectPulls(db).orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();

export async function findPull(db: Db, id: string): Promise<ModelPull | null> {
  return (await selectPulls(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

interface Taking {
  readonly folderId: string;
  /** A pull whose worker was not seen for so long is begun again by another. */
  readonly leaseExpiresMs: number;
}

/** Takes the next pull of a folder. @returns null when there is none */
export async function takePull(
  db: Db,
  { folderId, leaseExpiresMs }: Taking,
): Promise<Pick<ModelPull, "id" | "model"> | null> {
  const isLost = sql<boolean>`status = 'running' and heartbeat_at < ${msAgo(leaseExpiresMs)}`;
  await db
    .updateTable("model_pulls")
    .set({ status: "failed", error: interrupted, finished_at: sql<Date>`now()` })
    .where("folder_id", "=", folderId)
    .where(isLost)
    .where("attempts", ">=", maxAttempts)
    .execute();
  const row = await db
    .updateTable("model_pulls")
    .set({ status: "running", heartbeat_at: sql<Date>`now()`, attempts: sql<number>`attempts + 1`, step: null })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("model_pulls")
        .select("id")
        .where("folder_id", "=", folderId)
        .where((or) => or.or([or("status", "=", "queued"), isLost]))
        .orderBy("created_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "model"])
    .executeTakeFirst();
  return row ?? null;
}

export interface PullProgress {
  readonly step: string | null;
  readonly done: number | null;
  readonly total: number | null;
}

/** Writes how far a pull is, and that its worker is alive. @returns false when it is no longer wanted */
export async function writePullProgress(db: Db, id: string, { step, done, total }: PullProgress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("model_pulls")
    .set({ step, done_bytes: done, total_bytes: total, heartbeat_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a pull that runs; `error` says why it failed. */
export async function endPull(db: Db, id: string, error: string | null): Promise<void> {
  await db
    .updateTable("model_pulls")
    .set({ status: error === null ? "completed" : "failed", error, finished_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
}

/** Gives a pull back that a worker cannot go on with, because it is to end. */
export async function returnPull(db: Db, id: string): Promise<void> {
  await db
    .updateTable("model_pulls")
    .set({ status: "queued", attempts: sql<number>`attempts - 1`, heartbeat_at: null })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
}

interface Asked {
  readonly folderId: string;
  readonly requestedBy: string;
}

/** Cancels all pulls of a folder that someone has asked for and that are not done. */
export async function cancelPullsOf(db: Db, { folderId, requestedBy }: Asked): Promise<void> {
  await db
    .updateTable("model_pulls")
    .set({ status: "cancelled", finished_at: sql<Date>`now()` })
    .where("folder_id", "=", folderId)
    .where("requested_by", "=", requestedBy)
    .where("status", "in", open)
    .execute();
}

/** Cancels a pull that is not done. @returns whether it was not */
export async function writeCancellation(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("model_pulls")
    .set({ status: "cancelled", finished_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("status", "in", open)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
