import { sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { AudioContainer, Db } from "#db/schema.ts";
import { isOutdatedRow, stateColumns } from "./outdated-voices.ts";
import { selectSecondsLeft } from "./training-times.ts";

export const voiceColumns = [
  "id",
  "user_id",
  "name",
  "description",
  "type",
  "language",
  "engine",
  "engine_voice",
  "profile",
  "match",
  "comparison",
  "progress",
  "training_started_at",
  selectSecondsLeft.as("seconds_left"),
  "consent_statement",
  "consent_given_by",
  "consent_at",
  "sample_sha256",
  "sample_text",
  "sample_key",
  "sample_container",
  ...stateColumns,
  "created_at",
  "gender",
  "accent",
  "age",
  "tags",
  "use_cases",
  "quality",
  "licence",
  "deprecated",
] as const;

const selectVoices = (db: Db) => db.selectFrom("voices").select(voiceColumns);

/** A voice as it stands in its row. */
export type Voice = Awaited<ReturnType<ReturnType<typeof selectVoices>["executeTakeFirstOrThrow"]>>;

/** A voice that this account may use: its own or a built-in one; without an account, a built-in one. */
export async function findVisibleVoice(
  db: Db,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string | null },
): Promise<Voice | null> {
  const row = await selectVoices(db)
    .where("id", "=", voiceId)
    .where((eb) => eb.or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .withPlugin(prepared("find-visible-voice"))
    .executeTakeFirst();
  return row ?? null;
}

/** A voice of any account: for work that has been accepted already. */
export async function findVoice(db: Db, voiceId: string): Promise<Voice | null> {
  const voice = selectVoices(db).where("id", "=", voiceId).withPlugin(prepared("find-voice"));
  return (await voice.executeTakeFirst()) ?? null;
}

/** Keeps a voice from being deleted until the transaction ends. @returns false when it is gone */
export async function lockVoice(db: Db, voiceId: string): Promise<boolean> {
  const held = db.selectFrom("voices").select("id").where("id", "=", voiceId).forKeyShare();
  return (await held.executeTakeFirst()) !== undefined;
}

/** The names of voices by their ids, gone ones left out. */
export async function findVoiceNames(db: Db, voiceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (voiceIds.length === 0) return new Map();
  const ids = sql<string>`any(${voiceIds}::uuid[])`;
  const rows = await db
    .selectFrom("voices")
    .select(["id", "name"])
    .where("id", "=", ids)
    .withPlugin(prepared("find-voice-names"))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Counts the voices of an account, whatever has become of them. */
export async function countVoices(db: Db, userId: string): Promise<number> {
  const counted = db.selectFrom("voices").select((eb) => eb.fn.countAll<string>().as("voices"));
  return Number((await counted.where("user_id", "=", userId).executeTakeFirstOrThrow()).voices);
}

/** The sample of a voice as it was sent. */
export interface NewSample {
  readonly sampleKey: string;
  readonly sampleContainer: AudioContainer;
  readonly sampleSha256: string;
  /** The words of the sample; null where they are not known. */
  readonly sampleText: string | null;
}

const sampleColumns = (sample: NewSample) => ({
  sample_key: sample.sampleKey,
  sample_container: sample.sampleContainer,
  sample_sha256: sample.sampleSha256,
  sample_text: sample.sampleText,
});

export interface NewVoice extends NewSample {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly consent: VoiceConsent | null;
}

/** The consent of the person who is heard in a sample. */
export interface VoiceConsent {
  readonly statement: string;
  readonly givenBy: string | null;
}

export async function insertVoice(db: Db, voice: NewVoice): Promise<Voice> {
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
      ...sampleColumns(voice),
      consent_statement: voice.consent?.statement ?? null,
      consent_given_by: voice.consent?.givenBy ?? null,
      consent_at: voice.consent === null ? null : sql<Date>`now()`,
    })
    .returning(voiceColumns)
    .executeTakeFirstOrThrow();
}

export interface VoiceChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Marks a voice as being trained, from the beginning: a run before this one has left nothing. @returns the voice; null when it has ended or is gone */
export async function startTraining(db: Db, voiceId: string): Promise<Voice | null> {
  const row = await db
    .updateTable("voices")
    .set({ status: "training", progress: 0, training_started_at: sql<Date>`now()` })
    .where("id", "=", voiceId)
    .where("status", "in", ["pending", "training"])
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}

interface ResetVoice {
  readonly voiceId: string;
  readonly userId: string;
  /** The sample that takes the place of the one before; the stored one is used when absent. */
  readonly sample?: NewSample;
}

/**
 * Makes a voice of this account wait for its training again: one that is outdated, or whose training failed, and that has a sample.
 * @returns the voice; null when it is no such voice
 */
export async function resetVoice(db: Db, { voiceId, userId, sample }: ResetVoice): Promise<Voice | null> {
  const row = await db
    .updateTable("voices")
    .set({
      ...{ status: "pending", progress: 0, engine: null, engine_voice: null, profile: null },
      ...{ error_code: null, error_message: null, failed_at: null },
      ...{ training_started_at: null, training_seconds: null },
      ...(sample !== undefined && sampleColumns(sample)),
    })
    .where("id", "=", voiceId)
    .where("user_id", "=", userId)
    .$if(sample === undefined, (query) => query.where("sample_key", "is not", null))
    .where((eb) => eb.or([isOutdatedRow, eb("status", "=", sql.lit("failed"))]))
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes what a voice of this account is called. @returns the voice; null when the account has no such voice */
export async function updateVoice(
  db: Db,
  { voiceId, userId, ...changes }: { readonly voiceId: string; readonly userId: string } & VoiceChanges,
): Promise<Voice | null> {
  const { name, description } = changes;
  const row = await db
    .updateTable("voices")
    // A value that does not change is set to itself.
    .set({ name: name ?? sql`name`, description: description ?? sql`description` })
    .where("id", "=", voiceId)
    .where("user_id", "=", userId)
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a voice of this account. @returns what it was; null when the account has no such voice */
export async function deleteOwnVoice(
  db: Db,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<Voice | null> {
  const row = await db
    .deleteFrom("voices")
    .where("id", "=", voiceId)
    .where("user_id", "=", userId)
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}
