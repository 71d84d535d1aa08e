import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { ignored, namesOfIgnored } from "#src/api/dialects/ignored-options.ts";
import { lineWidths } from "#src/api/speech/subtitle-fields.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { parseJson } from "#src/api/validation/parse-json.ts";
import { usualLayout } from "#src/domain/speech/subtitle-cues.ts";
import { toSrt } from "#src/domain/speech/subtitles.ts";

const names = ["srt", "txt"] as const;
type Name = (typeof names)[number];

const width = z.int().min(lineWidths.min).max(lineWidths.max).nullish();

type Fields = Readonly<Record<string, unknown>>;
const hasNoLines = (_value: unknown, { format }: Fields): boolean => format !== "srt";
/** Subtitles always have times, and a text has none. */
const hasOtherTimes = (value: unknown, { format }: Fields): boolean => value !== (format === "srt");

/** ElevenLabs' client for JavaScript writes these names, within a text of JSON, as that language does. */
const askedFormat = z
  .object({ format: z.enum(names), max_characters_per_line: width, maxCharactersPerLine: width })
  .register(ignored, {
    ...{ max_characters_per_line: hasNoLines, maxCharactersPerLine: hasNoLines },
    ...{ include_timestamps: hasOtherTimes, includeTimestamps: hasOtherTimes },
  });
const asked = z.array(askedFormat);
/** A further format of a transcript, and how it is laid out. */
export type AskedFormat = z.output<typeof asked>[number];

/** Further formats of a transcript, as JSON in a text. */
export const additionalFormats = field<readonly AskedFormat[]>(
  (raw) => {
    const parsed = asked.safeParse(parseJson(String(raw)));
    if (parsed.success) return accept(parsed.data);
    const example = '[{"format": "srt", "max_characters_per_line": 42}]';
    const widths = `max_characters_per_line is from ${lineWidths.min} to ${lineWidths.max}`;
    return refuse(
      valueError(`Send a list as JSON, such as ${example}; formats are ${names.join(" and ")}, and ${widths}`),
    );
  },
  {
    type: "string",
    contentMediaType: "application/json",
    description:
      'Further formats, such as `[{"format": "srt", "max_characters_per_line": 42}]`: `srt` or `txt`. Other options are ignored.',
  },
);

/** The options of further formats that have no effect. */
export const ignoredFormatOptions = (raw: unknown): readonly string[] => {
  const formats = z.array(z.looseObject({})).safeParse(parseJson(String(raw)));
  return (formats.data ?? []).flatMap((one) => namesOfIgnored({ schema: askedFormat, fields: Object.entries(one) }));
};

export const additionalFormat = z.object({
  requested_format: z.enum(names),
  file_extension: z.string(),
  content_type: z.string(),
  is_base64_encoded: z.boolean(),
  content: z.string(),
});

const types: Readonly<Record<Name, string>> = { srt: "application/x-subrip", txt: "text/plain" };

/** A transcript in one of the further formats. `duration`: seconds of the recording. */
export function presentAdditionalFormat(
  { format, max_characters_per_line: snake, maxCharactersPerLine: camel }: AskedFormat,
  { transcript, duration }: { readonly transcript: TranscriptJson; readonly duration: number | null },
): z.output<typeof additionalFormat> {
  const layout = { ...usualLayout, maxLineWidth: snake ?? camel ?? usualLayout.maxLineWidth };
  return {
    requested_format: format,
    file_extension: format,
    content_type: types[format],
    is_base64_encoded: false,
    content: format === "srt" ? toSrt(transcript, { layout, duration }) : `${transcript.text}\n`,
  };
}
