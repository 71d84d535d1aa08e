import { boolean } from "#src/api/validation/boolean.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { accept, field, refuse } from "#src/api/validation/field.ts";
import { list } from "#src/api/validation/list.ts";
import { literal, literalFault } from "#src/api/validation/literal.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";
import { languageTag } from "#src/domain/speech/language-tag.ts";
import { personalData, profanityModes, type TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

type Kinds = TranscriptionOptions["redact"];

/** The kinds of `all`: digits may be anything, so they are named by themselves. */
const allPersonalData: Kinds = personalData.filter((kind) => kind !== "digits");

const words = [...personalData, "all"] as const;
/** Characters: room for all of the words. */
const kindsMax = 200;

const kindOf = (word: string): Kinds | null => {
  if (word === "all") return allPersonalData;
  const known = personalData.filter((kind) => kind === word);
  return known.length === 0 ? null : known;
};

/** One kind, `all`, or several of them with commas. */
const kinds = field<Kinds>(
  (raw) => {
    const text = parseText(raw, { max: kindsMax });
    if (!text.ok) return text;
    const found = text.value.split(",").map((word) => kindOf(word.trim()));
    const known = found.flatMap((one) => one ?? []);
    return found.includes(null) ? refuse(literalFault(words)) : accept(known);
  },
  { type: "string", examples: ["card,phone"] },
);

/** Characters (RFC 5646, section 4.4.1). */
const tagMax = 35;

/** A BCP 47 tag, in its usual spelling. */
const targetLanguage = field<string>(
  (raw) => {
    const text = parseText(raw, { max: tagMax });
    if (!text.ok) return text;
    const tag = languageTag(text.value);
    return tag === null ? refuse(valueError("send the tag of a language, such as de or pt-BR")) : accept(tag);
  },
  {
    ...textKeywords({ max: tagMax }),
    description:
      "The language that a text model of the operator's translates the transcript into; refused where there is none.",
    examples: ["de"],
  },
);

/** The fields that say what is made of the words of a recording. */
export const textFields = {
  profanity: literal(profanityModes)
    .optional()
    .meta({ description: "`mask` leaves profanities their first letter: `f***`. Whole words of a list alone." }),
  redact: list(kinds, { max: words.length })
    .optional()
    .meta({
      description:
        `The kinds of personal data that are replaced by their names, as \`[card]\`: ${personalData.join(", ")}. Send the field ` +
        "several times, or kinds with commas. `all` is every kind but `digits`, which is each number of three digits or more. " +
        "What is found is in no text that is kept or sent. Names and postal addresses are not found.",
      examples: [["card", "phone"]],
    }),
  redact_audio: boolean()
    .optional()
    .meta({
      description:
        "Whether what `redact` finds is muted in the recording that is kept. Needs `redact`, and an account that keeps recordings; not " +
        "beside `task=translate`. Where it is not known when the words were said, no recording is kept, and `warnings` says so.",
    }),
  paragraphs: boolean().optional().meta({
    description: "Whether to tell paragraphs, by pauses and speakers; `format=text` has an empty line between them.",
  }),
  chapters: boolean().optional().meta({
    description: "Whether to tell chapters, by the words that come again and by silence, each with typical words.",
  }),
  summary: boolean().optional().meta({
    description: "Whether a text model of the operator's sums the transcript up; refused where there is none.",
  }),
  topics: boolean().optional().meta({
    description: "Whether a text model of the operator's lists its topics; refused where there is none.",
  }),
  translate_to: targetLanguage.optional(),
};

interface Given {
  readonly task?: TranscriptionOptions["task"] | undefined;
  readonly profanity?: TranscriptionOptions["profanity"] | undefined;
  readonly redact?: readonly Kinds[] | undefined;
  readonly redact_audio?: boolean | undefined;
  readonly paragraphs?: boolean | undefined;
  readonly chapters?: boolean | undefined;
  readonly summary?: boolean | undefined;
  readonly topics?: boolean | undefined;
  readonly translate_to?: string | undefined;
}

/** The options of these fields. */
export const textOptionsOf = ({ profanity = "keep", redact = [], ...given }: Given) => ({
  profanity,
  redact: personalData.filter((kind) => redact.some((one) => one.includes(kind))),
  redactAudio: given.redact_audio === true,
  paragraphs: given.paragraphs === true,
  chapters: given.chapters === true,
  summary: given.summary === true,
  topics: given.topics === true,
  translateTo: given.translate_to ?? null,
});

/** The fault of `redact_audio`; null where it has none. */
export function faultOfRedaction({ redact = [], redact_audio: isMuted = false, task }: Given) {
  if (!isMuted) return null;
  const name = "redact_audio";
  if (redact.length === 0) return { name, fault: valueError("it has no effect without redact") } as const;
  if (task !== "translate") return null;
  const reason = "it cannot be sent beside task=translate, whose words were not said at their times";
  return { name, fault: valueError(reason) } as const;
}

/** The same fields in the identity of a call, undefined where they ask for nothing. */
export function textIdentityOf(given: Given) {
  const { profanity, redact, redactAudio, paragraphs, chapters, summary, topics } = textOptionsOf(given);
  return {
    profanity: profanity === "keep" ? undefined : profanity,
    redact: redact.length === 0 ? undefined : redact,
    redact_audio: redactAudio || undefined,
    paragraphs: paragraphs || undefined,
    chapters: chapters || undefined,
    summary: summary || undefined,
    topics: topics || undefined,
  };
}
