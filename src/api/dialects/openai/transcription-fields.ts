import { z } from "zod";
import { always, ignored, unless } from "#src/api/dialects/ignored-options.ts";
import { termsOfPrompt, vendorTerms } from "#src/api/dialects/own-words.ts";
import type { FormFields } from "#src/api/uploads/audio-form.ts";
import { boolean, booleanIn } from "#src/api/validation/boolean.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { field, refuse } from "#src/api/validation/field.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { parseJson } from "#src/api/validation/parse-json.ts";
import { number } from "#src/api/validation/number.ts";
import { keyTermBounds } from "#src/domain/speech/own-words.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";

const unused = { description: "Accepted and ignored." };
const nameMax = 255;
/** RFC 5646, section 4.4.1, asks for room for 35. */
const tagMax = 35;
const textMax = 10_000;
const listMax = 100;

const chunking = { type: "object", properties: { type: { type: "string", enum: ["server_vad"] } }, required: ["type"] };
const isChunking = z.object({ type: z.literal("server_vad") });

/** `auto`, or the settings of a detector as JSON. */
const chunkingStrategy = field(
  (raw) => {
    const parsed = parseText(raw, { max: textMax });
    if (!parsed.ok || parsed.value === "auto" || isChunking.safeParse(parseJson(parsed.value)).success) return parsed;
    return refuse(valueError("chunking_strategy is neither auto nor an object of the type server_vad"));
  },
  { ...unused, anyOf: [textKeywords({ max: textMax }), chunking] },
);

/** OpenAI sends no events of `whisper-1` either. */
export const isStreamed = ({ stream, model }: { readonly stream: boolean; readonly model: unknown }): boolean =>
  stream && model !== "whisper-1";

const asksForEvents = ({ stream, model }: Readonly<Record<string, unknown>>): boolean =>
  isStreamed({ stream: booleanIn(String(stream)) === true, model });

const textFormats = ["json", "text", "srt", "verbose_json", "vtt"] as const;

const schema = z
  .object({
    model: text({ min: 1, max: nameMax }).meta({
      description: "OpenAI's names mean ours (docs/openai.md); `auto`, `fast`, `accurate`, or the name of an engine.",
    }),
    language: text({ max: tagMax })
      .optional()
      .meta({
        description:
          "A BCP 47 tag; when absent, the language is detected where an engine can, and else taken for English.",
        examples: ["en"],
      }),
    languages: list(text({ max: tagMax }), { max: listMax })
      .optional()
      .meta({
        description: "The first that an engine reads counts, where `language` is absent.",
      }),
    prompt: text({ max: textMax })
      .optional()
      .meta({ description: "Its names, words with capitals or figures, are key terms; the rest has no effect." }),
    keywords: vendorTerms().optional().meta({ description: "Key terms." }),
    temperature: number({ min: 0, max: 1 }).optional().meta(unused),
    response_format: literal([...textFormats, "diarized_json"]).default("json"),
    timestamp_granularities: list(literal(["word", "segment"]), { max: listMax })
      .optional()
      .meta({
        description: "Of `verbose_json`; segments when absent.",
      }),
    include: list(literal(["logprobs"]), { max: listMax })
      .optional()
      .meta(unused),
    chunking_strategy: chunkingStrategy.optional(),
    stream: boolean().default(false).meta({
      description: "Whether to answer with events in place of `response_format`. Not of `whisper-1`, as OpenAI has it.",
    }),
  })
  .register(ignored, {
    prompt: (value) => termsOfPrompt(String(value)).length === 0,
    temperature: unless("0"),
    include: always,
    chunking_strategy: unless("auto"),
    languages: (_value, { language = "" }) => language !== "",
    response_format: (value, fields) => asksForEvents(fields) && value !== "json",
    timestamp_granularities: (_value, fields) => asksForEvents(fields) || fields["response_format"] !== "verbose_json",
    stream: (value, { model }) => booleanIn(String(value)) === true && model === "whisper-1",
  });

/** The fields of a form with a recording. */
export type TranscriptionFields = z.output<typeof schema>;

/** The key terms of a call; those of the prompt are the last, and the first to go where there are too many. */
export const keyTermsOf = ({ prompt = "", keywords = [] }: TranscriptionFields): string[] =>
  [...new Set([...keywords, ...termsOfPrompt(prompt)])].slice(0, keyTermBounds.terms);

/** As OpenAI's clients send a recording. */
const form = { fileField: "file", maxFields: 200 };

export const transcriptionFields: FormFields<TranscriptionFields> = { schema, ...form };

/** The fields of a form with a recording that is to be translated. */
export const translationFields = {
  schema: schema
    .pick({ model: true, prompt: true, temperature: true })
    .extend({ response_format: literal(textFormats).default("json") })
    .register(ignored, { prompt: always, temperature: unless("0") }),
  ...form,
};
