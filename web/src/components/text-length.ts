import { formatCount, formatNumber } from "#web/format.ts";

/** The characters of a text: code points, as the API counts them. */
export const lengthOf = (text: string): number => [...text].length;

/** The excess of a text over what the API takes, in words; undefined where there is none. */
export function excessOf(text: string, maxCharacters: number): string | undefined {
  const excess = lengthOf(text) - maxCharacters;
  return excess > 0 ? `${formatCount(excess, "character")} too many.` : undefined;
}

/** The length of a text beside what the API takes. */
export const lengthWords = (text: string, maxCharacters: number): string =>
  `${formatNumber(lengthOf(text))} of ${formatNumber(maxCharacters)} characters`;
