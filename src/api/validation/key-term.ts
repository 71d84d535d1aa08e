import { faultOfTerm, keyTermBounds, tidyTerm } from "#src/domain/speech/own-words.ts";
import { valueError } from "./fault.ts";
import { accept, field, refuse } from "./field.ts";
import { parseText, textKeywords } from "./text.ts";

/** Longer texts are cut in the answer before they are judged. */
const termTextMax = 1_000;

/** One key term. */
export const keyTerm = () =>
  field<string>(
    (raw) => {
      const parsed = parseText(raw, { max: termTextMax });
      if (!parsed.ok) return parsed;
      const fault = faultOfTerm(parsed.value);
      return fault === null ? accept(tidyTerm(parsed.value)) : refuse(valueError(fault));
    },
    textKeywords({ min: 1, max: keyTermBounds.length }),
  );
