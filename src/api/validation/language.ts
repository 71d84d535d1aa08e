import { primaryTag } from "#src/domain/speech/language-tag.ts";
import { accept, field, refuse } from "./field.ts";
import { literalFault } from "./literal.ts";
import { parseText, textKeywords } from "./text.ts";

/** `supported`: primary tags in lower case, in the order in which a refusal lists them. `max`: code points. */
export type LanguageRules = { readonly supported: readonly string[]; readonly max?: number };

/** A language, matched by its primary tag: `en-US`, `en_US`, `eng` and `English` give `en`, and `od-IN` gives `or`. */
export const language = ({ supported, max = 10 }: LanguageRules) =>
  field(
    (raw) => {
      const text = parseText(raw, { max });
      if (!text.ok) return text;
      const primary = primaryTag(text.value);
      return primary !== null && supported.includes(primary) ? accept(primary) : refuse(literalFault(supported));
    },
    {
      anyOf: [
        { type: "string", enum: [...supported] },
        { ...textKeywords({ max }), pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$" },
      ],
      examples: ["en", "en-GB"],
    },
  );
