import { z } from "zod";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import { vendorTerms } from "#src/api/dialects/own-words.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { requireTranscript, type TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import { ownWordsOf } from "#src/api/speech/own-words-fields.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { text } from "#src/api/validation/text.ts";
import type { GivenTranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import { transcriptionModels } from "./aliases.ts";
import { sarvam } from "./dialect.ts";
import { heardLanguage, languageCodeOf } from "./languages.ts";

/** Characters. */
const nameMax = 255;
const codeMax = 35;
const maxFields = 50;

/** Sarvam has two more, `translit` and `codemix`: here, words are written in the script that the model writes. */
const modes = ["transcribe", "translate", "verbatim"] as const;

/** Samples without a header, as Sarvam has them: 16 bits, little-endian, one channel of 16 kHz. */
const headerless = { encoding: "linear16", sampleRate: 16_000, channels: 1 } as const;
const headerlessNames = ["pcm_s16le", "pcm_l16", "pcm_raw"] as const;

const mode = literal(modes).default("transcribe").meta({
  description:
    "`transcribe` writes numbers in figures, `verbatim` as they were said, `translate` writes English where a model can.",
});

/** The options of a transcription for a mode. */
function optionsOf(asked: (typeof modes)[number]): Pick<GivenTranscriptionOptions, "task" | "transcriptFormat"> {
  if (asked === "translate") return { task: "translate" };
  return { transcriptFormat: asked === "verbatim" ? "verbatim" : "smart" };
}

const model = text({ min: 1, max: nameMax })
  .default("saaras:v3")
  .meta({ description: "One of Sarvam's names, or what `model` of a transcription may be; others mean `auto`." });

const codec = text({ max: nameMax })
  .optional()
  .meta({
    description:
      "`pcm_s16le`, `pcm_l16` or `pcm_raw`: samples of 16 bits without a header, one channel of 16 kHz. Any other file says itself what it is.",
    examples: ["wav"],
  });

const samplesOf = ({ input_audio_codec: name }: { readonly input_audio_codec?: string | undefined }) =>
  headerlessNames.some((one) => one === name) ? headerless : null;

const fields = z
  .object({
    model,
    mode,
    language_code: text({ min: 1, max: codeMax })
      .optional()
      .meta({
        description:
          "`hi-IN`, `od-IN` and the like, or any other tag; detected where a model can, else English, when absent or `unknown`.",
        examples: ["hi-IN"],
      }),
    with_timestamps: boolean().default(false).meta({ description: "Whether to say when each phrase is spoken." }),
    input_audio_codec: codec,
    keyterms: vendorTerms()
      .optional()
      .meta({
        description: "Names and words that may be said, as they are to be written: a list as JSON.",
        examples: [["Kokoro"]],
      }),
  })
  .register(ignored, { prompt: always, num_speakers: always });

const translatedFields = z
  .object({ model: model.default("saaras:v2.5"), input_audio_codec: codec })
  .register(ignored, { prompt: always });

const seconds = z.array(z.number());
const heard = {
  request_id: z.uuid(),
  transcript: z.string(),
  language_code: z.string().nullable(),
  language_probability: z
    .number()
    .nullable()
    .meta({ description: "Null where the language was sent, or no model tells it." }),
};

const transcription = z
  .object({
    ...heard,
    timestamps: z
      .object({
        words: z.array(z.string()).meta({ description: "The phrases." }),
        start_time_seconds: seconds,
        end_time_seconds: seconds,
      })
      .optional(),
  })
  .meta({ id: "SarvamTranscription" });

const translation = z.object({ ...heard, diarized_transcript: z.null() }).meta({ id: "SarvamTranslation" });

const present = ({ id, transcript, language, language_tag: sent }: TranscribedRequest) => ({
  request_id: id,
  transcript: transcript.text,
  language_code: language === detectLanguage ? null : languageCodeOf(language),
  language_probability: sent === detectLanguage ? (transcript.languageProbability ?? null) : null,
});

/** The times of the phrases. */
const timestampsOf = ({ segments }: TranscribedRequest["transcript"]) => ({
  words: segments.map((segment) => segment.text),
  start_time_seconds: segments.map(({ start }) => start),
  end_time_seconds: segments.map(({ end }) => end),
});

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
        language: asked.language_code === undefined ? undefined : heardLanguage(asked.language_code),
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
