import { type Kysely, sql } from "kysely";
import type { audioContainers, Database } from "#db/schema.ts";
import type { VoiceMeasurementJson, VoiceProfileJson } from "#db/voice-schema.ts";
import type { Failure } from "#src/domain/speech/ending-queries.ts";

export const voiceColumns = [
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
  "sample_key",
  "sample_container",
  "error_code",
  "error_message",
  "created_at",
  "gender",
  "accent",
  "quality",
  "licence",
  "deprecated",
] as const;

const selectVoices = (db: Kysely<Database>) => db.selectFrom("voices").select(voiceColumns);

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

export interface NewVoice {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly sampleKey: string;
  readonly sampleContainer: (typeof audioContainers)[number];
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
    })
    .returning(voiceColumns)
    .executeTakeFirstOrThrow();
}

/** Marks a voice as being trained. @returns the voice; null when it has ended or is gone */
export async function startTraining(db: Kysely<Database>, voiceId: string): Promise<Voice | null> {
  const row = await db
    .updateTable("voices")
    .set({ status: "training" })
    .where("id", "=", voiceId)
    .where("status", "in", ["pending", "training"])
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}

export interface TrainedVoice {
  readonly engine: string;
  readonly engineVoice: string;
  readonly profile: VoiceProfileJson;
  readonly measurement: VoiceMeasurementJson;
  /** The object with the sample as it was trained on, and how it is encoded. */
  readonly sampleKey: string;
  readonly sampleContainer: (typeof audioContainers)[number];
}

/**
 * Makes a voice ready to speak, with the sample as it was trained on in place of what was sent.
 * @returns whose it is, and the key of what was sent, which is to be removed; null when the voice is gone
 */
export async function writeTrainedVoice(
  db: Kysely<Database>,
  voiceId: string,
  trained: TrainedVoice,
): Promise<Pick<Voice, "user_id" | "sample_key"> | null> {
  const row = await db
    .updateTable("voices as voice")
    .set({
      status: "ready",
      engine: trained.engine,
      engine_voice: trained.engineVoice,
      profile: JSON.stringify(trained.profile),
      measurement: JSON.stringify(trained.measurement),
      sample_key: trained.sampleKey,
      sample_container: trained.sampleContainer,
    })
    .from((eb) => eb.selectFrom("voices").select(["id", "sample_key"]).as("before"))
    .whereRef("before.id", "=", "voice.id")
    .where("voice.id", "=", voiceId)
    .returning(["voice.user_id", "before.sample_key"])
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a training without a voice. @returns the key of the sample, which is to be removed */
export async function writeTrainingFailure(
  db: Kysely<Database>,
  voiceId: string,
  failure: Failure,
): Promise<string | null> {
  const row = await db
    .updateTable("voices as voice")
    .set({ status: "failed", error_code: failure.code, error_message: failure.message, sample_key: null })
    .from((eb) => eb.selectFrom("voices").select(["id", "sample_key"]).as("before"))
    .whereRef("before.id", "=", "voice.id")
    .where("voice.id", "=", voiceId)
    .returning("before.sample_key")
    .executeTakeFirst();
  return row?.sample_key ?? null;
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
    .returning(voiceColumns)
    .executeTakeFirst();
  return row ?? null;
}
