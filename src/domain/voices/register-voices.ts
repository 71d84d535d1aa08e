import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { builtinVoice, type VoiceFacts } from "./builtin-voices.ts";
import { upsertBuiltinVoices } from "./catalogue-queries.ts";

/** A voice as its engine describes it. */
export type ListedVoice = Omit<VoiceFacts, "engine" | "deprecated">;

/**
 * Lists the voices of an engine that knows them only when it runs among the built-in ones; those that it has no longer are
 * marked as deprecated.
 */
export async function registerVoices(
  db: Db,
  engine: "remote-speech" | "piper",
  voices: readonly ListedVoice[],
): Promise<void> {
  const listed = voices.map((voice) => builtinVoice({ ...voice, engine, deprecated: false }));
  if (listed.length > 0) await upsertBuiltinVoices(db, listed);
  await db
    .updateTable("voices")
    .set({ deprecated: true })
    .where("user_id", "is", null)
    .where("engine", "=", engine)
    .where("deprecated", "=", false)
    .where("id", "<>", sql<string>`all(${listed.map(({ id }) => id)}::uuid[])`)
    .execute();
}
