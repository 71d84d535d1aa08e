import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { transcriptionModels } from "./aliases.ts";
import { openAi } from "./dialect.ts";
import { transcriptionAnswer, transcriptionReply } from "./present-transcript.ts";
import { isStreamed, keyTermsOf, transcriptionFields, translationFields } from "./transcription-fields.ts";
import { anySpeakers } from "#src/domain/speech/speakers.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const transcribe = speechRoute(
  openAi,
  {
    method: "post",
    path: "/openai/v1/audio/transcriptions",
    operationId: "openai.transcriptions.create",
    summary: "Transcribe a recording",
    params: noInput,
    query: noInput,
    body: audioForm(transcriptionFields, (limits) => limits.audio),
    responses: {
      200: {
        description: "The transcript.",
        schema: transcriptionAnswer,
        bare: true,
        mediaTypes: ["text/plain", "text/event-stream"],
      },
    },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", "model_not_found"],
  },
  {
    submit: ({ body: { fields, audio } }, caller, context) => {
      const { strictModels: isStrict } = context.resources.config.dialects.openai;
      return submitRecording(context, caller, {
        audio,
        language: fields.language,
        languages: fields.languages,
        model: { name: fields.model, aliases: transcriptionModels, isStrict },
        options: {
          speakers: fields.response_format === "diarized_json" && !isStreamed(fields) ? anySpeakers : null,
          keyTerms: keyTermsOf(fields),
        },
      });
    },
    reply: (request, { body }) => transcriptionReply(requireTranscript(request), body.fields),
  },
);

const translate = speechRoute(
  openAi,
  {
    method: "post",
    path: "/openai/v1/audio/translations",
    operationId: "openai.translations.create",
    summary: "Translate a recording into English",
    params: noInput,
    query: noInput,
    body: audioForm(translationFields, (limits) => limits.audio),
    responses: {
      200: { description: "The translation.", schema: transcriptionAnswer, bare: true, mediaTypes: ["text/plain"] },
    },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", "model_not_found", "translation_unsupported"],
  },
  {
    submit: ({ body: { fields, audio } }, caller, context) => {
      const { strictModels: isStrict } = context.resources.config.dialects.openai;
      return submitRecording(context, caller, {
        audio,
        model: { name: fields.model, aliases: transcriptionModels, isStrict },
        options: { task: "translate" },
      });
    },
    reply: (request, { body }) => transcriptionReply(requireTranscript(request), { ...body.fields, stream: false }),
  },
);

/** The routes by which OpenAI's clients send recordings. */
export const transcriptionRoutes = [transcribe, translate];
