/** The order of a date like 05/06/2024: the day comes first (`dmy`) or the month (`mdy`). */
export type DateOrder = "dmy" | "mdy";

/** The facts by which a text is read. */
export interface TextLocale {
  /** Primary tag. */
  readonly language: string;
  /** Day first when absent. */
  readonly dateOrder?: DateOrder | undefined;
}

/** The facts that decide how the dates of a text are read. */
interface DateReader {
  /** The tag of the language that the caller named; null where none was named. */
  readonly languageTag: string | null;
  /** The primary tag of the language that is spoken. */
  readonly language: string;
  /** The accent of the voice, as an adjective in English; null where it is not known. */
  readonly accent: string | null;
}

/**
 * Month first where the region of the language writes so (Unicode's CLDR: the United States and most of their territories, the
 * Philippines, Puerto Rico), or where no region is named and the voice speaks English with an American accent. Else day first.
 */
export function dateOrderOf({ languageTag, language, accent }: DateReader): DateOrder {
  const own = languageTag === null ? null : orderInRegion(languageTag);
  if (own !== null) return own;
  return language === "en" && accent === "American" ? "mdy" : "dmy";
}

/** The order of a tag's region; null where it has none that CLDR knows. */
function orderInRegion(tag: string): DateOrder | null {
  const { language, region } = localeOf(tag) ?? {};
  if (language === undefined || region === undefined) return null;
  const format = new Intl.DateTimeFormat(`${language}-${region}`, { dateStyle: "short" });
  if (!format.resolvedOptions().locale.endsWith(region)) return null;
  // Canada and South Africa begin with the year; where it comes last they put the day first.
  return format.formatToParts(0)[0]?.type === "month" ? "mdy" : "dmy";
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
