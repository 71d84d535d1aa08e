import { z } from "zod";
import { confidenceSources, inputTypes } from "#db/engine-schema.ts";
import { requestTypes } from "#db/schema.ts";
import { transcriptionTasks } from "#src/domain/speech/transcription-options.ts";
import { shownStatuses } from "#src/domain/speech/shown-status.ts";
import { literal } from "#src/api/validation/literal.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import {
  channels,
  languageProbability,
  chapters,
  derived,
  languages,
  modelReason,
  overlaps,
  search,
  paragraphs,
  seconds,
  segment,
  speakers,
  unintelligible,
  warnings,
  word,
} from "./transcript-schemas.ts";
import {
  bitsPerSecond,
  cached,
  documentOfRequest,
  fileName,
  firstSoundMs,
  queuePosition,
  voice,
  wordTimes,
} from "./request-fields.ts";
import { subtitleFields } from "./subtitle-fields.ts";
import { responseFormats } from "./transcription-fields.ts";

export const requestParams = z.object({ request_id: uuid() });
export const transcriptQuery = z.object({ format: literal(responseFormats).default("text"), ...subtitleFields });
const id = z.uuid();
const dateTime = z.iso.datetime();
const status = z.enum(shownStatuses).meta({
  description:
    "`cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.",
});
const shown = status.meta({ examples: ["completed"] });
const failure = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: "SpeechFailure", description: "Why the request failed." });

const spoken = z.object({
  request_id: id,
  status: shown,
  audio_url: z.url().nullable().meta({ description: "Where the audio can be fetched with a credential." }),
  content_type: z.string(),
  sample_rate: z.int().meta({ description: "Hz" }),
  bit_rate: bitsPerSecond,
  duration_seconds: seconds,
  characters: z.int().meta({ description: "Unicode code points of the text." }),
  language: z.string(),
  model: z
    .string()
    .nullable()
    .meta({ description: "The engine that spoke most of the text; null where it was not kept." }),
  voice,
  cached,
});

export const synthesisAnswer = spoken.extend(wordTimes).meta({ id: "Synthesis" });
export const demoSynthesisAnswer = spoken
  .extend({ audio: z.string().meta({ contentEncoding: "base64", description: "The audio itself." }) })
  .meta({ id: "DemoSynthesis" });

const engineFields = {
  model: z.string().nullable().meta({
    description:
      "The engine that read the recording, or spoke most of the text; null before it has, and where it was not kept.",
  }),
  language_tag: z.string().nullable().meta({
    description:
      "The language as it was sent, as a tag where it was a name or a longer code; null for a synthesis without one.",
  }),
  confidence_source: z.enum(confidenceSources).nullable().meta({
    description: "Where confidences come from: the `model`, an `alignment` of its words, or `none`. Null like `model`.",
  }),
};

const task = z.enum(transcriptionTasks).meta({
  description: "`translate` where the words are an English translation of speech in `language`.",
});

export const transcriptionAnswer = z
  .object({
    request_id: id,
    status: shown,
    task,
    text: z.string(),
    language: z.string(),
    language_probability: languageProbability,
    ...engineFields,
    duration_seconds: seconds,
    segments: z.array(segment),
    words: z.array(word),
    model_reason: modelReason,
    languages,
    speakers,
    overlaps,
    channels,
    search,
    paragraphs,
    chapters,
    ...derived,
    unintelligible,
    usage: z.object({ type: z.literal("duration"), seconds: z.int() }),
    warnings,
  })
  .meta({ id: "Transcription" });

const creditsReserved = z
  .int()
  .min(0)
  .nullable()
  .meta({
    description:
      "The credits that are held for it: those of the length and the channels that the file declares, until it is decoded. Null where none are.",
    examples: [120],
  });

export const acceptedAnswer = z
  .object({ request_id: id, status, credits_reserved: creditsReserved })
  .meta({ id: "AcceptedRequest" });

const summary = {
  request_id: id,
  status: shown,
  progress: z.int().min(0).max(100),
  language: z.string(),
  ...engineFields,
  duration_seconds: seconds.nullable(),
  credits_consumed: z.int().min(0).nullable().meta({
    description:
      "What it cost: nothing for demo calls and what failed; what was sent of speech that was `cancelled`; null until it has ended.",
  }),
  error: failure.nullable(),
  api_key: z
    .object({ api_key_id: id, name: z.string() })
    .nullable()
    .meta({ description: "The key of the call; null when a person was signed in, and where it was not kept." }),
  created_at: dateTime,
  finished_at: dateTime.nullable(),
};

export const requestSummary = z
  .object({ ...summary, request_type: z.enum(requestTypes), characters: z.int().nullable(), voice: voice.nullable() })
  .extend({
    file_name: fileName,
    document: documentOfRequest,
    preview: z.string().nullable().meta({
      description: "The first 200 characters of the text or the transcript; null where there is none (any more).",
    }),
    excerpt: z.string().nullable().meta({
      description:
        "With `search`, the part of the text or the transcript around the longest word of the search; null where it is not in there.",
    }),
    audio_url: z.url().nullable().meta({ description: "Where its audio can be fetched; null when none is kept." }),
    content_type: z.string().nullable().meta({ description: "Of this audio." }),
  })
  .meta({ id: "SpeechRequestSummary" });

const synthesisRequest = z
  .object({
    ...summary,
    queue_position: queuePosition,
    request_type: z.literal("tts"),
    text: z.string(),
    cached,
    input_type: z.enum(inputTypes),
    speed: z.number().meta({ description: "The speed that was asked for; 1 is the voice's own.", examples: [1] }),
    ...wordTimes,
    characters: z.int(),
    voice,
    document: documentOfRequest,
    first_sound_ms: firstSoundMs,
    audio_url: z.url().nullable(),
    content_type: z.string().nullable(),
    sample_rate: z.int().nullable(),
    bit_rate: bitsPerSecond,
  })
  .meta({ id: "SynthesisRequest" });

const transcriptionRequest = z
  .object({
    ...summary,
    queue_position: queuePosition,
    request_type: z.literal("asr"),
    task,
    file_name: fileName,
    text: z.string().nullable(),
    segments: z.array(segment).nullable(),
    words: z.array(word).nullable(),
    audio_url: z.url().nullable().meta({ description: "Where the recording can be played; null when none is kept." }),
    usage: z.object({ type: z.literal("duration"), seconds: z.int() }).nullable(),
    language_probability: languageProbability,
    model_reason: modelReason,
    languages,
    speakers,
    overlaps,
    channels,
    search,
    paragraphs,
    chapters,
    ...derived,
    unintelligible,
    warnings,
  })
  .meta({ id: "TranscriptionRequest" });
/** A request at any time; what only its end brings is null until then. */
export const requestAnswer = z
  .discriminatedUnion("request_type", [synthesisRequest, transcriptionRequest])
  .meta({ id: "SpeechRequest" });

export const removedRequest = z.object({ request_id: id, deleted: z.literal(true) }).meta({ id: "DeletedRequest" });
