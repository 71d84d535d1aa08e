import { z } from "zod";
import { always, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { never, refused } from "#src/api/dialects/refused-options.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import type { Fault } from "#src/api/validation/fault.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { list } from "#src/api/validation/list.ts";
import { integer, number } from "#src/api/validation/number.ts";
import { parseText, text } from "#src/api/validation/text.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import type { TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

/** Characters. */
const addressMax = 2_048;
const nameMax = 255;
const languageMax = 35;

const flag = (description: string) => boolean().optional().meta({ description });
const unused = "Without effect; repeated in the transcript.";
const unusedFlag = () => flag(unused);
const unusedText = (example: string) =>
  text({ max: addressMax })
    .optional()
    .meta({ description: unused, examples: [example] });
const unusedTexts = () =>
  list(text({ max: nameMax }), { max: 1_000 })
    .optional()
    .meta({ description: unused, examples: [["window"]] });
const unusedNumber = (example: number) =>
  number()
    .optional()
    .meta({ description: unused, examples: [example] });
const unusedValue = () => storable().optional().meta({ description: unused });

/** Any value whose texts and names of members can be stored. */
const storable = () =>
  field<unknown>((raw) => {
    const fault = faultWithin(raw);
    return fault === null ? accept(raw) : refuse(fault);
  }, {});

/** The fault of the first text within a value of JSON that cannot be stored; null where all can. */
function faultWithin(value: unknown): Fault | null {
  if (typeof value === "string") {
    const parsed = parseText(value);
    return parsed.ok ? null : parsed.fault;
  }
  if (typeof value !== "object" || value === null) return null;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const fault = faultWithin(part);
    if (fault !== null) return fault;
  }
  return null;
}

const people = () => integer({ min: 1, max: mostSpeakers }).optional();

const noPart = "Parts are not cut out of a recording. Send the part alone";
const whole = () =>
  integer({ min: 0 })
    .optional()
    .refine((ms) => (ms ?? 0) === 0, noPart)
    .meta({ enum: [0], description: `Only 0. ${noPart}.` });

/** The fields that change what is transcribed, or are refused. */
const effective = {
  audio_url: text({ min: 1, max: addressMax }).meta({ description: "The `upload_url` of an upload of the account." }),
  language_code: text({ min: 1, max: languageMax })
    .optional()
    .meta({ description: "A code such as `en_us`, `de`; `en_us` when absent.", examples: ["en_us"] }),
  language_detection: flag("Whether to find the language."),
  punctuate: flag("Whether to write punctuation; true when absent."),
  format_text: flag("Whether to write capitals, and numbers in figures; true when absent."),
  speaker_labels: flag("Whether to tell apart who speaks."),
  speakers_expected: people().meta({ description: "How many people speak.", examples: [2] }),
  speaker_options: z
    .object({
      min_speakers_expected: people().meta({ description: "The fewest people.", examples: [2] }),
      max_speakers_expected: people().meta({ description: "The most people.", examples: [4] }),
    })
    .refine(({ min_speakers_expected: least = 1, max_speakers_expected: most = mostSpeakers }) => least <= most, {
      message: "Input should be at least min_speakers_expected",
      path: ["max_speakers_expected"],
    })
    .optional()
    .meta({ description: "Bounds of how many people speak." }),
  speech_models: list(text({ min: 1, max: nameMax }), { max: 10 })
    .optional()
    .meta({ description: "The first name that is known is that of the model." }),
  speech_model: text({ max: nameMax })
    .optional()
    .meta({ description: "The same, for older clients.", examples: ["universal"] }),
  audio_start_from: whole(),
  audio_end_at: whole(),
  multichannel: flag("Whether each channel is transcribed by itself, and charged as a recording of its own."),
  dual_channel: flag("The same, for older clients."),
  redact_pii: never("Nothing is redacted"),
  redact_pii_audio: never("Nothing is redacted"),
  filter_profanity: never("No words are masked"),
  auto_chapters: never("No chapters are made"),
  auto_highlights: never("No highlights are found"),
  summarization: never("No summary is made"),
  sentiment_analysis: never("No sentiments are found"),
  entity_detection: never("No entities are found"),
  iab_categories: never("No topics are found"),
  content_safety: never("Contents are not judged"),
  webhook_url: refused("Results are not sent to an address. Ask for the transcript"),
} as const;

/** The fields without effect. */
const repeated = {
  ...{ disfluencies: unusedFlag(), custom_topics: unusedFlag(), speed_boost: unusedFlag() },
  ...{ redact_pii_return_unredacted: unusedFlag() },
  ...{ keyterms_prompt: unusedTexts(), word_boost: unusedTexts(), topics: unusedTexts() },
  redact_pii_policies: unusedTexts(),
  ...{
    prompt: unusedText("A call about windows."),
    boost_param: unusedText("high"),
    domain: unusedText("medical-v1"),
    remove_audio_tags: unusedText("all"),
  },
  ...{ redact_pii_sub: unusedText("hash"), redact_pii_audio_quality: unusedText("mp3") },
  ...{
    summary_model: unusedText("informative"),
    summary_type: unusedText("bullets"),
    webhook_auth_header_name: unusedText("X-Token"),
  },
  ...{
    temperature: unusedNumber(0),
    speech_threshold: unusedNumber(0.5),
    language_confidence_threshold: unusedNumber(0.5),
  },
  content_safety_confidence: unusedNumber(50),
  ...{ custom_spelling: unusedValue(), language_detection_options: unusedValue() },
  ...{ keyterms_prompt_options: unusedValue(), speech_understanding: unusedValue() },
} as const;

/** The body of a call that has a recording transcribed. Other fields are ignored. */
export const transcriptFields = z.object({ ...effective, ...repeated }).register(ignored, {
  ...Object.fromEntries(Object.keys(repeated).map((name) => [name, always])),
  ...{ disfluencies: unlessBoolean(false), custom_topics: unlessBoolean(false), speed_boost: unlessBoolean(false) },
  redact_pii_return_unredacted: unlessBoolean(false),
  ...{ temperature: unless("0"), speech_threshold: unless("0"), language_confidence_threshold: unless("0") },
  webhook_auth_header_value: always,
  // The detection decides.
  language_code: (_code, { language_detection: isDetected }) => isDetected === true,
  speakers_expected: (_count, { speaker_labels: isAsked }) => isAsked !== true,
  speaker_options: (_bounds, { speaker_labels: isAsked, speakers_expected: count }) =>
    isAsked !== true || typeof count === "number",
});

export type TranscriptFields = z.output<typeof transcriptFields>;

/** The number of people whose words are to be told apart; null where they are not. */
export function speakersOf(fields: TranscriptFields): TranscriptionOptions["speakers"] {
  if (fields.speaker_labels !== true) return null;
  const { speakers_expected: count, speaker_options: bounds } = fields;
  if (count !== undefined) return { least: count, most: count };
  return { least: bounds?.min_speakers_expected ?? 1, most: bounds?.max_speakers_expected ?? mostSpeakers };
}

/** Whether each channel is transcribed by itself. */
export const hasChannels = (fields: Partial<Pick<TranscriptFields, "multichannel" | "dual_channel">>): boolean =>
  fields.multichannel === true || fields.dual_channel === true;
