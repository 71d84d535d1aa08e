import { z } from "zod";

/** Terms of a call, and code points and words of each. */
export const keyTermBounds = { terms: 200, length: 64, words: 6 } as const;
/** Lists that an account may keep, and code points of the name of one. */
export const keyTermListBounds = { lists: 50, name: 100 } as const;
/** Replacements of a call, and code points of each side. */
export const replacementBounds = { count: 200, length: 200 } as const;
/** Words or phrases that a call may search for, and code points of each. */
export const searchBounds = { count: 20, length: 200 } as const;

/** Words and what is written in their place; nothing where `to` is empty. */
export const replacement = z.object({ from: z.string(), to: z.string() });
export type Replacement = z.output<typeof replacement>;

/** A term with single spaces between its words. */
export const tidyTerm = (term: string): string => term.trim().replaceAll(/\s+/gu, " ");

/** The fault of a term as a sentence; null where it has none. */
export function faultOfTerm(term: string): string | null {
  const tidy = tidyTerm(term);
  const { length, words } = keyTermBounds;
  if (!/[\p{L}\p{N}]/u.test(tidy)) return "a term needs a letter or a digit";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(tidy)) return "a term has no line breaks or control characters";
  if ([...tidy].length > length) return `a term has at most ${length} characters`;
  return tidy.split(" ").length > words ? `a term has at most ${words} words` : null;
}
