interface Language {
  readonly tag: string;
  readonly name: string;
}

/** Languages as the choices of a list, in the order of their names. */
export const languageChoices = (languages: readonly Language[]): readonly (readonly [tag: string, name: string])[] =>
  languages
    .map(({ tag, name }) => [tag, name] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, "en"));
