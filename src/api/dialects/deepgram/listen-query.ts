import { z } from "zod";
import type { BodyResult } from "#src/api/bodies/body-reader.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { missing } from "#src/api/validation/fault.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { type RawSamples, rawEncodings } from "#src/domain/speech/wav-header.ts";
import { never, refused } from "#src/api/dialects/refused-options.ts";

/** Characters. */
const nameMax = 255;
const tagMax = 128;
/** RFC 5646, section 4.4.1, asks for room for 35. */
const languageMax = 35;

/** Encodings that stand in a file, which says itself how it is to be read. */
const fileEncodings = ["flac", "opus", "ogg-opus"] as const;

const flag = (description: string) => boolean().default(false).meta({ description });

const headerless = {
  encoding: literal([...rawEncodings, ...fileEncodings])
    .optional()
    .meta({
      description: `Of samples without a header: ${rawEncodings.join(", ")}. Other recordings tell it themselves.`,
    }),
  sample_rate: integer({ min: 4_000, max: 192_000 })
    .optional()
    .meta({ description: "Hz, of samples without a header." }),
  channels: integer({ min: 1, max: 8 }).optional().meta({ description: "Of samples without a header; 1 when absent." }),
};

/** Samples without a header do not tell how fast they are. */
function requireRate({ value, issues }: z.core.ParsePayload<z.output<typeof samplesShape>>): void {
  if (!isHeaderless(value.encoding) || value.sample_rate !== undefined) return;
  issues.push({ code: "custom", path: ["sample_rate"], message: missing.msg, params: missing, input: undefined });
}

const samplesShape = z.object(headerless);
const samplesQuery = samplesShape.check(requireRate);

const isHeaderless = (encoding: string | undefined): encoding is RawSamples["encoding"] =>
  rawEncodings.some((one) => one === encoding);

/** How the samples of the body are written; errors of the query are reported when the query is read. */
export function samplesOf(query: URLSearchParams): BodyResult<RawSamples | null> {
  const parsed = samplesQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) return { ok: false, rows: [] };
  const { encoding, sample_rate: sampleRate, channels = 1 } = parsed.data;
  const isRaw = isHeaderless(encoding) && sampleRate !== undefined;
  return { ok: true, value: isRaw ? { encoding, sampleRate, channels } : null };
}

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
    detect_language: text({ max: languageMax }).default("false").meta({
      description: "Detects the language unless `false`. Languages that are named do not limit the choice.",
    }),
    punctuate: flag("Whether to write punctuation and capitals."),
    smart_format: flag("The same, with paragraphs, and with numbers in figures."),
    numerals: flag("Whether to write numbers in figures."),
    paragraphs: flag("Whether to tell paragraphs and their sentences; they have punctuation."),
    utterances: flag("Whether to tell what was said between pauses."),
    tag: text({ max: tagMax }).optional().meta({ description: "Repeated in the answer; may be sent several times." }),
    extra: text().optional().meta({ description: "`key:value`, repeated in the answer; may be sent several times." }),
    ...headerless,
    diarize: never("Speakers are not told apart"),
    diarize_model: refused("Speakers are not told apart"),
    multichannel: never("Channels are transcribed together"),
    redact: refused("Nothing is redacted"),
    callback: refused("Results are not sent to an address. Wait for the answer"),
  })
  .check(requireRate);

export type ListenQuery = z.output<typeof listenQuery>;
