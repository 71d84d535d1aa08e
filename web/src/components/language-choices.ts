import { languageName } from "#web/format.ts";
import { pageLanguage } from "#web/messages/language.ts";

interface Language {
  readonly tag: string;
  readonly name: string;
}

/** The API names languages in English; what is not known by its tag keeps that name. */
function nameOf({ tag, name }: Language): string {
  const translated = pageLanguage === "en" ? tag : languageName(tag);
  return translated === tag ? name : translated;
}

/** Languages as the choices of a list, in the order of their names. */
export const languageChoices = (languages: readonly Language[]): readonly (readonly [tag: string, name: string])[] =>
  languages
    .map((language) => [language.tag, nameOf(language)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, pageLanguage));
