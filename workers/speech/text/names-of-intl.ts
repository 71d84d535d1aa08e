import type { NounForms } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** One format of a kind for each language; making one takes longer than using it many times. */
function formatOf(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${options.unit ?? ""} ${options.currency ?? ""}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format;
}

const nameIn = (format: Intl.NumberFormat, value: number, type: "unit" | "currency"): string =>
  format
    .formatToParts(value)
    .filter((part) => part.type === type)
    .map((part) => part.value)
    .join(" ")
    .trim();

const formsOf = (format: Intl.NumberFormat, type: "unit" | "currency"): NounForms => [
  nameIn(format, 1, type),
  nameIn(format, 3, type),
];

/** A unit as Unicode's tables name it, `kilometer-per-hour` for example. */
export const unitNames = (tag: string, unit: string): NounForms =>
  formsOf(formatOf(tag, { style: "unit", unit, unitDisplay: "long", useGrouping: false }), "unit");

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** A currency by its ISO code; null for one that is none. */
export const currencyNames = (tag: string, code: string): NounForms | null =>
  currencies.has(code)
    ? formsOf(formatOf(tag, { style: "currency", currency: code, currencyDisplay: "name" }), "currency")
    : null;

/** Whether Unicode's tables know the language. */
export const isNamed = (tag: string): boolean => Intl.NumberFormat.supportedLocalesOf(tag).length > 0;

const months = (tag: string, month: "long" | "short"): readonly string[] => {
  const format = new Intl.DateTimeFormat(tag, { month, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_value, index) => format.format(Date.UTC(2024, index, 5)));
};

/** The names of the months from January on. */
export const monthNames = (tag: string): readonly string[] => months(tag, "long");

/** The numbers of months by their names and abbreviations, in lower case and without dots. */
export const monthNumbers = (tag: string): ReadonlyMap<string, number> =>
  new Map(
    (["short", "long"] as const).flatMap((length) =>
      months(tag, length).map((name, index) => [name.toLowerCase().replace(".", ""), index + 1] as const),
    ),
  );

const weekdays = (tag: string, weekday: "long" | "short"): readonly string[] => {
  const format = new Intl.DateTimeFormat(tag, { weekday, timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_value, index) => format.format(Date.UTC(2024, 0, index + 1)));
};

/** English has more than Unicode's tables. */
const otherAbbreviations = new Map([
  ["tues", "Tuesday"],
  ["thur", "Thursday"],
  ["thurs", "Thursday"],
  ["sept", "September"],
]);

const found = new Map<string, ReadonlyMap<string, string>>();

/** The names of weekdays and months by themselves and by their abbreviations, in lower case and without dots. */
export function namesByAbbreviation(tag: string): ReadonlyMap<string, string> {
  const known = found.get(tag);
  if (known !== undefined) return known;
  const rows = [months, weekdays].flatMap((names) => {
    const long = names(tag, "long");
    return (["long", "short"] as const).flatMap((length) =>
      names(tag, length).map((name, index) => [name.toLowerCase().replaceAll(".", ""), long[index] ?? name] as const),
    );
  });
  const names = new Map([...rows, ...(tag === "en" ? otherAbbreviations : [])]);
  found.set(tag, names);
  return names;
}
