import { type RawBuilder, sql, type Updateable } from "kysely";
import type { SpokenWordsJson, TranscriptJson } from "#db/engine-schema.ts";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import type { EndedWork } from "#src/domain/request-events/end-request.ts";
import { addUsageError } from "#src/domain/usage/queries.ts";
import type { ErrorCode, ErrorDetails } from "#src/errors.ts";
import { unfinishedStatuses, type SpeechRequest } from "./queries.ts";
import { cancelledCode } from "./shown-status.ts";

export interface SynthesisResult {
  readonly resultKey: string;
  readonly contentType: string;
  readonly sampleRate: number;
  readonly durationSeconds: number;
  /** The engine that spoke most of it. */
  readonly model: string;
  /** The times of the words; null or absent where they were not asked for. */
  readonly words?: SpokenWordsJson | null | undefined;
  /** True for a copy of earlier audio. */
  readonly cached?: boolean;
}

export interface TranscriptionResult {
  readonly transcript: TranscriptJson;
  /** The engine that read it. */
  readonly model: string;
  readonly confidenceSource: NonNullable<SpeechRequest["confidence_source"]>;
  /** Primary tag; absent where the engine was told which one it is. */
  readonly detectedLanguage?: string | undefined;
  readonly durationSeconds: number;
  /** The object with the sound as it was decoded; null where none is kept. */
  readonly recording: Pick<SynthesisResult, "resultKey" | "contentType" | "sampleRate"> | null;
}

const completed = { status: "completed", progress: 100, finished_at: sql<Date>`now()`, source_key: null } as const;

/** @returns null when the request is gone */
export const writeSynthesisResult = (db: Db, id: string, result: SynthesisResult): Promise<EndedWork | null> =>
  complete(
    updateRequest(db, id, {
      ...completed,
      ...audioColumns(result),
      model: result.model,
      duration_seconds: result.durationSeconds,
      cached: result.cached ?? false,
      spoken_words: result.words ? JSON.stringify(result.words) : null,
    }).withPlugin(prepared("write-synthesis-result")),
  );

/** @returns null when the request is gone */
export const writeTranscriptionResult = (db: Db, id: string, result: TranscriptionResult): Promise<EndedWork | null> =>
  complete(
    updateRequest(db, id, {
      ...completed,
      options: sql<string>`request.options - 'entry'`,
      transcript: JSON.stringify(result.transcript),
      model: result.model,
      confidence_source: result.confidenceSource,
      ...(result.detectedLanguage !== undefined && { language: result.detectedLanguage }),
      duration_seconds: result.durationSeconds,
      ...(result.recording !== null && audioColumns(result.recording)),
    }),
  );

const audioColumns = (audio: NonNullable<TranscriptionResult["recording"]>) => ({
  result_key: audio.resultKey,
  content_type: audio.contentType,
  sample_rate: audio.sampleRate,
});

async function complete(update: ReturnType<typeof updateRequest>): Promise<EndedWork | null> {
  const row = await update.executeTakeFirst();
  return row === undefined ? null : { ...endOf(row), type: "completed", unneeded: [row.source_key] };
}

/** The facts about any request that has ended. */
const endOf = (row: Pick<SpeechRequest, "user_id" | "request_type">): Pick<EndedWork, "subjectType" | "userId"> => ({
  subjectType: row.request_type === "tts" ? "synthesis" : "transcription",
  userId: row.user_id,
});

/** New values of columns; the time of the end is the database's. */
type Changes = Updateable<Omit<Database["speech_requests"], "finished_at" | "options">> & {
  readonly finished_at?: RawBuilder<Date>;
  readonly options?: RawBuilder<string>;
};

/** Changes a request. The update tells what the keys of its audio were before. */
const updateRequest = (db: Db, id: string, changes: Changes) =>
  db
    .updateTable("speech_requests as request")
    .set(changes)
    .from((eb) =>
      eb
        .selectFrom("speech_requests")
        .select(["id", "source_key", "result_key"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .as("before"),
    )
    .whereRef("before.id", "=", "request.id")
    .returning(["request.user_id", "request.request_type", "request.is_demo", "request.api_key_id"])
    .returning(["before.source_key", "before.result_key"]);

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly facts: ErrorDetails;
}

/** Ends an unfinished request without a result, and counts it. @returns null when the request is gone or has ended before */
export async function writeFailure(db: Db, id: string, failure: Failure): Promise<EndedWork | null> {
  const failed = updateRequest(db, id, {
    status: "failed",
    finished_at: sql<Date>`now()`,
    error_code: failure.code,
    error_message: failure.message,
    error_facts: JSON.stringify(failure.facts),
    source_key: null,
    // The address of a recording may hold a permission.
    options: sql<string>`request.options - 'url' - 'entry'`,
  });
  const row = await failed.where("request.status", "in", unfinishedStatuses).executeTakeFirst();
  if (row === undefined) return null;
  const { user_id: userId, api_key_id: apiKeyId } = row;
  if (userId !== null && !row.is_demo) await addUsageError(db, { userId, apiKeyId, errorCode: failure.code });
  const unneeded = [row.source_key];
  if (failure.code === cancelledCode) return { ...endOf(row), type: "cancelled", unneeded };
  return { ...endOf(row), type: "failed", errorCode: failure.code, unneeded };
}

/** Audio of a request that was cancelled. */
interface DeliveredAudio extends Pick<SynthesisResult, "resultKey" | "contentType" | "sampleRate"> {
  readonly durationSeconds: number | null;
  readonly words: SpokenWordsJson | null;
}

/** Gives a cancelled request the audio that was sent of it. @returns whose it is @throws LeaseLostError when the request is gone */
export async function writeDelivered(db: Db, id: string, audio: DeliveredAudio): Promise<string | null> {
  const update = updateRequest(db, id, {
    ...audioColumns(audio),
    duration_seconds: audio.durationSeconds,
    spoken_words: audio.words === null ? null : JSON.stringify(audio.words),
  });
  const row = await update.where("request.error_code", "=", cancelledCode).executeTakeFirst();
  if (row === undefined) throw new LeaseLostError();
  return row.user_id;
}

/** Takes its audio from an anonymous demo call that has ended. @returns its key; null when there is none */
export async function takeExpiredDemoAudio(db: Db, id: string): Promise<string | null> {
  const row = await updateRequest(db, id, { result_key: null })
    .where("request.is_demo", "=", true)
    .where("request.user_id", "is", null)
    .where("request.finished_at", "is not", null)
    .executeTakeFirst();
  return row?.result_key ?? null;
}

/** Deletes an unfinished request. @returns null when there is none */
export async function deleteRequest(db: Db, id: string): Promise<EndedWork | null> {
  const row = await db
    .deleteFrom("speech_requests")
    .where("id", "=", id)
    .returning(["user_id", "request_type", "source_key", "result_key"])
    .executeTakeFirst();
  return row === undefined ? null : { ...endOf(row), type: "cancelled", unneeded: [row.source_key, row.result_key] };
}
