import { z } from "zod";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { parseJson } from "#src/api/validation/parse-json.ts";
import { toSrt } from "#src/domain/speech/subtitles.ts";

const names = ["srt", "txt"] as const;
type Name = (typeof names)[number];

const asked = z.array(z.object({ format: z.enum(names) }));

/** Further formats of a transcript, as JSON in a text. */
export const additionalFormats = field<readonly Name[]>(
  (raw) => {
    const parsed = asked.safeParse(parseJson(String(raw)));
    if (parsed.success) return accept(parsed.data.map(({ format }) => format));
    return refuse(valueError(`Send a list as JSON, such as [{"format": "srt"}]; formats are ${names.join(" and ")}`));
  },
  {
    type: "string",
    contentMediaType: "application/json",
    description: 'Further formats, such as `[{"format": "srt"}]`: `srt` or `txt`. Other options are ignored.',
  },
);

export const additionalFormat = z.object({
  requested_format: z.enum(names),
  file_extension: z.string(),
  content_type: z.string(),
  is_base64_encoded: z.boolean(),
  content: z.string(),
});

const types: Readonly<Record<Name, string>> = { srt: "application/x-subrip", txt: "text/plain" };

/** A transcript in one of the further formats. */
export const presentAdditionalFormat = (name: Name, transcript: TranscriptJson) => ({
  requested_format: name,
  file_extension: name,
  content_type: types[name],
  is_base64_encoded: false,
  content: name === "srt" ? toSrt(transcript) : `${transcript.text}\n`,
});
