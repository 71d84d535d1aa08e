import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";

interface OutdatedVoice {
  readonly userId: string;
  readonly name?: string;
  /** Null where it is not kept. */
  readonly sample: Uint8Array | null;
}

/** A voice of a release that matched by a formant synthesiser, with its sample. @returns its id */
export async function insertOutdatedVoice(
  resources: Resources,
  { userId, name = "Old", sample }: OutdatedVoice,
): Promise<string> {
  const { db, store } = resources;
  const id = randomUUID();
  const profile = { pitchBaseHz: 180, pitchRangeHz: 260, formantPercent: 115, wordsPerMinute: 160 };
  const voice = { id, user_id: userId, name, description: "", type: "custom", language: "en" } as const;
  const trained = { status: "ready", progress: 100, engine: "espeak-ng", engine_voice: "en-us" } as const;
  const row = { ...voice, ...trained, profile: JSON.stringify(profile) };
  if (sample === null) {
    await db.insertInto("voices").values(row).execute();
    return id;
  }
  await using folder = await resources.workspace.folder();
  const [path, key] = [join(folder.path, "sample"), `samples/${id}-1`];
  await writeFile(path, sample);
  await uploadThenCommit({ db, store, key, path }, async (claimObject) => {
    await db
      .insertInto("voices")
      .values({ ...row, sample_key: key, sample_container: "wav" })
      .execute();
    await claimObject(db, userId);
  });
  return id;
}
