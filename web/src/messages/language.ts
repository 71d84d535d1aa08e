/**
 * The languages of the pages. A further one needs its file of messages, named by its tag, a line here, and one in
 * `translate.ts`.
 */
export const pageLanguages = ["en", "hi"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

const storageKey = "speech_language";

const knownLanguage = (tag: string | null | undefined): PageLanguage | undefined =>
  pageLanguages.find((one) => one === tag?.split("-")[0]?.toLowerCase());

/** The language that this browser keeps; null where it keeps none, or lets pages keep nothing. */
function keptLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** The language that this browser keeps, or the first of those that its reader prefers; English where there is neither, as outside a browser. */
function preferredLanguage(): PageLanguage {
  if (!("document" in globalThis)) return "en";
  const preferred = [keptLanguage(), ...navigator.languages].map(knownLanguage);
  return preferred.find((one) => one !== undefined) ?? "en";
}

/** The language of the pages until they are loaded again. */
export const pageLanguage: PageLanguage = preferredLanguage();

/** The same, as the formats of dates know it: days come before months. */
export const dateLocale: string = pageLanguage === "en" ? "en-GB" : pageLanguage;

/** Keeps the language for the next time that this browser loads a page. */
export const keepPageLanguage = (language: PageLanguage): void => localStorage.setItem(storageKey, language);

/** The name of a language in itself, as those look for it who read it. */
export const ownNameOf = (language: PageLanguage): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
