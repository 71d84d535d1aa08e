import type { z } from "zod";
import { inputTypes } from "#db/engine-schema.ts";
import { parseSsml } from "#src/domain/speech/ssml/parse-ssml.ts";
import { hasWords } from "#src/domain/speech/written-text.ts";
import { type Fault, valueError } from "#src/api/validation/fault.ts";
import { field, refuse } from "#src/api/validation/field.ts";
import { literal } from "#src/api/validation/literal.ts";
import { parseText, textKeywords } from "#src/api/validation/text.ts";

const noWords = valueError("text contains no letter or digit. Send words or numbers");

/** A text with something in it to speak. */
export const synthesisText = (max: number) =>
  field(
    (raw) => {
      const parsed = parseText(raw, { min: 1, max });
      return parsed.ok && parsed.value !== "" && !hasWords(parsed.value) ? refuse(noWords) : parsed;
    },
    {
      ...textKeywords({ min: 1, max }),
      description:
        "At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their " +
        'marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.',
    },
  );

export const inputType = literal(inputTypes).default("text").meta({
  description:
    "`text`, or `ssml`: `<speak>` with `<p>`, `<s>`, `<break>`, `<sub>`, `<say-as>`, `<prosody rate>` and `<phoneme>`, whose text is read. Other elements are refused.",
});

const faultOf = (text: string): Fault | null => {
  const parsed = parseSsml(text);
  if (!parsed.ok) return valueError(parsed.message);
  return parsed.parts.some((part) => hasWords(part.text)) ? null : noWords;
};

interface Input {
  readonly text: string;
  readonly input_type: (typeof inputTypes)[number];
}

/** Refuses markup that cannot be spoken. */
export function checkMarkup({ value, issues }: z.core.ParsePayload<Input>): void {
  const fault = value.input_type === "ssml" ? faultOf(value.text) : null;
  if (fault !== null)
    issues.push({ code: "custom", path: ["text"], message: fault.msg, params: fault, input: value.text });
}
