/** The terms of a field with one on each line. */
export const termsOf = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** The address of the page of own words. */
export const ownWordsPath = "/account/own-words";
