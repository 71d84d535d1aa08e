import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import rangeParser from "range-parser";
import type { audioFormats } from "#db/schema.ts";
import type { Reply, RequestContext } from "#src/api/route.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { presentRequest, presentSynthesis, presentTranscription } from "./present.ts";
import type { responseFormats } from "./schemas.ts";

type AudioFormat = (typeof audioFormats)[number];
type ResponseFormat = (typeof responseFormats)[number];

const formatOfType: Readonly<Record<string, AudioFormat>> = {
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
};

/** The media types in which synthesised audio can be asked for. */
export const audioTypes = Object.keys(formatOfType);

/** The audio format that the `Accept` header asks for; null when JSON will do. */
export function acceptedFormat(context: RequestContext): AudioFormat | null {
  return formatOfType[context.accepts(["application/json", ...audioTypes]) ?? ""] ?? null;
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

/** The audio of a finished request itself, or the part of it that a `Range` header names. */
export async function audioReply(
  { resources }: RequestContext,
  request: SpeechRequest,
  rangeHeader?: string,
): Promise<Reply> {
  const sizing = sizeOf(resources, request);
  const range = rangeHeader === undefined ? undefined : requestedRange(rangeHeader, await sizing);
  const [size, { content, contentType }] = await Promise.all([sizing, audioOf(resources, request, range)]);
  if (range === undefined) {
    const length = size === null ? {} : { length: size };
    return { status: 200, headers: { "Accept-Ranges": "bytes" }, raw: { content, contentType, ...length } };
  }
  const headers = { "Accept-Ranges": "bytes", "Content-Range": `bytes ${range.start}-${range.end}/${size}` };
  return { status: 206, headers, raw: { content, contentType, length: range.end - range.start + 1 } };
}

/** The whole audio of a completed synthesis, read before it is answered, so that it may be removed meanwhile. */
export async function wholeAudioReply({ resources }: RequestContext, request: SpeechRequest): Promise<Reply> {
  const { content, contentType } = await audioOf(resources, request);
  return { status: 200, raw: { content: await buffer(content), contentType } };
}

/** One range of bytes; several at once, or what cannot be read, are answered with the whole. */
function requestedRange(header: string, size: number | null): rangeParser.Range | undefined {
  if (size === null) return undefined;
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
  if (content === null || contentType === null)
    throw new DomainError("not_found", "This request has no audio, or none any more.");
  return { content, contentType };
}

/** A completed transcription in one of the formats. */
export function transcriptReply(request: SpeechRequest, format: ResponseFormat): Reply {
  const { transcript } = request;
  if (transcript === null) throw new DomainError("not_found", "This request has no transcript, or none any more.");
  const headers = { "X-Content-Type-Options": "nosniff" };
  if (format === "text") {
    return { status: 200, headers, raw: { content: `${transcript.text}\n`, contentType: "text/plain; charset=utf-8" } };
  }
  if (format === "srt") {
    return {
      status: 200,
      headers,
      raw: { content: toSrt(transcript), contentType: "application/x-subrip; charset=utf-8" },
    };
  }
  if (format === "vtt") {
    return { status: 200, headers, raw: { content: toVtt(transcript), contentType: "text/vtt; charset=utf-8" } };
  }
  return { status: 200, data: presentTranscription(request) };
}
