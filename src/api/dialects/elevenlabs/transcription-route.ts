import { z } from "zod";
import { always, asksForNothing, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { vendorTerms } from "#src/api/dialects/own-words.ts";
import { never } from "#src/api/dialects/refused-options.ts";
import { redactedEntities, redactedKinds } from "#src/api/dialects/redacted-entities.ts";
import { submitRecording } from "#src/api/dialects/speech-input.ts";
import { speechRoute } from "#src/api/dialects/speech-route.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { recordingForm } from "#src/api/uploads/audio-form.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { additionalFormats, ignoredFormatOptions } from "./additional-formats.ts";
import { transcriptionModels } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { enableLogging } from "./enable-logging.ts";
import { granularities, presentChannels, presentTranscript, transcriptAnswer } from "./present-transcript.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Characters. */
const nameMax = 255;
const codeMax = 35;
/** A thousand key terms, and what else there is. */
const maxFields = 1_100;

/** Code points. */
const urlMax = 8_192;
const address = () =>
  text({ max: urlMax })
    .optional()
    .meta({
      description:
        "The address of the recording, in place of `file`: `https`, public, presigned where it needs a permission.",
      examples: ["https://example.com/meeting.mp3"],
    });

/** ElevenLabs' own limit. */
const mostAsked = 32;
const isCount = (asked = ""): boolean =>
  asksForNothing(asked) || (Number.isInteger(Number(asked)) && Number(asked) >= 1 && Number(asked) <= mostAsked);

const fields = z
  .object({
    model_id: text({ min: 1, max: nameMax }).meta({
      description: "One of ElevenLabs' names, or what `model` of a transcription may be; others mean `auto`.",
    }),
    language_code: text({ min: 1, max: codeMax })
      .optional()
      .meta({ description: "Of two or three letters; detected where a model can, else English, when absent." }),
    timestamps_granularity: literal(granularities).default("word"),
    additional_formats: additionalFormats.optional(),
    file_format: literal(["other", "pcm_s16le_16"])
      .optional()
      .meta({ description: "`pcm_s16le_16`: samples of 16 bits without a header, one channel of 16 kHz." }),
    diarize: boolean().optional().meta({ description: "Whether to tell apart who speaks: `speaker_id` of a word." }),
    num_speakers: text({ max: nameMax })
      .optional()
      .refine(isCount, "Send a whole number from 1 to 32")
      .meta({ description: `The most people who speak; ${mostSpeakers} at most. Without effect unless \`diarize\`.` }),
    use_multi_channel: boolean().optional().meta({
      description:
        "Whether each channel is transcribed by itself, and charged as a recording of its own; the answer then has `transcripts`.",
    }),
    multichannel_output_style: literal(["separate", "combined"])
      .optional()
      .meta({ description: "`combined`: one transcript, whose words have a `channel_index`." }),
    keyterms: vendorTerms().optional().meta({ description: "Key terms; may be sent several times." }),
    webhook: never("Results are not sent to a webhook. Wait for the answer"),
    entity_redaction: redactedEntities()
      .optional()
      .meta({
        description:
          "`pci`, or kinds such as `credit_card`, `phone_number`, `email_address`, `ssn`; `[card]` and the like stand in their place. " +
          "What includes names of people, as `all` and `pii`, is refused.",
        examples: [["credit_card"]],
      }),
    source_url: address(),
    cloud_storage_url: address(),
  })
  .refine(({ source_url: one, cloud_storage_url: other }) => one === undefined || other === undefined, {
    path: ["source_url"],
    error: "Send it or cloud_storage_url, not both",
  })
  .refine(
    ({ file_format: format, source_url: one, cloud_storage_url: other }) =>
      format !== "pcm_s16le_16" || !(one || other),
    {
      path: ["file_format"],
      error:
        "Samples without a header cannot be fetched from an address. Send them as file, or the address of a file that has one",
    },
  )
  .refine(({ use_multi_channel: isSeparate, diarize }) => isSeparate !== true || diarize !== true, {
    path: ["diarize"],
    error: "It cannot be sent beside use_multi_channel, where each channel is a speaker",
  })
  .register(ignored, {
    additional_formats: ignoredFormatOptions,
    multichannel_output_style: (value, sent) =>
      value === "combined" && boolean().safeParse(sent["use_multi_channel"]).data !== true,
    entity_redaction_mode: unless("entity_type"),
    // No audio events are written, whether or not they are asked for.
    tag_audio_events: unlessBoolean(false),
    // These are texts and numbers, of which 0 or "no" is one.
    ...{ diarization_threshold: always, seed: always },
    num_speakers: (value, sent) => boolean().safeParse(sent["diarize"]).data !== true && always(value),
    temperature: unless("0"),
  });

const addressFields = ["cloud_storage_url", "source_url"];

const headerless = { encoding: "linear16", sampleRate: 16_000, channels: 1 } as const;
const samplesOf = ({ file_format: format }: z.output<typeof fields>) => (format === "pcm_s16le_16" ? headerless : null);

const mostOf = ({ num_speakers: asked = "" }: z.output<typeof fields>) =>
  asksForNothing(asked) ? mostSpeakers : Math.min(Number(asked), mostSpeakers);

/** Transcribes a recording. */
export const transcribe = speechRoute(
  elevenLabs,
  {
    method: "post",
    path: "/elevenlabs/v1/speech-to-text",
    operationId: "elevenlabs.speechToText.convert",
    summary: "Transcribe a recording",
    params: noInput,
    query: z.object({ enable_logging: enableLogging }),
    body: recordingForm(
      { schema: fields, fileField: "file", maxFields, samplesOf, addressFields },
      (limits) => limits.audio,
    ),
    responses: { 200: { description: "The transcript.", schema: transcriptAnswer, bare: true } },
    errors: ["audio_too_large", "audio_too_long", "body_too_large"],
  },
  {
    submit: ({ body: { fields: asked, audio } }, caller, context) =>
      submitRecording(context, caller, {
        audio,
        language: asked.language_code,
        model: { name: asked.model_id, aliases: transcriptionModels },
        options: {
          speakers: asked.diarize === true ? { least: 1, most: mostOf(asked) } : null,
          channels: asked.use_multi_channel === true ? "separate" : "together",
          keyTerms: [...new Set(asked.keyterms)],
          redact: redactedKinds(asked.entity_redaction),
        },
      }),
    reply: async (request, { body: { fields: asked } }) => {
      const options = { granularity: asked.timestamps_granularity, formats: asked.additional_formats ?? [] };
      const isParted = asked.use_multi_channel === true && asked.multichannel_output_style !== "combined";
      const present = isParted ? presentChannels : presentTranscript;
      return { status: 200, bare: present(requireTranscript(request), options) };
    },
  },
);
