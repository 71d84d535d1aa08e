import { accept, field, refuse } from "./field.ts";
import { literalFault } from "./literal.ts";
import { parseText, textKeywords } from "./text.ts";

/** A language subtag and whatever follows it (RFC 5646, section 2.1, without its registry). */
const tag = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/** `supported`: primary tags in lower case, in the order in which a refusal lists them. `max`: code points. */
export type LanguageRules = { readonly supported: readonly string[]; readonly max?: number };

/** A BCP 47 tag, matched by its primary tag in any case: `en-US` gives `en`. */
export const language = ({ supported, max = 10 }: LanguageRules) =>
  field(
    (raw) => {
      const text = parseText(raw, { max });
      if (!text.ok) return text;
      const primary = tag.exec(text.value)?.[1]?.toLowerCase();
      return primary !== undefined && supported.includes(primary) ? accept(primary) : refuse(literalFault(supported));
    },
    { ...textKeywords({ max }), examples: [...supported] },
  );
