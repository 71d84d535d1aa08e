import { primaryTag, regionalTag } from "#src/domain/speech/language-tag.ts";
import { accept, field, refuse } from "./field.ts";
import { literalFault } from "./literal.ts";
import { parseText, textKeywords } from "./text.ts";

/** `supported`: primary tags in lower case, in the order in which a refusal lists them. `max`: code points. */
export type LanguageRules = { readonly supported: readonly string[]; readonly max?: number };

const languageAs =
  (tagOf: (sent: string) => string | null) =>
  ({ supported, max = 10 }: LanguageRules) =>
    field(
      (raw) => {
        const text = parseText(raw, { max });
        if (!text.ok) return text;
        const [primary, tag] = [primaryTag(text.value), tagOf(text.value)];
        const isSupported = primary !== null && supported.includes(primary);
        return isSupported && tag !== null ? accept(tag) : refuse(literalFault(supported));
      },
      {
        anyOf: [
          { type: "string", enum: [...supported] },
          { ...textKeywords({ max }), pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$" },
        ],
        examples: ["en", "en-GB"],
      },
    );

/** A language, matched by its primary tag: `en-US`, `en_US`, `eng` and `English` give `en`, and `od-IN` gives `or`. */
export const language = languageAs(primaryTag);

/** The same with its region: `en_us` gives `en-US`, `English` `en`. */
export const regionalLanguage = languageAs(regionalTag);
