import { z } from "zod";
import type { BodyResult } from "#src/api/bodies/body-reader.ts";
import { boolean, booleanIn } from "#src/api/validation/boolean.ts";
import { missing, valueError } from "#src/api/validation/fault.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { accept, field } from "#src/api/validation/field.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import { searchBounds } from "#src/domain/speech/own-words.ts";
import { type RawSamples, rawEncodings } from "#src/domain/speech/wav-header.ts";
import { toValidationRow } from "#src/api/validation/validation-error.ts";
import { always, asksForNothing, ignored, unless, unlessTextModel } from "#src/api/dialects/ignored-options.ts";
import { keywords, replacementTexts, searchTexts, vendorTerms } from "#src/api/dialects/own-words.ts";
import { redactedEntities } from "#src/api/dialects/redacted-entities.ts";

/** Characters. */
const nameMax = 255;
const tagMax = 128;
const urlMax = 2_000;
/** RFC 5646, section 4.4.1, asks for room for 35. */
const languageMax = 35;

/** Encodings that stand in a file, which says itself how it is to be read. */
const fileEncodings = ["flac", "opus", "ogg-opus"] as const;

const flag = (description: string) => boolean().default(false).meta({ description });

const asksForDetection = (asked: string): boolean => booleanIn(asked) ?? asked !== "";

/** A boolean, or the name of a language, which asks for the detection too. */
const detection = field(
  (raw) => {
    const parsed = parseText(raw, { max: languageMax });
    return parsed.ok ? accept(asksForDetection(parsed.value)) : parsed;
  },
  {
    anyOf: [{ type: "boolean" }, textKeywords({ max: languageMax })],
    description: "Whether to detect the language. Languages that are named here do not limit the choice.",
  },
);

/** An option that any text asks for but `false` and its like. */
const wish = () => text({ max: nameMax }).optional();

const headerless = {
  encoding: literal([...rawEncodings, ...fileEncodings])
    .optional()
    .meta({
      description: `Of samples without a header: ${rawEncodings.join(", ")}. Files tell it themselves, whatever is said here.`,
    }),
  sample_rate: integer({ min: 4_000, max: 192_000 })
    .optional()
    .meta({ description: "Hz, of samples without a header, which need it." }),
  channels: integer({ min: 1, max: 8 }).optional().meta({ description: "Of samples without a header; 1 when absent." }),
};

const samplesQuery = z.object(headerless);

const isHeaderless = (encoding: string | undefined): encoding is RawSamples["encoding"] =>
  rawEncodings.some((one) => one === encoding);

/**
 * The encoding of the samples of a body without a header. Samples do not tell how fast they are; other errors of the query are
 * reported when the query is read.
 */
export function samplesOf(query: URLSearchParams): BodyResult<RawSamples | null> {
  const parsed = samplesQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) return { ok: false, rows: [] };
  const { encoding, sample_rate: sampleRate, channels = 1 } = parsed.data;
  if (!isHeaderless(encoding)) return { ok: true, value: null };
  if (sampleRate === undefined) return { ok: false, rows: [toValidationRow(["query", "sample_rate"], missing, null)] };
  return { ok: true, value: { encoding, sampleRate, channels } };
}

/** The rows that refuse the encoding of samples without a header beside an address, whose file has to say it itself. */
export function addressRows(query: URLSearchParams) {
  const encoding = query.get("encoding") ?? undefined;
  if (!isHeaderless(encoding)) return [];
  const reason = "samples without a header cannot be fetched from an address, send them as the body";
  return [toValidationRow(["query", "encoding"], valueError(reason), encoding)];
}

interface DiarizeFields {
  readonly diarize?: boolean | undefined;
  readonly diarize_model?: string | undefined;
}

/** Whether speakers are to be told apart. */
export const isDiarized = ({ diarize = false, diarize_model: model = "" }: DiarizeFields): boolean =>
  diarize || !asksForNothing(model);

/** The options of a transcription. Others are ignored, as Deepgram does. */
export const listenQuery = z
  .object({
    model: text({ min: 1, max: nameMax }).default("auto").meta({
      description:
        "Deepgram's names mean ours (docs/deepgram.md); `auto`, `fast`, `accurate`, or the name of an engine.",
    }),
    language: text({ min: 1, max: languageMax })
      .default("en")
      .meta({
        description: "A BCP 47 tag, or `multi`, which detects the language.",
        examples: ["en", "en-IN"],
      }),
    detect_language: detection.default(false),
    punctuate: flag("Whether to write punctuation and capitals."),
    smart_format: flag("The same, with paragraphs, and with numbers in figures."),
    numerals: flag("Whether to write numbers in figures."),
    paragraphs: flag("Whether to tell paragraphs and their sentences; they have punctuation."),
    utterances: flag("Whether to tell what was said between pauses."),
    tag: text({ max: tagMax }).optional().meta({ description: "Repeated in the answer; may be sent several times." }),
    extra: text().optional().meta({ description: "`key:value`, repeated in the answer; may be sent several times." }),
    ...headerless,
    diarize: boolean().optional().meta({ description: "Whether to tell apart who speaks, by a number." }),
    diarize_model: text({ max: nameMax })
      .optional()
      .meta({
        description: "The same, whichever version is named; `false` asks for nothing.",
        examples: ["latest"],
      }),
    multichannel: boolean().optional().meta({
      description: "Whether each channel is transcribed by itself, and charged as a recording of its own.",
    }),
    keyterm: vendorTerms().optional().meta({ description: "A key term; may be sent several times." }),
    keywords: keywords()
      .optional()
      .meta({
        description:
          "A key term with or without an intensifier, `Kokoro:2`; may be sent several times. The intensifier has no effect, but a " +
          "negative one, which leaves the word out.",
        examples: [["Kokoro:2"]],
      }),
    replace: replacementTexts()
      .optional()
      .meta({
        description: "`from:to`, words and what is written in their place; may be sent several times.",
        examples: [["gonna:going to"]],
      }),
    search: searchTexts(text({ min: 1, max: searchBounds.length }), searchBounds.count)
      .optional()
      .meta({
        description:
          "Words to find in the transcript; may be sent several times. The places are in `search` of the channel.",
        examples: [["invoice"]],
      }),
    profanity_filter: flag("Whether profanities are left their first letter."),
    redact: redactedEntities()
      .optional()
      .meta({
        description:
          "`pci`, `ssn`, `numbers` (or `true`: each number of three digits or more), or names of kinds such as `email_address`; may be sent several times. " +
          "`[card]` and the like stand in their place. What includes names of people, as `pii`, is refused.",
        examples: [["pci"]],
      }),
    summarize: wish().meta({
      description:
        "Whether a text model of the operator's sums the transcript up, whichever version is named; without effect where there is none.",
      examples: ["v2"],
    }),
    topics: wish().meta({
      description: "Whether a text model of the operator's lists its topics; without effect where there is none.",
      examples: ["true"],
    }),
    callback: text({ max: urlMax })
      .optional()
      .meta({
        description:
          "An https address that gets the whole result; the call is answered immediately. A user and a password in it become a header.",
        examples: ["https://example.com/hook"],
      }),
    callback_method: literal(["post", "put", "POST", "PUT"])
      .optional()
      .meta({ description: "How it is called; `post` when absent." }),
  })
  .refine((query) => query.multichannel !== true || !isDiarized(query), {
    path: ["diarize"],
    error: "It cannot be sent beside multichannel, where each channel is a speaker",
  })
  .register(ignored, {
    // The values of these are words, of which "no" is one.
    ...{
      custom_intent: always,
      custom_topic: always,
    },
    ...{ summarize: unlessTextModel, topics: unlessTextModel },
    custom_intent_mode: unless("extended"),
    custom_topic_mode: unless("extended"),
    // The detection decides, and is what these languages ask for.
    language: (value, { detect_language: asked = "" }) =>
      asksForDetection(String(asked)) && value !== "multi" && value !== "auto",
    utt_split: unless("0.8"),
    version: unless("latest"),
  });

export type ListenQuery = z.output<typeof listenQuery>;

/** The address to which the result is sent; null for a caller who waits. */
export const callbackIn = ({ callback = "" }: Pick<ListenQuery, "callback">): string | null =>
  asksForNothing(callback) ? null : callback;
