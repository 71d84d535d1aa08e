import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { updateTranscript } from "#src/domain/speech/update-transcript.ts";
import { DomainError } from "#src/errors.ts";
import { fetchedAudioReply, audioTypes, requestReply, transcriptReply, transcriptTypes } from "./replies.ts";
import { storedAudioHeaders, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { transcriptChangesBody } from "./transcript-changes.ts";
import { requestAnswer, requestParams, transcriptionAnswer, transcriptQuery } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Speech";

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
    operationId: "requests.get",
    tag,
    summary: "Get a request",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The speech request.", schema: requestAnswer } },
    errors: ["request_not_found"],
  },
  async ({ params }, caller, context) => requestReply(context, await ownRequest(params.request_id, caller, context)),
);

const audio = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests/{request_id}/audio",
    operationId: "requests.getAudio",
    requestHeaders: storedAudioHeaders,
    tag,
    summary: "Download audio",
    description: "Takes `Range` with one range of bytes. A recording comes as FLAC, 16 kHz, as it was transcribed.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: noInput,
    body: noBody,
    responses: storedAudioResponses(audioTypes),
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
    operationId: "requests.getTranscript",
    tag,
    summary: "Download a transcript",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: transcriptQuery,
    body: noBody,
    responses: { 200: { description: "The transcript.", schema: transcriptionAnswer, mediaTypes: transcriptTypes } },
    errors: ["request_not_found", "not_found", "result_not_ready"],
  },
  async ({ params, query }, caller, context) =>
    transcriptReply(await ownEndedRequest(params.request_id, caller, context), query.format, query),
);

/** A call may correct all segments of a long recording. */
const sizeFactor = 16;

const update = accountRoute(
  {
    method: "patch",
    path: "/v1/speech/requests/{request_id}/transcript",
    operationId: "requests.updateTranscript",
    tag,
    summary: "Correct a transcript",
    description:
      "Texts, subtitles and answers have the corrections and the names from then on. They are deleted with the request. " +
      "Words that were not changed keep their times; new ones share the time between their neighbours.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: noInput,
    body: jsonBody(transcriptChangesBody, { sizeFactor }),
    responses: { 200: { description: "The speech request.", schema: requestAnswer } },
    errors: ["request_not_found", "not_found", "result_not_ready", "body_too_large"],
  },
  async ({ params, body }, { userId }, context) => {
    const { speaker_names: names = {}, segments: corrections = {}, segment_speakers: speakers = {} } = body;
    const change = { requestId: params.request_id, userId, names, corrections, speakers };
    return requestReply(context, await updateTranscript(context.resources.db, change));
  },
);

/** One speech request of an account, and its result. */
export const requestRoutes = [show, audio, transcript, update];
