import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type AudioFormat, audioFormats } from "#db/schema.ts";
import { noAudio, type StreamedChunk } from "#src/api/results/read-stream.ts";
import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import type { Reply, RequestContext } from "#src/api/route.ts";
import { acceptsRanges, storedAudioReply } from "#src/api/http/stored-audio.ts";
import { findApiKeyNames } from "#src/domain/api-keys/queries.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { endOfPart } from "#src/domain/speech/charged-seconds.ts";
import { queuePosition } from "#src/domain/jobs/queue-position.ts";
import { findDocumentTitles } from "#src/domain/documents/queries.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { textOfParagraphs } from "#src/domain/speech/paragraphs.ts";
import { textOfTranscript } from "#src/domain/speech/speakers.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { presentRequest, presentSynthesis, presentTranscription } from "./present.ts";
import { type SubtitleFields, subtitleLayout } from "./subtitle-fields.ts";
import type { responseFormats } from "./transcription-fields.ts";

type ResponseFormat = (typeof responseFormats)[number];

/** The media types in which synthesised audio can be asked for. */
export const audioTypes = audioFormats.map((format) => audioFormatFacts[format].contentType);

/** The audio format that the `Accept` header asks for; null when JSON will do. */
export function acceptedFormat({ accepts }: Pick<RequestContext, "accepts">): AudioFormat | null {
  const type = accepts(["application/json", ...audioTypes]);
  return audioFormats.find((format) => audioFormatFacts[format].contentType === type) ?? null;
}

/** A completed synthesis as JSON, with the audio in base64 where `withAudio` says so. */
export async function synthesisReply(
  { resources }: RequestContext,
  request: SpeechRequest,
  { withAudio }: { readonly withAudio: boolean },
): Promise<Reply> {
  const options = await presentOptions(resources, request);
  const data = presentSynthesis(request, options);
  if (!withAudio) return { status: 200, data };
  const { content } = await audioOf(resources, request);
  return { status: 200, data: { ...data, audio: (await buffer(content)).toString("base64") } };
}

/** Any request as it stands. */
export async function requestReply({ resources }: RequestContext, request: SpeechRequest): Promise<Reply> {
  const headers = request.finished_at === null ? { "Retry-After": "1" } : {};
  const [options, apiKeyName, documentTitle, position] = await Promise.all([
    presentOptions(resources, request),
    apiKeyNameOf(resources, request),
    documentTitleOf(resources, request),
    request.status === "queued" ? queuePosition(resources.db, request.id) : null,
  ]);
  return { status: 200, headers, data: presentRequest(request, { ...options, apiKeyName, documentTitle, position }) };
}

async function apiKeyNameOf(
  { db }: RequestContext["resources"],
  { user_id: userId, api_key_id: id }: SpeechRequest,
): Promise<string | undefined> {
  return userId === null || id === null ? undefined : (await findApiKeyNames(db, userId, [id])).get(id);
}

async function documentTitleOf(
  { db }: RequestContext["resources"],
  { user_id: userId, document_id: id }: SpeechRequest,
): Promise<string | undefined> {
  return userId === null || id === null ? undefined : (await findDocumentTitles(db, userId, [id])).get(id);
}

async function presentOptions({ db, config }: RequestContext["resources"], { voice_id: voiceId }: SpeechRequest) {
  const names = await findVoiceNames(db, voiceId === null ? [] : [voiceId]);
  return { publicUrl: config.publicUrl, voiceName: names.get(voiceId ?? "") };
}

/** Says which language a text was spoken in: it may have been found in the text. */
const spokenHeaders = ({ language }: SpeechRequest) => ({ "Speech-Language": language });

/** The audio of a completed synthesis itself. */
export async function audioReply({ resources }: RequestContext, request: SpeechRequest): Promise<Reply> {
  const [size, { content, contentType }] = await Promise.all([sizeOf(resources, request), audioOf(resources, request)]);
  return {
    status: 200,
    headers: { ...acceptsRanges, ...spokenHeaders(request) },
    raw: { content, contentType, ...lengthOf(size) },
  };
}

/**
 * The stored audio, with ranges and conditional requests.
 * @throws DomainError `not_found`, `range_not_satisfiable`
 */
export const fetchedAudioReply = (
  context: RequestContext,
  { result_key: key, content_type: contentType }: SpeechRequest,
): Promise<Reply> => storedAudioReply(context, { key, contentType, missing: noAudio });

const lengthOf = (size: number | null) => (size === null ? {} : { length: size });

/** The whole audio of a completed synthesis, read before it is answered, so that it may be removed meanwhile. */
async function wholeAudio(
  { resources }: RequestContext,
  request: SpeechRequest,
): Promise<{ content: Buffer; contentType: string }> {
  const { content, contentType } = await audioOf(resources, request);
  return { content: await buffer(content), contentType };
}

/** The same as an answer. */
export const wholeAudioReply = async (context: RequestContext, request: SpeechRequest): Promise<Reply> => ({
  status: 200,
  headers: spokenHeaders(request),
  raw: await wholeAudio(context, request),
});

const sizeOf = async ({ store }: RequestContext["resources"], { result_key: key }: SpeechRequest) =>
  key === null ? null : store.size(key);

/** The audio of a completed synthesis as it is read. @throws DomainError `not_found` */
export async function audioOf(
  { store }: RequestContext["resources"],
  request: SpeechRequest,
): Promise<{ content: Readable; contentType: string }> {
  const { result_key: key, content_type: contentType } = request;
  const content = key === null ? null : await store.read(key);
  if (content === null || contentType === null) throw noAudio();
  return { content, contentType };
}

/** A synthesis that is sent while it is being made. */
export function streamReply({ request, chunks }: SpeechStream): Reply {
  const { contentType } = audioFormatFacts[synthesisOptions.parse(request.options).format];
  return { status: 200, headers: spokenHeaders(request), stream: { contentType, parts: contentsOf(chunks) } };
}

/** The audio of a stream alone. */
export async function* contentsOf(chunks: AsyncIterable<StreamedChunk>): AsyncGenerator<Buffer> {
  for await (const { content } of chunks) yield content;
}

/** The media types in which a transcript can be asked for, beside JSON. */
export const transcriptTypes = ["text/plain", "application/x-subrip", "text/vtt"];

/** A completed transcription in one of the formats. */
export function transcriptReply(request: SpeechRequest, format: ResponseFormat, fields: SubtitleFields = {}): Reply {
  const { transcript } = request;
  const options = { layout: subtitleLayout(fields), duration: endOfPart(request) };
  if (transcript === null) throw new DomainError("not_found", "This request has no stored transcript.");
  if (format === "text") {
    const { paragraphs } = transcriptionOptions.parse(request.options);
    const text = paragraphs ? textOfParagraphs(transcript) : textOfTranscript(transcript);
    return {
      status: 200,
      raw: { content: `${text}\n`, contentType: "text/plain; charset=utf-8" },
    };
  }
  if (format === "srt") {
    return {
      status: 200,
      raw: { content: toSrt(transcript, options), contentType: "application/x-subrip; charset=utf-8" },
    };
  }
  if (format === "vtt") {
    return { status: 200, raw: { content: toVtt(transcript, options), contentType: "text/vtt; charset=utf-8" } };
  }
  return { status: 200, data: presentTranscription(request) };
}
