import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { builtinVoice } from "./builtin-voices.ts";
import { upsertBuiltinVoices } from "./catalogue-queries.ts";

interface RemoteVoice {
  /** As the server calls it. */
  readonly id: string;
  readonly name: string;
  /** Primary tag. */
  readonly language: string;
}

/** Lists the voices of a speech server among the built-in ones; those that it has no longer are marked as deprecated. */
export async function registerRemoteVoices(db: Kysely<Database>, voices: readonly RemoteVoice[]): Promise<void> {
  const listed = voices.map(({ id: engineVoice, name, language }) =>
    builtinVoice({
      ...{ name, language, engine: "remote-speech", engineVoice, gender: null, accent: null },
      ...{ quality: "natural", description: "By a speech server.", licence: "That of the server.", deprecated: false },
    }),
  );
  if (listed.length > 0) await upsertBuiltinVoices(db, listed);
  await db
    .updateTable("voices")
    .set({ deprecated: true })
    .where("user_id", "is", null)
    .where("engine", "=", "remote-speech")
    .where("deprecated", "=", false)
    .where("id", "<>", sql<string>`all(${listed.map(({ id }) => id)}::uuid[])`)
    .execute();
}
