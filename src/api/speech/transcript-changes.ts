import { z } from "zod";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { parseText } from "#src/api/validation/text.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { speakerLetters } from "#src/domain/speech/segment-speakers.ts";
import { correctionBounds } from "#src/domain/speech/corrections.ts";

/** Code points. */
const nameMax = 64;
const { segments: segmentsMax, length: textMax } = correctionBounds;

const wrongNames = valueError(
  `Send an object with a name for each letter of a speaker or number of a channel: 1 to ${nameMax} characters, of which all are visible, on one line; null takes the name away`,
);
const wrongTexts = valueError(
  `Send an object with a text for each number of a segment, at most ${segmentsMax}: at most ${textMax} characters; null takes the correction back`,
);

const wrongSpeakers = valueError(
  `Send an object with the letter of a speaker for each number of a segment, at most ${segmentsMax}: A to ${speakerLetters.at(-1)}; null takes it back`,
);

const isName = (value: string): boolean => {
  const parsed = parseText(value, { min: 1, max: nameMax });
  return parsed.ok && displayName(parsed.value) === parsed.value;
};

const isText = (value: string): boolean => parseText(value, { max: textMax }).ok;

type Changes = Readonly<Record<string, string | null>>;

/** An object whose values are good texts or null; null for anything else. */
const changesOf = (raw: unknown, isGood: (value: string) => boolean): Changes | null => {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
  const all: readonly (readonly [string, unknown])[] = Object.entries(raw);
  const good = all.flatMap(([key, value]) =>
    value === null || (typeof value === "string" && isGood(value)) ? [[key, value] as const] : [],
  );
  return good.length === all.length ? Object.fromEntries(good) : null;
};

const speakerNames = field<Changes>(
  (raw) => {
    const names = changesOf(raw, isName);
    return names === null ? refuse(wrongNames) : accept(names);
  },
  {
    type: "object",
    additionalProperties: { type: ["string", "null"], minLength: 1, maxLength: nameMax },
    description:
      "New names by the letter of a speaker (`A`), or the number of a channel (`0`); null takes a name away, and names of others stay.",
    examples: [{ A: "Anna" }],
  },
);

const segments = field<Changes>(
  (raw) => {
    const texts = changesOf(raw, isText);
    return texts === null || Object.keys(texts).length > segmentsMax ? refuse(wrongTexts) : accept(texts);
  },
  {
    type: "object",
    additionalProperties: { type: ["string", "null"], maxLength: textMax },
    maxProperties: segmentsMax,
    description:
      "Corrected texts by the `id` of a segment; an empty text means that nothing is said there, null takes a correction back, and corrections " +
      "of other segments stay.",
    examples: [{ "0": "Hello and welcome." }],
  },
);

const segmentSpeakers = field<Changes>(
  (raw) => {
    const letters = changesOf(raw, (value) => speakerLetters.includes(value));
    return letters === null || Object.keys(letters).length > segmentsMax ? refuse(wrongSpeakers) : accept(letters);
  },
  {
    type: "object",
    additionalProperties: { type: ["string", "null"], pattern: "^[A-Z]{1,2}$" },
    maxProperties: segmentsMax,
    description:
      "The letters of speakers by the `id` of a segment that they say; one that was not heard is new. null takes it back, and speakers of " +
      "other segments stay. Only in a transcript with speakers.",
    examples: [{ "0": "B" }],
  },
);

const nothing = valueError("Send speaker_names, segments or segment_speakers");

/** The body of a call that names the speakers or the channels of a transcript, and corrects its segments. */
export const transcriptChangesBody = z
  .object({
    speaker_names: speakerNames.optional(),
    segments: segments.optional(),
    segment_speakers: segmentSpeakers.optional(),
  })
  .refine((changes) => Object.values(changes).some((change) => change !== undefined), {
    params: nothing,
    message: nothing.msg,
  })
  .meta({ examples: [{ segments: { "0": "Hello and welcome." } }] });
