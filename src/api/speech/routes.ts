import { z } from "zod";
import { callbackAt, callbackOf } from "#src/api/callbacks/callback-field.ts";
import { jsonBody } from "#src/api/bodies/body.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { withTermsOfList } from "#src/domain/key-term-lists/change-key-term-lists.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { submitTranscription } from "#src/domain/speech/submit-transcription.ts";
import {
  acceptedFormat,
  audioReply,
  audioTypes,
  streamReply,
  synthesisReply,
  transcriptReply,
  transcriptTypes,
} from "./replies.ts";
import {
  acceptedReply,
  replayedResult,
  requestState,
  type SpeechResult,
  waitForResult,
} from "#src/api/results/wait-for-result.ts";
import { type StreamResult, waitForStream } from "#src/api/results/stream-synthesis.ts";
import { estimateRoute } from "./estimate-route.ts";
import { recordingBody } from "./recording-body.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { requestListRoutes } from "./list-routes.ts";
import { requestRoutes } from "./request-routes.ts";
import { acceptedAnswer, synthesisAnswer, transcriptionAnswer } from "./schemas.ts";
import { synthesisBody, synthesisBodyFor, synthesisOptionsOf, textOf } from "./synthesis-fields.ts";
import type { SubtitleFields } from "./subtitle-fields.ts";
import {
  type responseFormats,
  transcriptionFields,
  transcriptionOptionsOf,
  languageWithout,
} from "./transcription-fields.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Speech";
const preferHeader = { Prefer: "`wait=N` waits at most N seconds for the result, `respond-async` not at all." };
const workErrors = [
  ...(["engine_unavailable", "engine_timeout", "unavailable"] as const),
  ...(["insufficient_credits", "monthly_limit_exceeded", "concurrency_limited", "request_not_found"] as const),
];
const accepted = {
  description: "The result is not ready; the work continues.",
  schema: acceptedAnswer,
  headers: { Location: "The URL of the request.", "Retry-After": "Seconds." },
};

function spokenReply(context: RequestContext, result: SpeechResult): Reply | Promise<Reply> {
  if ("accepted" in result) return result.accepted;
  if (acceptedFormat(context) !== null) return audioReply(context, result.completed);
  return synthesisReply(context, result.completed, { withAudio: false });
}

const synthesisQuery = z.object({
  stream: boolean()
    .default(false)
    .meta({ description: "Whether to send the audio while it is being spoken, where `Accept` allows for audio." }),
});

/** A caller who is called back does not wait. */
const resultOf = async (context: RequestContext, callback: object | null): Promise<SpeechResult> =>
  callback === null ? waitForResult(context) : { accepted: await acceptedReply(context, context.requestId, "queued") };

const heardStream = (result: StreamResult): Reply => ("accepted" in result ? result.accepted : streamReply(result));

const isStreamed = ({ stream }: { readonly stream: boolean }, { accepts }: RequestContext): boolean =>
  stream && accepts(audioTypes) !== undefined;

const synthesize = accountRoute(
  {
    method: "post",
    path: "/v1/speech/synthesize",
    operationId: "speech.synthesize",
    requestHeaders: preferHeader,
    tag,
    summary: "Speak a text",
    description:
      "Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` and `callback_url` return immediately.\n\n" +
      "With `stream=true` the audio is sent sentence by sentence as it is spoken. A caller who hangs up ends the work and " +
      "pays for the sentences that were sent. An error after the first byte breaks the connection.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: synthesisQuery,
    body: jsonBody(synthesisBody, {
      schemaFor: ({ accepts }) => synthesisBodyFor(acceptedFormat({ accepts })),
    }),
    responses: {
      200: { description: "The spoken text.", schema: synthesisAnswer, mediaTypes: audioTypes },
      202: accepted,
    },
    errors: [
      "callback_url_refused",
      "body_too_large",
      "audio_too_long",
      "voice_not_found",
      "voice_not_ready",
      "voice_outdated",
      "pronunciation_dictionary_not_found",
      "storage_limit",
      ...workErrors,
    ],
    limit: "speech",
    repeat: {
      state: requestState,
      reply: async (made, { input, context }) =>
        isStreamed(input.query, context)
          ? heardStream(await waitForStream(context, made.id))
          : spokenReply(context, await replayedResult(context, made)),
    },
  },
  async ({ query, body }, caller, context) => {
    const streams = isStreamed(query, context);
    const callback = await callbackOf(context.resources, caller, callbackAt(body.callback_url));
    await submitSynthesis(context.resources, {
      ...(await textOf(body, caller, context)),
      isStreamed: streams,
      requestId: context.requestId,
      isDemo: false,
      source: caller.source,
      apiKeyId: caller.apiKeyId,
      maxUnfinished: context.resources.config.limits.speechConcurrency,
      options: synthesisOptionsOf(body, acceptedFormat(context)),
      callback,
    });
    if (streams) return heardStream(await waitForStream(context, context.requestId));
    return spokenReply(context, await resultOf(context, callback));
  },
);

type AskedForm = SubtitleFields & { readonly response_format: (typeof responseFormats)[number] };

const transcriptionReply = (result: SpeechResult, fields: AskedForm): Reply =>
  "accepted" in result ? result.accepted : transcriptReply(result.completed, fields.response_format, fields);

const transcribe = accountRoute(
  {
    method: "post",
    path: "/v1/speech/transcriptions",
    operationId: "speech.transcribe",
    requestHeaders: preferHeader,
    tag,
    summary: "Transcribe a recording",
    description:
      "Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` and `callback_url` return immediately.\n\n" +
      "In place of the file its address may be sent, `url`, in the form or as JSON with the same fields.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: recordingBody(transcriptionFields, (limits) => limits.audio),
    responses: {
      200: { description: "The transcript.", schema: transcriptionAnswer, mediaTypes: transcriptTypes },
      202: accepted,
    },
    errors: [
      ...(["callback_url_refused", "audio_too_large", "audio_too_long", "body_too_large", "storage_limit"] as const),
      ...(["key_term_list_not_found", "too_many_key_terms"] as const),
      "options_unsupported",
      ...workErrors,
    ],
    limit: "speech",
    repeat: {
      state: requestState,
      reply: async (made, { input, context }) =>
        transcriptionReply(await replayedResult(context, made), input.body.fields),
    },
  },
  async ({ body }, caller, context) => {
    const callback = await callbackOf(context.resources, caller, callbackAt(body.fields.callback_url));
    await submitTranscription(context.resources, {
      ...body.audio,
      requestId: context.requestId,
      userId: caller.userId,
      isDemo: false,
      source: caller.source,
      apiKeyId: caller.apiKeyId,
      maxUnfinished: context.resources.config.limits.speechConcurrency,
      languageTag: body.fields.language ?? languageWithout(body.fields.task),
      isLanguageAssumed: body.fields.language === undefined && body.fields.task === "transcribe",
      options: await optionsOf(body.fields, caller, context),
      callback,
    });
    return transcriptionReply(await resultOf(context, callback), body.fields);
  },
);

type GivenFields = Parameters<typeof transcriptionOptionsOf>[0];

/** The options of a call, with the terms of the list that it names. */
export async function optionsOf(fields: GivenFields, { userId }: Pick<Caller, "userId">, context: RequestContext) {
  const options = transcriptionOptionsOf(fields);
  const { key_term_list: which } = fields;
  if (which === undefined) return options;
  return {
    ...options,
    keyTerms: await withTermsOfList(context.resources.db, { userId, which }, options.keyTerms ?? []),
  };
}

/** Everything that speaks or listens for an account. */
export const speechRoutes = [synthesize, estimateRoute, transcribe, ...requestListRoutes, ...requestRoutes];
