import type { Abbreviation, AbbreviationPlace } from "#workers/speech/text/language.ts";

/**
 * A table of abbreviations from lists of `short long words|short long words`. The short form ends at the first blank and
 * is in lower case.
 */
export function abbreviationsOf(
  lists: Readonly<Partial<Record<AbbreviationPlace, string>>>,
): Readonly<Record<string, readonly Abbreviation[]>> {
  const found: Record<string, readonly Abbreviation[]> = {};
  for (const place of ["after name", "after number", "before number", "before name", "anywhere"] as const) {
    for (const row of (lists[place] ?? "").split("|").filter(Boolean)) {
      const [short = "", ...words] = row.split(" ");
      found[short] = [...(found[short] ?? []), { word: words.join(" "), place }];
    }
  }
  return found;
}
