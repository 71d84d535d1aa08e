/** A comma that is not within a number. */
const between = /(?<!\d),|,(?!\d)/u;

/**
 * The terms of a field, with line breaks or commas between them.
 * @param stored terms of a list, each of which may have commas and stays whole on its line
 */
export const termsOf = (typed: string, stored: readonly string[] = []): readonly string[] => [
  ...new Set(
    typed
      .split("\n")
      .flatMap((line) => (stored.includes(line) ? [line] : line.split(between)))
      .map((term) => term.trim())
      .filter((term) => term !== ""),
  ),
];

/** The address of the page of own words. */
export const ownWordsPath = "/account/own-words";
