import { z } from "zod";
import { always, ignored, unless, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { redactedEntities } from "#src/api/dialects/redacted-entities.ts";
import { never } from "#src/api/dialects/refused-options.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import type { Fault } from "#src/api/validation/fault.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { keyTerm } from "#src/api/validation/key-term.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, number } from "#src/api/validation/number.ts";
import { parseText, text } from "#src/api/validation/text.ts";
import { partBounds } from "#src/domain/speech/charged-seconds.ts";
import { keyTermBounds, replacementBounds } from "#src/domain/speech/own-words.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import { webhookFields } from "./webhook-fields.ts";

/** Characters: presigned addresses have some thousand. */
const addressMax = 8_192;
const optionMax = 2_048;
const nameMax = 255;
const languageMax = 35;

const flag = (description: string) => boolean().optional().meta({ description });
const unused = "Without effect; repeated in the transcript.";
const unusedFlag = () => flag(unused);
const unusedText = (example: string) =>
  text({ max: optionMax })
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

const terms = (description: string) =>
  list(keyTerm(), { max: keyTermBounds.terms })
    .optional()
    .meta({ description: `${description} At most ${keyTermBounds.terms}.`, examples: [["ClickHouse"]] });

const side = (min: number) => text({ min, max: replacementBounds.length });
/** Words, and what is written in their place. */
const spellings = () =>
  list(
    z.object({
      from: list(
        side(1).refine((said) => /[\p{L}\p{N}]/u.test(said), "it needs a letter or a digit"),
        { min: 1, max: replacementBounds.count },
      ),
      to: side(0),
    }),
    { max: replacementBounds.count },
  )
    .optional()
    .meta({
      description: "What is written in place of words.",
      examples: [[{ from: ["k8s"], to: "Kubernetes" }]],
    });

const time = () => integer({ min: 1000 * partBounds.min, max: 1000 * partBounds.max }).optional();

/** The fields that change what is transcribed, or are refused. */
const effective = {
  audio_url: text({ min: 1, max: addressMax }).meta({
    description:
      "The `upload_url` of an upload of the account, or another `https` address, presigned where it needs a permission, which a worker " +
      "fetches. It is kept and shown without its query.",
  }),
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
  audio_start_from: time().meta({
    description:
      "The millisecond at which the part begins that is transcribed and charged. Times are those of the whole recording.",
    examples: [5_000],
  }),
  audio_end_at: time().meta({
    description: "The millisecond at which it ends; the end of the recording when absent or 0.",
    examples: [15_000],
  }),
  multichannel: flag("Whether each channel is transcribed by itself, and charged as a recording of its own."),
  dual_channel: flag("The same, for older clients."),
  keyterms_prompt: terms("Names and words that may be said, as they are to be written."),
  word_boost: terms("The same, for older clients."),
  custom_spelling: spellings(),
  filter_profanity: flag("Whether profanities are left their first letter."),
  redact_pii: flag("Whether personal data is replaced by the names of its kinds; needs `redact_pii_policies`."),
  redact_pii_policies: redactedEntities()
    .optional()
    .meta({
      description: "What is replaced. What includes names of people and other things that are not found is refused.",
      examples: [["phone_number"]],
    }),
  redact_pii_sub: literal(["entity_name", "hash"])
    .optional()
    .meta({ description: "The name of the kind stands in any case, as in `[card]`; `hash` has no effect." }),
  redact_pii_audio: flag("Whether these words are muted in the recording that is kept. Needs `redact_pii`."),
  auto_chapters: never("No chapters are made: there are no sentences that sum them up"),
  auto_highlights: never("No highlights are found"),
  summarization: flag("Whether a text model of the operator's sums the transcript up; refused where there is none."),
  sentiment_analysis: never("No sentiments are found"),
  entity_detection: never("No entities are found"),
  iab_categories: never("No topics are found"),
  content_safety: never("Contents are not judged"),
  ...webhookFields,
} as const;

/** The fields without effect. */
const repeated = {
  ...{ disfluencies: unusedFlag(), custom_topics: unusedFlag(), speed_boost: unusedFlag() },
  ...{ redact_pii_return_unredacted: unusedFlag() },
  topics: unusedTexts(),
  ...{
    prompt: unusedText("A call about windows."),
    boost_param: unusedText("high"),
    domain: unusedText("medical-v1"),
    remove_audio_tags: unusedText("all"),
  },
  redact_pii_audio_quality: unusedText("mp3"),
  ...{ summary_model: unusedText("informative"), summary_type: unusedText("bullets") },
  ...{
    temperature: unusedNumber(0),
    speech_threshold: unusedNumber(0.5),
    language_confidence_threshold: unusedNumber(0.5),
  },
  content_safety_confidence: unusedNumber(50),
  ...{ language_detection_options: unusedValue(), redact_pii_audio_options: unusedValue() },
  ...{ keyterms_prompt_options: unusedValue(), speech_understanding: unusedValue() },
} as const;

const audioOptions = z.looseObject({});

/** The members of the options of a muted recording that have no effect: what is heard in place of the words is silence. */
function membersButSilence(options: unknown): readonly string[] {
  const members = Object.entries(audioOptions.safeParse(options).data ?? {});
  return members.flatMap(([name, value]) =>
    value === null || (name === "override_audio_redaction_method" && value === "silence") ? [] : [name],
  );
}

/** A header is for the call of an address. */
const withoutWebhook = (_value: unknown, { webhook_url: url = "" }: Readonly<Record<string, unknown>>): boolean =>
  url === "";

/** The body of a call that has a recording transcribed. Other fields are ignored. */
export const transcriptFields = z.object({ ...effective, ...repeated }).register(ignored, {
  ...Object.fromEntries(Object.keys(repeated).map((name) => [name, always])),
  ...{ disfluencies: unlessBoolean(false), custom_topics: unlessBoolean(false), speed_boost: unlessBoolean(false) },
  redact_pii_return_unredacted: unlessBoolean(false),
  ...{ temperature: unless("0"), speech_threshold: unless("0"), language_confidence_threshold: unless("0") },
  summary_type: (type, fields) => fields["summarization"] !== true || unless("paragraph")(type),
  webhook_auth_header_name: withoutWebhook,
  webhook_auth_header_value: withoutWebhook,
  redact_pii_sub: (value, fields) => fields["redact_pii"] !== true || unless("entity_name")(value),
  redact_pii_policies: (value, fields) => fields["redact_pii"] !== true && always(value),
  redact_pii_audio_options: (options, fields) =>
    fields["redact_pii_audio"] === true ? membersButSilence(options) : always(options),
  // The detection decides.
  language_code: (_code, { language_detection: isDetected }) => isDetected === true,
  speakers_expected: (_count, { speaker_labels: isAsked }) => isAsked !== true,
  speaker_options: (_bounds, { speaker_labels: isAsked, speakers_expected: count }) =>
    isAsked !== true || typeof count === "number",
});

export type TranscriptFields = z.output<typeof transcriptFields>;
