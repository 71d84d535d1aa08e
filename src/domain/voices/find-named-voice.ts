import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";

/** A voice as a name finds it. */
export interface NamedVoice {
  readonly id: string;
  /** Primary tag. */
  readonly language: string;
  /** Null of a custom voice that no engine has yet. */
  readonly engine: string | null;
  readonly isBuiltin: boolean;
}

interface VoiceName {
  readonly name: string;
  readonly userId: string;
}

/**
 * The voice that an account means by a name: its id, its name in any case, or what its engine calls it. A voice of the
 * account comes before a built-in one, and the newest before others; null when there is none.
 */
export async function findNamedVoice(
  { db }: { readonly db: Db },
  { name, userId }: VoiceName,
): Promise<NamedVoice | null> {
  const row = await db
    .selectFrom("voices")
    .select(["id", "language", "engine", "user_id"])
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .where((eb) =>
      eb.or([
        eb(sql`id::text`, "=", name.toLowerCase()),
        eb(sql`lower(name)`, "=", name.toLowerCase()),
        eb.and([eb("user_id", "is", null), eb("engine_voice", "=", name)]),
      ]),
    )
    .orderBy((eb) => eb("user_id", "is", null))
    .orderBy("deprecated")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { id: row.id, language: row.language, engine: row.engine, isBuiltin: row.user_id === null };
}

/** The same, where there has to be one. @throws DomainError `voice_not_found` */
export async function requireNamedVoice(resources: { readonly db: Db }, wanted: VoiceName): Promise<NamedVoice> {
  const voice = await findNamedVoice(resources, wanted);
  if (voice !== null) return voice;
  const message = `No voice of yours and no built-in voice is named '${wanted.name}'. GET /v1/voices lists them, and search= finds similar ones.`;
  throw new DomainError("voice_not_found", message);
}
