import { z } from "zod";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import { vendorTerms } from "#src/api/dialects/own-words.ts";
import { ownWordsOf } from "#src/api/speech/own-words-fields.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { field, refuse } from "#src/api/validation/field.ts";
import { headerValue } from "#src/api/validation/header-value.ts";
import { list } from "#src/api/validation/list.ts";
import { integer } from "#src/api/validation/number.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { batchItemsMax } from "#src/domain/batches/create-batch.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import type { GivenTranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";
import { codec, languageCode, mode, model, optionsOf } from "./transcription-fields.ts";

/** Code points. */
const nameMax = 200;
/** Characters. */
const urlMax = 2_000;

/** The choices of a job that its files are read and presented by; they are kept with its options. */
export const jobChoices = z.object({
  with_timestamps: z.boolean().default(false),
  input_audio_codec: z.string().nullable().default(null),
});

/** The parameters of jobs of both kinds. The clients send `null` for what was not set. */
const ofBoth = {
  model: model.nullish(),
  with_diarization: boolean().nullish().meta({ description: "Whether to tell apart who speaks." }),
  num_speakers: integer({ min: 1, max: mostSpeakers })
    .nullish()
    .meta({ description: "How many people speak, where that is known.", examples: [2] }),
  input_audio_codec: codec.nullish(),
};

const withoutDiarization = (value: unknown, { with_diarization: asked }: Readonly<Record<string, unknown>>) =>
  boolean().safeParse(asked).data !== true && always(value);

const transcribed = z
  .object({
    ...ofBoth,
    mode: mode.nullish(),
    language_code: languageCode.nullish(),
    with_timestamps: boolean().nullish().meta({ description: "Whether to say when each phrase is spoken." }),
    keyterms: vendorTerms()
      .nullish()
      .meta({
        description: "Names and words that may be said, as they are to be written.",
        examples: [["Kokoro"]],
      }),
  })
  .register(ignored, { prompt: always, num_speakers: withoutDiarization });

const translated = z.object(ofBoth).register(ignored, { prompt: always, num_speakers: withoutDiarization });

export type JobParameters = z.output<typeof transcribed>;

const callback = z.object({
  url: text({ min: 1, max: urlMax }).meta({
    description: "An https address that gets a POST when the job has ended.",
    examples: ["https://example.com/hook"],
  }),
  auth_token: headerValue()
    .nullish()
    .meta({ description: "Sent to it in the header `X-SARVAM-JOB-CALLBACK-TOKEN`.", examples: ["a-secret"] }),
});
export type JobCallback = z.output<typeof callback>;

const jobBody = <Parameters extends z.ZodObject>(parameters: Parameters) =>
  z.object({ job_parameters: parameters.nullish(), callback: callback.nullish() }).meta({
    examples: [{ job_parameters: { model: "saaras:v3" } }],
  });

export const transcriptionJob = jobBody(transcribed);
export const translationJob = jobBody(translated);

/** The options of a transcription that parameters ask for; their model and language are chosen by what is installed. */
export function jobOptions(asked: JobParameters): Omit<GivenTranscriptionOptions, "model"> {
  const { mode: how, with_diarization: isDiarized, num_speakers: count, keyterms } = asked;
  return {
    ...optionsOf(how ?? "transcribe"),
    ...ownWordsOf({ key_terms: keyterms ?? [] }),
    speakers: isDiarized === true ? { least: count ?? 1, most: count ?? mostSpeakers } : null,
    echo: { with_timestamps: asked.with_timestamps ?? false, input_audio_codec: asked.input_audio_codec ?? null },
  };
}

/** A member of an object of this name would be lost. */
const unusable: readonly string[] = [".", "..", "__proto__"];
const plainName = valueError("send the plain name of a file, without folders, control characters and spaces around it");

const fileName = field<string>(
  (raw) => {
    const parsed = parseText(raw, { min: 1, max: nameMax });
    if (!parsed.ok) return parsed;
    const isPlain = cleanFileName(parsed.value) === parsed.value && !unusable.includes(parsed.value);
    return isPlain ? parsed : refuse(plainName);
  },
  textKeywords({ min: 1, max: nameMax }),
);

const exampleId = "5b0d4c5e-52a8-4c0e-9a3e-1f6f0a0d7c11";
const jobId = uuid().meta({ description: "The job.", examples: [exampleId] });

export const jobParams = z.object({ job_id: jobId });

export const filesToSend = z
  .object({
    job_id: jobId,
    files: list(fileName, { min: 1, max: batchItemsMax }).meta({
      description: "The names of the files. One that the job has already gets another address.",
    }),
  })
  .meta({ examples: [{ job_id: exampleId, files: ["recording.wav"] }] });

export const filesToFetch = z
  .object({
    job_id: jobId,
    files: list(text({ min: 1, max: nameMax }), { max: batchItemsMax }).meta({
      description: "The names of outputs, as `job_details` has them.",
    }),
  })
  .meta({ examples: [{ job_id: exampleId, files: ["0.json"] }] });
