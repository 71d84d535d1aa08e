import { createHash } from "node:crypto";
import type { Context } from "koa";
import { z } from "zod";
import { asksForNothing } from "#src/api/dialects/ignored-options.ts";
import { replacementOf, termsOfKeywords } from "#src/api/dialects/own-words.ts";
import { redactedKinds } from "#src/api/dialects/redacted-entities.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { rawAudio, type RawAudio } from "#src/api/uploads/raw-audio.ts";
import { text } from "#src/api/validation/text.ts";
import type { Config } from "#src/config.ts";
import { transcriptionModels } from "./aliases.ts";
import { deepgram } from "./dialect.ts";
import type { RequestContext } from "#src/api/route.ts";
import { deepgramCallback } from "./callback-form.ts";
import { addressRows, callbackIn, isDiarized, type ListenQuery, listenQuery, samplesOf } from "./listen-query.ts";
import { type ListenCall, listenAnswer, presentTranscript } from "./present-transcript.ts";
import { ownWordsOf } from "#src/api/speech/own-words-fields.ts";
import { keyTermBounds } from "#src/domain/speech/own-words.ts";
import type { RecordingAddress } from "#src/domain/speech/submit-transcription.ts";
import { anySpeakers } from "#src/domain/speech/speakers.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const jsonType = /^[ \t]*application\/json\b/i;
/** The answer to a caller who is called back. */
const acceptedListen = z.object({ request_id: z.uuid() }).meta({ id: "DeepgramAccepted" });

const listenReply = z.union([listenAnswer, acceptedListen]).meta({ id: "DeepgramListenReply" });

const recording = rawAudio({ samplesOf }, (limits) => limits.audio);
/** Code points. */
const urlMax = 8_192;
const address = jsonBody(z.object({ url: text({ min: 1, max: urlMax }) }));

/** A recording that a worker fetches, known by the SHA-256 of its address. */
type FetchedAudio = RecordingAddress & Pick<RawAudio, "sha256">;

const digestOf = (url: string): string => createHash("sha256").update(url).digest("hex");

/** Deepgram's clients send the address of a recording as JSON. */
const body: BodyReader<RawAudio | FetchedAudio> = {
  ...recording,
  read: async (ctx: Context, reading) => {
    if (!jsonType.test(ctx.get("content-type"))) return recording.read(ctx, reading);
    const rows = addressRows(new URLSearchParams(ctx.querystring));
    if (rows.length > 0) return { ok: false, rows };
    const read = await address.read(ctx, reading);
    return read.ok ? { ...read, value: { ...read.value, sha256: digestOf(read.value.url) } } : read;
  },
};

/** Transcribes a recording. */
export const listen = speechRoute(
  deepgram,
  {
    method: "post",
    path: "/deepgram/v1/listen",
    operationId: "deepgram.listen",
    summary: "Transcribe a recording",
    params: noInput,
    query: listenQuery,
    body,
    responses: { 200: { description: "The transcript.", schema: listenReply, bare: true } },
    errors: ["callback_url_refused", "audio_too_large", "audio_too_long", "body_too_large"],
  },
  {
    submit: ({ query, body: audio }, caller, context) =>
      submitRecording(context, caller, {
        audio,
        callback: deepgramCallback(query, callOf({ query, sha256: audio.sha256 }, context), caller),
        language: query.language,
        mustDetect: isDetected(query),
        model: { name: query.model, aliases: transcriptionModels },
        options: {
          transcriptFormat: query.smart_format || query.numerals ? "smart" : "verbatim",
          speakers: isDiarized(query) ? anySpeakers : null,
          channels: query.multichannel === true ? "separate" : "together",
          ...ownWordsIn(query),
          profanity: query.profanity_filter ? "mask" : "keep",
          redact: redactedKinds(query.redact),
          ...derivedIn(query, context.resources.config),
        },
      }),
    accept: ({ query }, request_id) => (callbackIn(query) === null ? null : { status: 200, bare: { request_id } }),
    reply: async (request, { query, body: { sha256 } }, context) => ({
      status: 200,
      bare: presentTranscript(requireTranscript(request), callOf({ query, sha256 }, context)),
    }),
  },
);

const ownWordsIn = ({ keyterm = [], keywords = [], replace = [], search = [] }: ListenQuery) =>
  ownWordsOf({
    key_terms: [...keyterm, ...termsOfKeywords(keywords)].slice(0, keyTermBounds.terms),
    replace: replace.map(replacementOf),
    search,
  });

/** The texts that a text model is asked for, where there is one. */
const derivedIn = ({ summarize = "", topics = "" }: ListenQuery, { textModel }: Pick<Config, "textModel">) => ({
  summary: textModel !== null && !asksForNothing(summarize),
  topics: textModel !== null && !asksForNothing(topics),
});

const callOf = (
  { query, sha256 }: Pick<ListenCall, "sha256"> & { readonly query: ListenQuery },
  { queryString }: Pick<RequestContext, "queryString">,
): ListenCall => {
  const sent = new URLSearchParams(queryString);
  return { query, isDetected: isDetected(query), sha256, tags: sent.getAll("tag"), extras: sent.getAll("extra") };
};

/** Whether the engine is to find the language out. */
const isDetected = (query: ListenQuery): boolean => query.detect_language || query.language === "multi";
