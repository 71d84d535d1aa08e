/** AssemblyAI's name of the default language. */
export const usualLanguage = "en_us";

/** A tag for a code of AssemblyAI's, such as `en_uk`, whose region is none of ISO 3166. */
export const tagOf = (code: string): string => (code.toLowerCase() === "en_uk" ? "en-GB" : code.replaceAll("_", "-"));
