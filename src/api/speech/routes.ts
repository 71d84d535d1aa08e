import { z } from "zod";
import { audioForm } from "#src/api/audio-form.ts";
import { jsonBody, noBody } from "#src/api/body.ts";
import { pageOf, presentPage } from "#src/api/page.ts";
import type { Caller } from "#src/api/caller.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { findRequest, listRequests, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { submitTranscription } from "#src/domain/speech/submit-transcription.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import {
  acceptedFormat,
  fetchedAudioReply,
  audioReply,
  audioTypes,
  requestReply,
  synthesisReply,
  transcriptReply,
} from "./answers.ts";
import { notModified } from "#src/api/shared-reply.ts";
import { earlierResult, requestState, type SpeechResult, submitAndWait } from "#src/api/submit-and-wait.ts";
import { presentSummary } from "./present.ts";
import { removeRoute } from "./remove-route.ts";
import {
  acceptedAnswer,
  requestAnswer,
  requestListQuery,
  requestParams,
  requestSummary,
  type responseFormats,
  synthesisAnswer,
  synthesisBody,
  transcriptionAnswer,
  transcriptionFields,
  transcriptQuery,
} from "./schemas.ts";

const tag = "Speech";
const preferHeader = { Prefer: "`wait=N` waits at most N seconds for the result, `respond-async` not at all." };
const nothing = z.object({});
const workErrors = [
  ...(["engine_unavailable", "engine_timeout", "unavailable"] as const),
  ...(["insufficient_credits", "concurrency_limited", "request_not_found"] as const),
];
const transcriptTypes = ["text/plain", "application/x-subrip", "text/vtt"];
const accepted = {
  description: "The result is not there yet; the work goes on.",
  schema: acceptedAnswer,
  headers: { Location: "Where the request can be read.", "Retry-After": "Seconds." },
};

function spokenReply(context: RequestContext, result: SpeechResult): Reply | Promise<Reply> {
  if ("accepted" in result) return result.accepted;
  if (acceptedFormat(context) !== null) return audioReply(context, result.completed);
  return synthesisReply(context, result.completed, { withAudio: false });
}

const synthesize = accountRoute(
  {
    method: "post",
    path: "/v1/speech/synthesize",
    requestHeaders: preferHeader,
    tag,
    summary: "Speak a text",
    description:
      "Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` makes it none.",
    access: "account",
    scope: "speech",
    params: nothing,
    query: nothing,
    body: jsonBody(synthesisBody),
    responses: {
      200: { description: "The spoken text.", schema: synthesisAnswer, mediaTypes: audioTypes },
      202: accepted,
    },
    errors: ["body_too_large", "audio_too_long", "voice_not_found", "voice_not_ready", "storage_limit", ...workErrors],
    limit: "speech",
    repeat: {
      state: requestState,
      reply: async (made, { context }) => spokenReply(context, await earlierResult(context, made)),
    },
  },
  async ({ body }, caller, context) => {
    const result = await submitAndWait(context, () =>
      submitSynthesis(context.resources, {
        requestId: context.requestId,
        userId: caller.userId,
        isDemo: false,
        source: caller.source,
        maxUnfinished: context.resources.config.limits.speechConcurrency,
        text: body.text,
        language: body.language,
        voiceId: body.voice_id,
        speed: body.speed,
        format: body.format ?? acceptedFormat(context) ?? "wav",
      }),
    );
    return spokenReply(context, result);
  },
);

const heardReply = (result: SpeechResult, format: (typeof responseFormats)[number]): Reply =>
  "accepted" in result ? result.accepted : transcriptReply(result.completed, format);

const transcribe = accountRoute(
  {
    method: "post",
    path: "/v1/speech/transcriptions",
    requestHeaders: preferHeader,
    tag,
    summary: "Transcribe a recording",
    description:
      "Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` makes it none.",
    access: "account",
    scope: "speech",
    params: nothing,
    query: nothing,
    body: audioForm(transcriptionFields, (limits) => limits.audio),
    responses: {
      200: { description: "The transcript.", schema: transcriptionAnswer, mediaTypes: transcriptTypes },
      202: accepted,
    },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", "storage_limit", ...workErrors],
    limit: "speech",
    repeat: {
      state: requestState,
      reply: async (made, { input, context }) =>
        heardReply(await earlierResult(context, made), input.body.fields.response_format),
    },
  },
  async ({ body }, caller, context) => {
    const result = await submitAndWait(context, () =>
      submitTranscription(context.resources, {
        ...body.audio,
        requestId: context.requestId,
        userId: caller.userId,
        isDemo: false,
        source: caller.source,
        maxUnfinished: context.resources.config.limits.speechConcurrency,
        language: body.fields.language,
      }),
    );
    return heardReply(result, body.fields.response_format);
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests",
    tag,
    summary: "List the account's speech requests, newest first",
    access: "account",
    scope: "speech",
    params: nothing,
    query: requestListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(requestSummary).meta({ id: "SpeechRequestPage" }) } },
    errors: [],
  },
  async ({ query }, caller, { resources: { db } }) => {
    const { request_type: requestType, status, page, limit } = query;
    const { items, total } = await listRequests(db, { userId: caller.userId, requestType, status, page, limit });
    const names = await findVoiceNames(db, [...new Set(items.flatMap((item) => item.voice_id ?? []))]);
    const summaries = items.map((item) => presentSummary(item, names.get(item.voice_id ?? "")));
    return { status: 200, data: presentPage({ items: summaries, total }, query) };
  },
);

/** @throws DomainError `request_not_found`, the same for unknown and foreign requests */
async function ownRequest(requestId: string, caller: Caller, { resources }: RequestContext): Promise<SpeechRequest> {
  const request = await findRequest(resources.db, requestId);
  if (request?.user_id !== caller.userId) throw new DomainError("request_not_found");
  return request;
}

/** @throws DomainError also `result_not_ready` */
async function ownEndedRequest(requestId: string, caller: Caller, context: RequestContext): Promise<SpeechRequest> {
  const request = await ownRequest(requestId, caller, context);
  if (request.finished_at === null) throw new DomainError("result_not_ready");
  return request;
}

const show = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests/{request_id}",
    tag,
    summary: "Read a speech request, its progress and its result",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The request as it stands.", schema: requestAnswer } },
    errors: ["request_not_found"],
  },
  async ({ params }, caller, context) => requestReply(context, await ownRequest(params.request_id, caller, context)),
);

const audioHeaders = { ETag: "Of this audio, for good.", "Accept-Ranges": "`bytes`." };

const audio = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests/{request_id}/audio",
    requestHeaders: {
      Range: "One range of bytes.",
      "If-Range": "The `ETag` of the audio that the range is of; the whole is answered when it is another one.",
      "If-None-Match": "The `ETag` of audio that need not be sent again.",
    },
    tag,
    summary: "Fetch the audio of a synthesis, or what is kept of a recording",
    description: "Takes `Range` with one range of bytes. A recording comes as FLAC, 16 kHz, as it was transcribed.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: nothing,
    body: noBody,
    responses: {
      200: { description: "The audio.", mediaTypes: audioTypes, headers: audioHeaders },
      206: {
        description: "A part of it.",
        mediaTypes: audioTypes,
        headers: { ...audioHeaders, "Content-Range": "Which part." },
      },
      ...notModified,
    },
    errors: ["request_not_found", "not_found", "result_not_ready", "range_not_satisfiable"],
  },
  async ({ params }, caller, context) => {
    const request = await ownEndedRequest(params.request_id, caller, context);
    return fetchedAudioReply(context, request);
  },
);

const transcript = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests/{request_id}/transcript",
    tag,
    summary: "Fetch the transcript of a transcription as text, subtitles or JSON",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: transcriptQuery,
    body: noBody,
    responses: { 200: { description: "The transcript.", schema: transcriptionAnswer, mediaTypes: transcriptTypes } },
    errors: ["request_not_found", "not_found", "result_not_ready"],
  },
  async ({ params, query }, caller, context) =>
    transcriptReply(await ownEndedRequest(params.request_id, caller, context), query.format),
);

/** Everything that speaks or listens for an account. */
export const speechRoutes = [synthesize, transcribe, list, show, audio, transcript, removeRoute];
