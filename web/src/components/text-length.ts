import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** The characters of a text: code points, as the API counts them. */
export const lengthOf = (text: string): number => [...text].length;

/** The excess of a text over what the API takes, in words; undefined where there is none. */
export function excessOf(text: string, maxCharacters: number): string | undefined {
  const excess = lengthOf(text) - maxCharacters;
  return excess > 0
    ? t("{count, plural, one {# character} other {# characters}} too many.", { count: excess })
    : undefined;
}

/** The length of a text beside what the API takes. */
export const lengthWords = (text: string, maxCharacters: number): string =>
  t("{length} of {maximum} characters", { length: formatNumber(lengthOf(text)), maximum: formatNumber(maxCharacters) });
