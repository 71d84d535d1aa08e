import { t } from "#web/messages/translate.ts";

/** The terms of a field, with commas or line breaks between them. */
export const termsOf = (typed: string, between: RegExp = /[\n,]/): readonly string[] => [
  ...new Set(
    typed
      .split(between)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** How many terms a field has; empty where there are none. */
export const countOfTerms = ({ length: count }: readonly string[]): string =>
  count === 0 ? "" : t("{count, plural, one {# term} other {# terms}}.", { count });

/** The address of the page of own words. */
export const ownWordsPath = "/account/own-words";
