import { z } from "zod";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { parseText } from "#src/api/validation/text.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import type { SpeakerNames } from "#src/domain/speech/name-speakers.ts";

/** Code points. */
const nameMax = 64;

const wrong = valueError(
  `Send an object with a name for each letter of a speaker or number of a channel: 1 to ${nameMax} characters, of which all are visible, on one line; null takes the name away`,
);

const isName = (value: unknown): value is string | null => {
  if (value === null) return true;
  const parsed = parseText(value, { min: 1, max: nameMax });
  return parsed.ok && displayName(parsed.value) === parsed.value;
};

const namesOf = (raw: unknown): SpeakerNames | null => {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
  const names = Object.entries(raw).flatMap(([voice, name]) => (isName(name) ? [[voice, name] as const] : []));
  return names.length === Object.keys(raw).length ? Object.fromEntries(names) : null;
};

/** The body of a call that names the speakers or the channels of a transcript. */
export const speakerNamesBody = z.object({
  speaker_names: field<SpeakerNames>(
    (raw) => {
      const names = namesOf(raw);
      return names === null ? refuse(wrong) : accept(names);
    },
    {
      type: "object",
      additionalProperties: { type: ["string", "null"], minLength: 1, maxLength: nameMax },
      description:
        "New names by the letter of a speaker (`A`), or the number of a channel (`0`); null takes a name away, and names of others stay.",
      examples: [{}],
    },
  ),
});
