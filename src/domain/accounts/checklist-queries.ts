import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

export interface Checklist {
  readonly isHidden: boolean;
  readonly hasHeard: boolean;
  readonly hasTranscribed: boolean;
  readonly hasKey: boolean;
  /** The latest call with a key, to the minute; null where there was none. */
  readonly lastKeyUse: { readonly name: string; readonly at: Date } | null;
}

const hasUsed = (column: "tts_count" | "asr_count") => sql<boolean>`exists (
  select from usage_totals where usage_totals.user_id = users.id and ${sql.ref(column)} > 0)`;

const hasKey = sql<boolean>`exists (
  select from api_keys
  where api_keys.user_id = users.id and revoked_at is null and coalesce(expires_at > now(), true))`;

/** Reads which first steps an account has done. */
export async function findChecklist(db: Db, userId: string): Promise<Checklist> {
  const account = db
    .selectFrom("users")
    .select(["checklist_hidden_at", hasUsed("tts_count").as("heard"), hasUsed("asr_count").as("transcribed")])
    .select(hasKey.as("has_key"))
    .where("id", "=", userId);
  const key = db
    .selectFrom("api_keys")
    .select(["name", "last_used_at"])
    .where("user_id", "=", userId)
    .where("last_used_at", "is not", null)
    .orderBy("last_used_at", "desc")
    .limit(1);
  const [row, used] = await Promise.all([account.executeTakeFirstOrThrow(), key.executeTakeFirst()]);
  return {
    isHidden: row.checklist_hidden_at !== null,
    hasHeard: row.heard,
    hasTranscribed: row.transcribed,
    hasKey: row.has_key,
    lastKeyUse: used?.last_used_at ? { name: used.name, at: used.last_used_at } : null,
  };
}

/** Hides the checklist for good. */
export async function hideChecklist(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ checklist_hidden_at: sql<Date>`coalesce(checklist_hidden_at, now())` })
    .where("id", "=", userId)
    .execute();
}
