import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { folderIdOf, type FolderReport, upsertFolder } from "#src/domain/models/folder-queries.ts";
import { matchingModels } from "#src/domain/voices/voice-matching-models.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Inserts the folder of a worker that is alive for an hour, since no heartbeat follows. @returns its id */
export async function insertFolder(db: Db, folder: FolderReport): Promise<string> {
  await upsertFolder(db, folder);
  const id = folderIdOf(folder);
  const seenAt = sql<Date>`now() + interval '1 hour'`;
  await db.updateTable("model_folders").set({ seen_at: seenAt }).where("id", "=", id).execute();
  return id;
}

/** Registers a machine that can match voices, where SPEECH_MODELS names the models. */
export async function insertMatchingFolder({ db }: Pick<Resources, "db">, configured = true): Promise<void> {
  const facts = { kind: "voice-analysis", languages: [], tier: "fast", licence: "MIT", memoryMb: 50 } as const;
  const state = { inCatalogue: true, tried: true, verifiable: true, state: "installed", problem: null } as const;
  const models = Object.values(matchingModels).map(([name]) => ({
    ...{ name, ...facts, ...state },
    ...{ sizeBytes: null, configured },
  }));
  await insertFolder(db, { host: "host-of-voices", directory: "/models", writable: false, freeBytes: 1e9, models });
}
