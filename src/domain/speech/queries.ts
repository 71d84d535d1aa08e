import { sql } from "kysely";
import type { usageSources } from "#db/usage-schema.ts";
import { prepared } from "#db/prepared.ts";
import type { AudioContainer, Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { corrected } from "./corrections.ts";
import type { ArchiveEntry } from "./recording-address.ts";
import type { SynthesisOptions } from "./synthesis-options.ts";
import type { TranscriptionOptions } from "./transcription-options.ts";

export const summaryColumns = [
  "id",
  "user_id",
  "request_type",
  "is_demo",
  "status",
  "progress",
  "language",
  "language_tag",
  "model",
  "confidence_source",
  "voice_id",
  "characters",
  "duration_seconds",
  "content_type",
  "result_key",
  "api_key_id",
  "document_id",
  "file_name",
  "credits",
  "error_code",
  "error_message",
  "created_at",
  "finished_at",
] as const;

const columns = [
  ...summaryColumns,
  "options",
  "input_text",
  "cached",
  "is_streamed",
  "spoken_words",
  "source_key",
  "source_container",
  "sample_rate",
  "transcript",
  "error_facts",
  "started_at",
  "first_sound_at",
] as const;

/** The part of a request that a list shows: neither texts nor transcripts. */
export type SpeechRequestSummary = Pick<SpeechRequest, (typeof summaryColumns)[number]>;

const selectRequests = (db: Db) => db.selectFrom("speech_requests").select(columns);

/** A speech request as it stands in its row. */
export type SpeechRequest = Awaited<ReturnType<ReturnType<typeof selectRequests>["executeTakeFirstOrThrow"]>>;

interface NewRequest {
  readonly id: string;
  readonly userId: string | null;
  readonly isDemo: boolean;
  readonly source: (typeof usageSources)[number] | null;
  /** The key of the call; none when absent. */
  readonly apiKeyId?: string | null | undefined;
  readonly language: string;
  /** The language as it was sent; null where none was. */
  readonly languageTag?: string | null | undefined;
}

const newRow = ({ id, userId, isDemo, source, apiKeyId = null, language, languageTag = null }: NewRequest) =>
  ({
    ...{ id, user_id: userId, is_demo: isDemo, source, api_key_id: apiKeyId, language, language_tag: languageTag },
    status: "queued",
  }) as const;

export interface NewSynthesisRequest extends NewRequest {
  readonly text: string;
  /** Not when absent. */
  readonly isStreamed?: boolean | undefined;
  readonly characters: number;
  readonly voiceId: string;
  /** The document whose paragraph the text is; none when absent. */
  readonly documentId?: string | undefined;
  readonly options: SynthesisOptions;
}

const synthesisRow = (request: NewSynthesisRequest) =>
  ({
    ...newRow(request),
    request_type: "tts",
    ...{ voice_id: request.voiceId, input_text: request.text, characters: request.characters },
    ...{ is_streamed: request.isStreamed ?? false, document_id: request.documentId ?? null },
    options: JSON.stringify(request.options),
  }) as const;

export async function insertSynthesisRequest(db: Db, request: NewSynthesisRequest): Promise<void> {
  await db
    .insertInto("speech_requests")
    .values(synthesisRow(request))
    .withPlugin(prepared("insert-synthesis-request"))
    .execute();
}

/** Writes many at once. */
export async function insertSynthesisRequests(db: Db, requests: readonly NewSynthesisRequest[]): Promise<void> {
  await db.insertInto("speech_requests").values(requests.map(synthesisRow)).execute();
}

export interface NewTranscriptionRequest extends NewRequest {
  readonly options: TranscriptionOptions;
  /** The object of the recording, the address that it is fetched from, or its place in an archive. */
  readonly recording: RecordingObject | { readonly url: string } | { readonly entry: ArchiveEntry };
  readonly fileName: string | null;
}

export interface RecordingObject {
  readonly key: string;
  readonly container: AudioContainer;
}

export async function insertTranscriptionRequest(db: Db, request: NewTranscriptionRequest): Promise<void> {
  const { recording, options } = request;
  const isFetched = !("key" in recording);
  await db
    .insertInto("speech_requests")
    .values({
      ...newRow(request),
      request_type: "asr",
      options: JSON.stringify(isFetched ? { ...options, ...recording } : options),
      source_key: isFetched ? null : recording.key,
      source_container: isFetched ? null : recording.container,
      file_name: request.fileName,
    })
    .withPlugin(prepared("insert-transcription-request"))
    .execute();
}

/** Writes the request of a live session, whose recording is sent while it is transcribed. */
export async function insertLiveRequest(
  db: Db,
  request: NewRequest & { readonly options: TranscriptionOptions },
): Promise<void> {
  await db
    .insertInto("speech_requests")
    .values({
      ...newRow(request),
      ...{ request_type: "asr", status: "processing", is_streamed: true, started_at: sql<Date>`now()` },
      options: JSON.stringify(request.options),
    })
    .execute();
}

/** Writes other wishes of a live session, whose client told them late. */
export async function updateLiveRequest(
  db: Db,
  id: string,
  {
    language,
    languageTag = null,
    options,
  }: Pick<NewRequest, "language" | "languageTag"> & { readonly options: TranscriptionOptions },
): Promise<void> {
  const changed = { language, language_tag: languageTag, options: JSON.stringify(options) };
  await db.updateTable("speech_requests").set(changed).where("id", "=", id).execute();
}

/** A request with its transcript as it is shown, corrections included; null when it is gone. */
export async function findRequest(db: Db, id: string): Promise<SpeechRequest | null> {
  const found = selectRequests(db).where("id", "=", id).withPlugin(prepared("find-request"));
  const request = await found.executeTakeFirst();
  if (request === undefined) return null;
  return { ...request, transcript: request.transcript && corrected(request.transcript) };
}

/** The ids of those requests that have ended; one that is not there has not. */
export async function findFinishedRequests(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const ended = await db
    .selectFrom("speech_requests")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("finished_at", "is not", null)
    .withPlugin(prepared("find-finished-requests"))
    .execute();
  return ended.map((row) => row.id);
}

/** The statuses of requests that have not ended. */
export const unfinishedStatuses = [sql.lit<"queued">("queued"), sql.lit<"processing">("processing")];

/**
 * Marks an unfinished request as being worked on; should a crash of the database undo the mark, only its progress is not shown.
 * @returns the request; null when it has ended or is gone
 */
export async function startRequest(db: Db, id: string): Promise<SpeechRequest | null> {
  const row = await db
    .updateTable("speech_requests")
    .set({ status: "processing", started_at: sql<Date>`coalesce(started_at, now())` })
    .where("id", "=", id)
    .where("status", "in", unfinishedStatuses)
    .returning(columns)
    .returning(asynchronousCommit)
    .withPlugin(prepared("start-request"))
    .executeTakeFirst();
  return row ?? null;
}

/** Names the object of a recording that was fetched, once. @returns whose it is; undefined when the request has one, has ended or is gone */
export function setSource(
  db: Db,
  id: string,
  { key, container }: RecordingObject,
): Promise<{ readonly user_id: string | null } | undefined> {
  return db
    .updateTable("speech_requests")
    .set({ source_key: key, source_container: container, options: sql<string>`options - 'url'` })
    .where("id", "=", id)
    .where("source_key", "is", null)
    .where("status", "in", unfinishedStatuses)
    .returning("user_id")
    .executeTakeFirst();
}

/** Raises the progress of a running request; it never falls. */
export async function raiseProgress(db: Db, id: string, percent: number): Promise<void> {
  await db
    .updateTable("speech_requests")
    .set({ progress: percent })
    .where("id", "=", id)
    .where("status", "=", sql.lit("processing"))
    .where("progress", "<", percent)
    .withPlugin(prepared("raise-progress"))
    .execute();
}
