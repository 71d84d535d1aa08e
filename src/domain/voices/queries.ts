import { type Kysely, sql } from "kysely";
import type { audioContainers, Database } from "#db/schema.ts";
import type { BuiltinVoice } from "./builtin-voices.ts";

const columns = [
  "id",
  "user_id",
  "name",
  "description",
  "type",
  "language",
  "status",
  "engine",
  "engine_voice",
  "profile",
  "measurement",
  "match",
  "progress",
  "consent_statement",
  "consent_given_by",
  "consent_at",
  "sample_sha256",
  "sample_key",
  "sample_container",
  "error_code",
  "error_message",
  "created_at",
] as const;

const selectVoices = (db: Kysely<Database>) => db.selectFrom("voices").select(columns);

/** A voice as it stands in its row. */
export type Voice = Awaited<ReturnType<ReturnType<typeof selectVoices>["executeTakeFirstOrThrow"]>>;

/** A voice that this account may use: its own or a built-in one; without an account, a built-in one. */
export async function findVisibleVoice(
  db: Kysely<Database>,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string | null },
): Promise<Voice | null> {
  const row = await selectVoices(db)
    .where("id", "=", voiceId)
    .where((eb) => eb.or([eb("user_id", "is", null), ...(userId === null ? [] : [eb("user_id", "=", userId)])]))
    .executeTakeFirst();
  return row ?? null;
}

/** A voice whoever it belongs to: for work that has been accepted already. */
export async function findVoice(db: Kysely<Database>, voiceId: string): Promise<Voice | null> {
  return (await selectVoices(db).where("id", "=", voiceId).executeTakeFirst()) ?? null;
}

/** The names of voices by their ids, gone ones left out. */
export async function findVoiceNames(
  db: Kysely<Database>,
  voiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (voiceIds.length === 0) return new Map();
  const ids = sql<string>`any(${voiceIds}::uuid[])`;
  const rows = await db.selectFrom("voices").select(["id", "name"]).where("id", "=", ids).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** How many voices an account has, whatever has become of them. */
export async function countVoices(db: Kysely<Database>, userId: string): Promise<number> {
  const counted = db.selectFrom("voices").select((eb) => eb.fn.countAll<string>().as("voices"));
  return Number((await counted.where("user_id", "=", userId).executeTakeFirstOrThrow()).voices);
}

export interface VoiceFilter {
  readonly userId: string;
  readonly type?: "builtin" | "custom" | undefined;
  readonly language?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** One page of the voices that an account may use: its own, newest first, then the built-in ones by name. */
export async function listVoices(
  db: Kysely<Database>,
  filter: VoiceFilter,
): Promise<{ readonly items: readonly Voice[]; readonly total: number }> {
  const matching = db
    .selectFrom("voices")
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "=", filter.userId)]))
    .$if(filter.type !== undefined, (query) => query.where("type", "=", filter.type ?? "custom"))
    .$if(filter.language !== undefined, (query) => query.where("language", "=", filter.language ?? "und"));
  const items = await matching
    .select(columns)
    .orderBy((eb) => eb("user_id", "is", null))
    .orderBy(sql`case when user_id is null then lower(name) collate "C" end`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export interface NewVoice {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly sampleKey: string;
  readonly sampleContainer: (typeof audioContainers)[number];
  readonly sampleSha256: string;
  readonly consent: VoiceConsent | null;
}

/** What the person who is heard in a sample has agreed to. */
export interface VoiceConsent {
  readonly statement: string;
  readonly givenBy: string | null;
}

export async function insertVoice(db: Kysely<Database>, voice: NewVoice): Promise<Voice> {
  return db
    .insertInto("voices")
    .values({
      id: voice.id,
      user_id: voice.userId,
      name: voice.name,
      description: voice.description,
      type: "custom",
      language: voice.language,
      status: "pending",
      sample_key: voice.sampleKey,
      sample_container: voice.sampleContainer,
      sample_sha256: voice.sampleSha256,
      consent_statement: voice.consent?.statement ?? null,
      consent_given_by: voice.consent?.givenBy ?? null,
      consent_at: voice.consent === null ? null : sql<Date>`now()`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Marks a voice as being trained. @returns the voice; null when it has ended or is gone */
export async function startTraining(db: Kysely<Database>, voiceId: string): Promise<Voice | null> {
  const row = await db
    .updateTable("voices")
    .set({ status: "training" })
    .where("id", "=", voiceId)
    .where("status", "in", ["pending", "training"])
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a voice of this account. @returns what it was; null when the account has no such voice */
export async function deleteOwnVoice(
  db: Kysely<Database>,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<Voice | null> {
  const row = await db
    .deleteFrom("voices")
    .where("id", "=", voiceId)
    .where("user_id", "=", userId)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

const builtin = { user_id: null, type: "builtin", status: "ready" } as const;

/** Brings the built-in voices to what the catalogue says; ids are stable, so running it again changes nothing. */
export async function upsertBuiltinVoices(db: Kysely<Database>, voices: readonly BuiltinVoice[]): Promise<void> {
  await db
    .insertInto("voices")
    .values(voices.map(({ engineVoice, ...voice }) => ({ ...voice, ...builtin, engine_voice: engineVoice })))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        language: sql`excluded.language`,
        engine: sql`excluded.engine`,
        engine_voice: sql`excluded.engine_voice`,
      }),
    )
    .execute();
}
