import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { type FolderModel, folderModel } from "./folder-model.ts";

const msAgo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
const keptMs = 7 * 24 * 3_600_000;

/** The report of a worker about its folder. */
export interface FolderReport {
  readonly host: string;
  readonly directory: string;
  readonly writable: boolean;
  readonly freeBytes: number;
  readonly models: readonly FolderModel[];
}

/** The same for all workers of a machine with this folder. */
export const folderIdOf = ({ host, directory }: Pick<FolderReport, "host" | "directory">): string =>
  uuidOf(`models of ${host}: ${directory}`);

/** Writes down a folder of models, and that a worker of it is alive. */
export async function upsertFolder(db: Db, report: FolderReport): Promise<void> {
  const { host, directory, writable, freeBytes, models } = report;
  await db
    .insertInto("model_folders")
    .values({
      ...{ id: folderIdOf(report), host, directory, writable, free_bytes: freeBytes },
      models: JSON.stringify(models),
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        writable: eb.ref("excluded.writable"),
        free_bytes: eb.ref("excluded.free_bytes"),
        models: eb.ref("excluded.models"),
        seen_at: sql<Date>`now()`,
      })),
    )
    .returning(asynchronousCommit)
    .execute();
}

/** A folder whose workers are alive. */
export interface ModelFolder extends FolderReport {
  readonly id: string;
}

/** The folders whose workers were seen within `leaseExpiresMs`. */
export async function listFolders(
  db: Db,
  { leaseExpiresMs }: { readonly leaseExpiresMs: number },
): Promise<readonly ModelFolder[]> {
  const rows = await db
    .selectFrom("model_folders")
    .select(["id", "host", "directory", "writable", "free_bytes", "models"])
    .where("seen_at", ">", msAgo(leaseExpiresMs))
    .orderBy("host")
    .orderBy("directory")
    .execute();
  return rows.map(({ free_bytes: freeBytes, models, ...row }) => {
    const read = z.array(folderModel).safeParse(models);
    return { ...row, freeBytes: Number(freeBytes), models: read.success ? read.data : [] };
  });
}

/** Removes folders without a worker for a week, with their pulls. */
export async function deleteDeadFolders(db: Db): Promise<void> {
  await db.deleteFrom("model_folders").where("seen_at", "<", msAgo(keptMs)).execute();
}
