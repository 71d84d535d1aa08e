import { z } from "zod";
import { valueError } from "#src/api/validation/fault.ts";
import { keyTerm } from "#src/api/validation/key-term.ts";
import { list } from "#src/api/validation/list.ts";
import { parseJson } from "#src/api/validation/parse-json.ts";
import { text } from "#src/api/validation/text.ts";
import {
  keyTermBounds,
  keyTermListBounds,
  type Replacement,
  replacementBounds,
  searchBounds,
} from "#src/domain/speech/own-words.ts";

/** A text of a list field may hold a list itself, or one object, as JSON. */
const listed = (raw: unknown): readonly unknown[] => {
  const parsed = typeof raw === "string" && /^\s*[[{]/u.test(raw) ? parseJson(raw) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return [typeof parsed === "object" && parsed !== null ? parsed : raw];
};

/** A list that is sent as repeated fields, or as JSON. */
const jsonList = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((raw) => (Array.isArray(raw) ? raw.flatMap(listed) : raw), list(item, { max }));

/** The key terms of a call. */
export const keyTerms = () => jsonList(keyTerm(), keyTermBounds.terms);

const side = (min: number) => text({ min, max: replacementBounds.length });
const replacement = z.object({ from: side(1), to: side(0) }).strict();

const hasLetter = (value: string): boolean => /[\p{L}\p{N}]/u.test(value);
const unspoken = valueError("it needs a letter or a digit");

/** The fields of a caller's own words. */
export const ownWordsFields = {
  key_terms: keyTerms()
    .optional()
    .meta({
      description:
        `Names and words that may be said, as they are to be written: at most ${keyTermBounds.terms} of at most ${keyTermBounds.length} ` +
        `characters and ${keyTermBounds.words} words. Doubtful words that sound like one become it. Repeat the field, or send a list as JSON.`,
      examples: [["Siobhan Kavanagh", "ClickHouse"]],
    }),
  key_term_list: text({ min: 1, max: keyTermListBounds.name })
    .optional()
    .meta({
      description: "The id or the name of a list of the account, whose terms are added to `key_terms`.",
      examples: ["Cardiology"],
    }),
  replace: jsonList(
    replacement.refine(({ from }) => hasLetter(from), { path: ["from"], params: unspoken, message: unspoken.msg }),
    replacementBounds.count,
  )
    .optional()
    .meta({
      description:
        "What is written in place of whole words or phrases, in any case, after all else: objects with `from` and `to`, each " +
        `as JSON, or all in one list; at most ${replacementBounds.count}. An empty \`to\` takes the words out.`,
      examples: [[{ from: "gonna", to: "going to" }]],
    }),
  search: jsonList(
    text({ min: 1, max: searchBounds.length }).refine(hasLetter, { params: unspoken, message: unspoken.msg }),
    searchBounds.count,
  )
    .optional()
    .meta({
      description: `Words or phrases to find in the transcript, at most ${searchBounds.count}: \`search\` of the answer has their times.`,
      examples: [["invoice", "cancel my account"]],
    }),
};

interface OwnWords {
  readonly key_terms?: readonly string[] | undefined;
  readonly replace?: readonly Replacement[] | undefined;
  readonly search?: readonly string[] | undefined;
}

/** The options that these fields ask for. */
export const ownWordsOf = ({ key_terms: terms = [], replace = [], search = [] }: OwnWords) => ({
  keyTerms: [...new Set(terms)],
  replacements: [...replace],
  search: [...new Set(search)],
});
