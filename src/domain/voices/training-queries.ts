import { sql } from "kysely";
import type { AudioContainer, Db } from "#db/schema.ts";
import type { VoiceComparisonJson, VoiceMatchJson, VoiceProfileJson } from "#db/voice-schema.ts";
import type { EndedWork } from "#src/domain/request-events/end-request.ts";
import type { Voice } from "./queries.ts";
import { secondsOfRun } from "./training-times.ts";
import type { Failure } from "#src/domain/speech/ending-queries.ts";

/** Notes how far a run of a training is; never less than before. */
export async function raiseTrainingProgress(db: Db, voiceId: string, percent: number): Promise<void> {
  await db
    .updateTable("voices")
    .set({ progress: percent })
    .where("id", "=", voiceId)
    .where("status", "=", sql.lit("training"))
    .where("progress", "<", percent)
    .execute();
}

/** The keys of the objects of a voice: that of its sample, and that of its comparison. */
export const objectsOf = ({ sample_key: sample, comparison }: Pick<Voice, "sample_key" | "comparison">) =>
  [sample, comparison?.key ?? null] as const;

export interface TrainedVoice {
  readonly engine: string;
  readonly engineVoice: string;
  readonly profile: VoiceProfileJson;
  readonly match: VoiceMatchJson;
  /** Null where the words of the sample are not known. */
  readonly comparison: VoiceComparisonJson | null;
  /** The object with the sample as it was trained on, and how it is encoded. */
  readonly sampleKey: string;
  readonly sampleContainer: AudioContainer;
}

/**
 * Makes a voice ready to speak, with the sample as it was trained on in place of what was sent.
 * @returns null when the voice is gone
 */
export async function writeTrainedVoice(db: Db, voiceId: string, trained: TrainedVoice): Promise<EndedWork | null> {
  const row = await db
    .updateTable("voices as voice")
    .set({
      status: "ready",
      engine: trained.engine,
      engine_voice: trained.engineVoice,
      profile: JSON.stringify(trained.profile),
      match: JSON.stringify(trained.match),
      comparison: trained.comparison && JSON.stringify(trained.comparison),
      progress: 100,
      training_seconds: secondsOfRun,
      sample_key: trained.sampleKey,
      sample_container: trained.sampleContainer,
    })
    .from((eb) => eb.selectFrom("voices").select(["id", "sample_key", "comparison"]).as("before"))
    .whereRef("before.id", "=", "voice.id")
    .where("voice.id", "=", voiceId)
    .returning(["voice.user_id", "before.sample_key", "before.comparison"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { type: "completed", subjectType: "voice", userId: row.user_id, unneeded: objectsOf(row) };
}

/** Ends a training without a voice. @returns null when the voice is gone */
export async function writeTrainingFailure(
  db: Db,
  { voiceId, keepsSample }: { readonly voiceId: string; readonly keepsSample: boolean },
  failure: Failure,
): Promise<EndedWork | null> {
  const row = await db
    .updateTable("voices as voice")
    .set({
      ...{ status: "failed", error_code: failure.code, error_message: failure.message },
      ...(!keepsSample && { sample_key: null }),
      comparison: null,
      failed_at: sql<Date>`now()`,
    })
    .from((eb) => eb.selectFrom("voices").select(["id", "sample_key", "comparison"]).as("before"))
    .whereRef("before.id", "=", "voice.id")
    .where("voice.id", "=", voiceId)
    .returning(["voice.user_id", "before.sample_key", "before.comparison"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const unneeded = objectsOf(row).slice(keepsSample ? 1 : 0);
  return { type: "failed", subjectType: "voice", errorCode: failure.code, userId: row.user_id, unneeded };
}

/** Takes the sample away from a voice of this account that is not being trained, and what it was compared by. @returns their keys */
export async function clearSample(
  db: Db,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<readonly string[]> {
  const row = await db
    .updateTable("voices as voice")
    .set({ sample_key: null, sample_container: null, sample_text: null, comparison: null })
    .from((eb) => eb.selectFrom("voices").select(["id", "sample_key", "comparison"]).as("before"))
    .whereRef("before.id", "=", "voice.id")
    .where("voice.id", "=", voiceId)
    .where("voice.user_id", "=", userId)
    .where("voice.status", "in", ["ready", "failed"])
    .returning(["before.sample_key", "before.comparison"])
    .executeTakeFirst();
  return row === undefined ? [] : objectsOf(row).filter((key) => key !== null);
}
