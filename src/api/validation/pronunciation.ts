import { z } from "zod";
import { boolean } from "./boolean.ts";
import { valueError } from "./fault.ts";
import { accept, field, refuse } from "./field.ts";
import { regionalLanguage } from "./language.ts";
import { parseText, text, textKeywords } from "./text.ts";
import {
  dictionaryBounds,
  type DictionaryEntry,
  entryBounds,
  faultOfIpa,
  faultOfWords,
  tidyWord,
} from "#src/domain/pronunciation/entries.ts";
import type { ChosenDictionaries } from "#src/domain/pronunciation/queries.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";

/** A text of an entry, with single spaces and without a fault. */
const checkedText = (max: number, faultOf: (text: string) => string | null) =>
  field<string>(
    (raw) => {
      const parsed = parseText(raw, { min: 1, max });
      if (!parsed.ok) return parsed;
      const tidy = tidyWord(parsed.value);
      const fault = faultOf(tidy);
      return fault === null ? accept(tidy) : refuse(valueError(fault));
    },
    textKeywords({ min: 1, max }),
  );

/** A word of an entry, as texts have it. */
export const entryWord = () => checkedText(entryBounds.word, faultOfWords);
export const entryRespelling = () => checkedText(entryBounds.respelling, faultOfWords);
export const entryIpa = () => checkedText(entryBounds.ipa, faultOfIpa);
export const entryLanguage = () => regionalLanguage({ supported: synthesisLanguages, max: 10 });

const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
const eitherOr = valueError("an entry needs one of respelling and ipa");

/** An entry, as a call sends it. */
export const givenEntry = z
  .object({
    word: entryWord(),
    respelling: entryRespelling().nullish(),
    ipa: entryIpa().nullish(),
    language: entryLanguage().nullish(),
    case_sensitive: boolean().default(false),
  })
  .refine(({ respelling, ipa }) => isGiven(respelling) !== isGiven(ipa), { params: eitherOr, message: eitherOr.msg })
  .meta({ id: "NewPronunciation", examples: [{ word: "Siobhan", respelling: "Shivawn" }] });

export const entryOf = (given: z.output<typeof givenEntry>): DictionaryEntry => ({
  word: given.word,
  ...(isGiven(given.respelling) && { respelling: given.respelling }),
  ...(isGiven(given.ipa) && { ipa: given.ipa }),
  language: given.language ?? null,
  isCaseSensitive: given.case_sensitive,
});

/** The fields by which a synthesis chooses dictionaries. */
export const pronunciationFields = {
  pronunciation: boolean()
    .optional()
    .meta({
      description:
        "`false`: words are spoken without the dictionaries that every synthesis of the account uses. One that " +
        "`pronunciation_dictionary` names is used in any case.",
    }),
  pronunciation_dictionary: text({ min: 1, max: dictionaryBounds.name })
    .optional()
    .meta({
      description: "The id or the name of a pronunciation dictionary of the account, which comes before the others.",
      examples: ["Names"],
    }),
};

/** The dictionaries that these fields choose. */
export const dictionariesOf = ({
  pronunciation = true,
  pronunciation_dictionary: which,
}: {
  readonly pronunciation?: boolean | undefined;
  readonly pronunciation_dictionary?: string | undefined;
}): ChosenDictionaries => ({ isUsual: pronunciation, named: which === undefined ? [] : [which] });
