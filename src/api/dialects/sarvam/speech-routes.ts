import { z } from "zod";
import { jsonBodyWithoutNulls } from "#src/api/bodies/body.ts";
import { ignored } from "#src/api/dialects/ignored-options.ts";
import { submitSpeech } from "#src/api/dialects/speech-input.ts";
import { speechRoute, streamedSpeechRoute } from "#src/api/dialects/speech-route.ts";
import { base64Of } from "#src/api/speech/base64.ts";
import { audioOf, audioTypes, streamReply } from "#src/api/speech/replies.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { synthesisText } from "#src/api/validation/synthesis-text.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { sarvam } from "./dialect.ts";
import {
  bitRateField,
  checkRate,
  dictionariesOf,
  encodingOf,
  speechFields,
  speechRules,
  voiceOf,
} from "./speech-fields.ts";

const fields = { text: synthesisText(synthesisTextMax), ...speechFields };

const usual = { codec: "wav", sampleRate: 24_000 } as const;
const speechBody = z.object(fields).check(checkRate(usual)).register(ignored, speechRules);

const usualOfStream = { codec: "mp3", sampleRate: 22_050 } as const;
const streamBody = z
  .object({ ...fields, output_audio_bitrate: bitRateField.default("128k") })
  .check(checkRate(usualOfStream))
  .register(ignored, speechRules);

const spokenText = z
  .object({ request_id: z.uuid(), audios: z.array(z.string().meta({ contentEncoding: "base64" })) })
  .meta({ id: "SarvamSpeech" });

const errors = [
  "body_too_large",
  "voice_not_found",
  "voice_not_ready",
  "voice_outdated",
  "audio_too_long",
  "pronunciation_dictionary_not_found",
] as const;

/** The JSON of a completed synthesis, part by part: its audio can be larger than memory allows. */
async function* speechJson({ id }: SpeechRequest, audio: AsyncIterable<Buffer>): AsyncGenerator<string> {
  yield `{"request_id":${JSON.stringify(id)},"audios":["`;
  yield* base64Of(audio);
  yield '"]}';
}

const convert = speechRoute(
  sarvam,
  {
    method: "post",
    path: "/sarvam/text-to-speech",
    operationId: "sarvam.textToSpeech.convert",
    summary: "Speak a text",
    params: noInput,
    query: noInput,
    body: jsonBodyWithoutNulls(speechBody),
    responses: { 200: { description: "The spoken text.", schema: spokenText, bare: true } },
    errors,
  },
  {
    submit: async ({ body }, caller, context) =>
      submitSpeech(context, caller, {
        ...voiceOf(body, await context.engines.current()),
        text: body.text,
        dictionaries: dictionariesOf(body),
        options: { ...encodingOf(body, usual), speed: body.pace },
      }),
    reply: async (request, _input, { resources }) => {
      const { content } = await audioOf(resources, request);
      return { status: 200, stream: { contentType: "application/json", parts: speechJson(request, content) } };
    },
  },
);

const convertStream = streamedSpeechRoute(
  sarvam,
  {
    method: "post",
    path: "/sarvam/text-to-speech/stream",
    operationId: "sarvam.textToSpeech.convertStream",
    summary: "Stream speech",
    params: noInput,
    query: noInput,
    body: jsonBodyWithoutNulls(streamBody),
    responses: { 200: { description: "The spoken text.", mediaTypes: audioTypes } },
    errors,
  },
  {
    submit: async ({ body }, caller, context) =>
      submitSpeech(context, caller, {
        ...voiceOf(body, await context.engines.current()),
        text: body.text,
        dictionaries: dictionariesOf(body),
        options: { ...encodingOf(body, usualOfStream), speed: body.pace },
        isStreamed: true,
      }),
    reply: (stream) => streamReply(stream),
  },
);

/** The routes by which Sarvam's clients have texts spoken. */
export const speechRoutes = [convert, convertStream];
