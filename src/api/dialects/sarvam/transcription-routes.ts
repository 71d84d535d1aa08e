import { z } from "zod";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import { vendorTerms } from "#src/api/dialects/own-words.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { ownWordsOf } from "#src/api/speech/own-words-fields.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { transcriptionModels } from "./aliases.ts";
import { sarvam } from "./dialect.ts";
import { heardLanguage } from "./languages.ts";
import { present, timestampsOf, transcription, translation } from "./present-transcript.ts";
import { codec, languageCode, mode, model, optionsOf, samplesOf } from "./transcription-fields.ts";

const maxFields = 50;

const fields = z
  .object({
    model: model.default("saaras:v3"),
    mode: mode.default("transcribe"),
    language_code: languageCode.optional(),
    with_timestamps: boolean().default(false).meta({ description: "Whether to say when each phrase is spoken." }),
    input_audio_codec: codec.optional(),
    keyterms: vendorTerms()
      .optional()
      .meta({
        description: "Names and words that may be said, as they are to be written: a list as JSON.",
        examples: [["Kokoro"]],
      }),
  })
  .register(ignored, { prompt: always, num_speakers: always });

const translatedFields = z
  .object({ model: model.default("saaras:v2.5"), input_audio_codec: codec.optional() })
  .register(ignored, { prompt: always });

const errors = ["audio_too_large", "audio_too_long", "body_too_large"] as const;

const transcribe = speechRoute(
  sarvam,
  {
    method: "post",
    path: "/sarvam/speech-to-text",
    operationId: "sarvam.speechToText.transcribe",
    summary: "Transcribe a recording",
    params: noInput,
    query: noInput,
    body: audioForm({ schema: fields, fileField: "file", maxFields, samplesOf }, (limits) => limits.audio),
    responses: { 200: { description: "The transcript.", schema: transcription, bare: true } },
    errors: [...errors, "translation_unsupported"],
  },
  {
    submit: ({ body: { fields: asked, audio } }, caller, context) =>
      submitRecording(context, caller, {
        audio,
        language: asked.language_code && heardLanguage(asked.language_code),
        model: { name: asked.model, aliases: transcriptionModels },
        options: { ...optionsOf(asked.mode), ...ownWordsOf({ key_terms: asked.keyterms }) },
      }),
    reply: async (request, { body: { fields: asked } }) => {
      const transcribed = requireTranscript(request);
      const timestamps = asked.with_timestamps ? { timestamps: timestampsOf(transcribed.transcript) } : {};
      return { status: 200, bare: { ...present(transcribed), ...timestamps } };
    },
  },
);

const translate = speechRoute(
  sarvam,
  {
    method: "post",
    path: "/sarvam/speech-to-text-translate",
    operationId: "sarvam.speechToText.translate",
    summary: "Translate a recording into English",
    params: noInput,
    query: noInput,
    body: audioForm({ schema: translatedFields, fileField: "file", maxFields, samplesOf }, (limits) => limits.audio),
    responses: { 200: { description: "The translation.", schema: translation, bare: true } },
    errors: [...errors, "translation_unsupported"],
  },
  {
    submit: ({ body: { fields: asked, audio } }, caller, context) =>
      submitRecording(context, caller, {
        audio,
        model: { name: asked.model, aliases: transcriptionModels },
        options: { task: "translate" },
      }),
    reply: async (request) => ({
      status: 200,
      bare: { ...present(requireTranscript(request)), diarized_transcript: null },
    }),
  },
);

/** The routes by which Sarvam's clients send recordings. */
export const transcriptionRoutes = [transcribe, translate];
