import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import rangeParser from "range-parser";
import { type AudioFormat, audioFormats } from "#db/schema.ts";
import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import type { Reply, RequestContext } from "#src/api/route.ts";
import { etagOf, isNotModified } from "#src/api/http/shared-files.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { presentRequest, presentSynthesis, presentTranscription } from "./present.ts";
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
  return { status: 200, headers, data: presentRequest(request, await presentOptions(resources, request)) };
}

async function presentOptions({ db, config }: RequestContext["resources"], { voice_id: voiceId }: SpeechRequest) {
  const names = await findVoiceNames(db, voiceId === null ? [] : [voiceId]);
  return { publicUrl: config.publicUrl, voiceName: names.get(voiceId ?? "") };
}

/** The audio of a completed synthesis itself. */
export async function audioReply({ resources }: RequestContext, request: SpeechRequest): Promise<Reply> {
  const [size, { content, contentType }] = await Promise.all([sizeOf(resources, request), audioOf(resources, request)]);
  return { status: 200, headers: acceptsRanges, raw: { content, contentType, ...lengthOf(size) } };
}

/**
 * The same for those who fetch it once more: the part that a `Range` header names, nothing for those who have it
 * already or want to know only about it, by the conditions of RFC 9110, 13.2.2.
 * @throws DomainError `not_found`, `range_not_satisfiable`
 */
export async function fetchedAudioReply(context: RequestContext, request: SpeechRequest): Promise<Reply> {
  const { header, isHead, resources } = context;
  const size = await sizeOf(resources, request);
  const { result_key: key, content_type: contentType } = request;
  if (size === null || key === null || contentType === null) throw noAudio();
  // The audio of a key never changes.
  const headers = { ...acceptsRanges, ETag: etagOf(key) };
  if (isNotModified(header("if-none-match"), headers.ETag))
    return { status: 304, headers, raw: { content: "", contentType } };
  if (isHead) return { status: 200, headers, raw: { content: "", contentType, length: size } };
  // A range of something else that the caller once had is of no use.
  const isSame = [undefined, headers.ETag].includes(header("if-range"));
  const range = isSame ? requestedRange(header("range"), size) : undefined;
  const { content } = await audioOf(resources, request, range);
  if (range === undefined) return { status: 200, headers, raw: { content, contentType, length: size } };
  const { start, end } = range;
  return {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` },
    raw: { content, contentType, length: end - start + 1 },
  };
}

const acceptsRanges = { "Accept-Ranges": "bytes" };
const lengthOf = (size: number | null) => (size === null ? {} : { length: size });
const noAudio = (): DomainError => new DomainError("not_found", "This request has no stored audio.");

/** The whole audio of a completed synthesis, read before it is answered, so that it may be removed meanwhile. */
export async function wholeAudio(
  { resources }: RequestContext,
  request: SpeechRequest,
): Promise<{ content: Buffer; contentType: string }> {
  const { content, contentType } = await audioOf(resources, request);
  return { content: await buffer(content), contentType };
}

/** The same as an answer. */
export const wholeAudioReply = async (context: RequestContext, request: SpeechRequest): Promise<Reply> => ({
  status: 200,
  raw: await wholeAudio(context, request),
});

/** One range of bytes; several at once, or what cannot be read, are answered with the whole. */
function requestedRange(header: string | undefined, size: number): rangeParser.Range | undefined {
  if (header === undefined) return undefined;
  // A suffix longer than the audio means all of it (RFC 9110 §14.1.2), which the parser would refuse.
  const clamped = header.replace(/^bytes=-(\d+)$/, (_, last) => `bytes=-${Math.min(Number(last), size)}`);
  const ranges = rangeParser(size, clamped);
  if (ranges === -1) throw new DomainError("range_not_satisfiable", undefined, { size_bytes: size });
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? undefined : ranges[0];
}

const sizeOf = async ({ store }: RequestContext["resources"], { result_key: key }: SpeechRequest) =>
  key === null ? null : store.size(key);

async function audioOf(
  { store }: RequestContext["resources"],
  request: SpeechRequest,
  range?: rangeParser.Range,
): Promise<{ content: Readable; contentType: string }> {
  const { result_key: key, content_type: contentType } = request;
  const content = key === null ? null : await store.read(key, range);
  if (content === null || contentType === null) throw noAudio();
  return { content, contentType };
}

/** A synthesis that is sent while it is being made. */
export function streamReply({ request, chunks }: SpeechStream): Reply {
  const { contentType } = audioFormatFacts[request.format ?? "wav"];
  return { status: 200, stream: { contentType, parts: contentsOf(chunks) } };
}

/** The audio of a stream alone. */
export async function* contentsOf(chunks: AsyncIterable<StreamedChunk>): AsyncGenerator<Buffer> {
  for await (const { content } of chunks) yield content;
}

/** The media types in which a transcript can be asked for, beside JSON. */
export const transcriptTypes = ["text/plain", "application/x-subrip", "text/vtt"];

/** A completed transcription in one of the formats. */
export function transcriptReply(request: SpeechRequest, format: ResponseFormat): Reply {
  const { transcript } = request;
  if (transcript === null) throw new DomainError("not_found", "This request has no stored transcript.");
  if (format === "text") {
    return { status: 200, raw: { content: `${transcript.text}\n`, contentType: "text/plain; charset=utf-8" } };
  }
  if (format === "srt") {
    return {
      status: 200,
      raw: { content: toSrt(transcript), contentType: "application/x-subrip; charset=utf-8" },
    };
  }
  if (format === "vtt") {
    return { status: 200, raw: { content: toVtt(transcript), contentType: "text/vtt; charset=utf-8" } };
  }
  return { status: 200, data: presentTranscription(request) };
}
