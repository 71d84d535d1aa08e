import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { findRequest, listRequests, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { fetchedAudioReply, audioTypes, requestReply, transcriptReply, transcriptTypes } from "./replies.ts";
import { notModified } from "#src/api/http/file-reply.ts";
import { presentSummary } from "./present.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import {
  requestAnswer,
  removedRequest,
  requestListQuery,
  requestParams,
  requestSummary,
  transcriptionAnswer,
  transcriptQuery,
} from "./schemas.ts";

const tag = "Speech";
const nothing = z.object({});

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
    responses: { 200: { description: "The speech request.", schema: requestAnswer } },
    errors: ["request_not_found"],
  },
  async ({ params }, caller, context) => requestReply(context, await ownRequest(params.request_id, caller, context)),
);

const audioHeaders = { ETag: "Of this audio; it never changes.", "Accept-Ranges": "`bytes`." };

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

/** Removes a request of the account, whatever its state. */
const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/speech/requests/{request_id}",
    tag,
    summary: "Delete a speech request with its texts and its audio",
    description: "Work that has not ended stops and costs nothing. What was charged stays in the usage report.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: removedRequest } },
    errors: ["request_not_found"],
  },
  async ({ params: { request_id: requestId } }, { userId }, { resources }) => {
    await removeRequest(resources, { requestId, userId });
    return { status: 200, data: { request_id: requestId, deleted: true } };
  },
);

/** What becomes of the speech requests of an account. */
export const requestRoutes = [list, show, audio, transcript, remove];
