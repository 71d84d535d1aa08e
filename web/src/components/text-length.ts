import { formatCount, formatNumber } from "#web/format.ts";

/** The characters of a text: code points, as the API counts them. */
export const lengthOf = (text: string): number => [...text].length;

/** By how much a text is longer than the API takes, in words; undefined where it is not. */
export function excessOf(text: string, maxCharacters: number): string | undefined {
  const excess = lengthOf(text) - maxCharacters;
  return excess > 0 ? `${formatCount(excess, "character")} too many.` : undefined;
}

/** How much of what the API takes a text fills. */
export const lengthWords = (text: string, maxCharacters: number): string =>
  `${formatNumber(lengthOf(text))} of ${formatNumber(maxCharacters)} characters`;
