import { iso6393To1 } from "iso-639-3";
import { languageNames } from "./languages.ts";

/** A language subtag and whatever follows it (RFC 5646, section 2.1, without its registry), also with `_` as in POSIX locales. */
const tagPattern = /^(?<code>[a-z]{2,3})(?<rest>(?:[-_][a-z0-9]{1,8})*)$/i;

/** Tags that other services use for a language, and the registered one. */
const aliases: ReadonlyMap<string, string> = new Map([["od", "or"]]);

/** English names beside those of CLDR and `languageNames`; most are of Whisper's table of languages. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ bokmal: "nb", castilian: "es", farsi: "fa", flemish: "nl", haitian: "ht", kirghiz: "ky", letzeburgesch: "lb" },
  ...{ mandarin: "zh", moldavian: "ro", moldovan: "ro", myanmar: "my", nynorsk: "nn", oriya: "or", panjabi: "pa" },
  ...{ pushto: "ps", sinhalese: "si", slovene: "sl", tagalog: "tl", uighur: "ug", valencian: "ca" },
};

/** A name without case, accents and punctuation. */
const folded = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[\s_-]+/g, " ")
    .replaceAll(/[^\p{L} ]/gu, "")
    .trim()
    .toLowerCase();

const cldrNames = new Intl.DisplayNames(["en"], { type: "language" });

const tagsByName: ReadonlyMap<string, string> = new Map([
  ...Object.values(iso6393To1).map((tag) => [folded(cldrNames.of(tag) ?? tag), tag] as const),
  ...Object.entries(languageNames).map(([tag, name]) => [folded(name), tag] as const),
  ...Object.entries(otherNames),
]);

/**
 * The BCP 47 tag of what a caller calls a language: a tag, also with `_`, which keeps its case; a code of three letters that has a
 * shorter one, by itself (ISO 639-3, ISO 639-2/B) or by its macrolanguage, so that `ger-AT` gives `de-AT` and `cmn` `zh`; or its
 * English name in any case. Null when it is none of these.
 */
export function languageTag(sent: string): string | null {
  const { code, rest = "" } = tagPattern.exec(sent)?.groups ?? {};
  if (code === undefined) return tagsByName.get(folded(sent)) ?? null;
  return `${code.length === 3 ? shortCode(code) : code}${rest.replaceAll("_", "-")}`;
}

/** The code that Unicode's CLDR, which Node has, gives a language: that of its macrolanguage for `cmn`, for example. */
function shortCode(code: string): string {
  const { language } = new Intl.Locale(code);
  // Models know Filipino by the code of Tagalog.
  return iso6393To1[code.toLowerCase()] ?? (language === "fil" ? "tl" : language);
}

/**
 * The primary tag, in lower case, of what a caller calls a language: `en-US`, `en_US`, `eng` and `English` give `en`, and `od-IN`,
 * as some services call Odia, `or`. Null when it is no language's tag or name.
 */
export function primaryTag(sent: string): string | null {
  const [primary = ""] = languageTag(sent)?.toLowerCase().split("-", 1) ?? [];
  return primary === "" ? null : (aliases.get(primary) ?? primary);
}

/**
 * The tag of what a caller calls a language with all its subtags, each in its usual case: `en_us` gives `en-US`, `eng` `en`, and
 * `EN-US-X-US` `en-US-x-us`. Null when it is no language's tag or name.
 */
export function regionalTag(sent: string): string | null {
  const primary = primaryTag(sent);
  const [, ...subtags] = languageTag(sent)?.split("-") ?? [];
  return primary === null ? null : [primary, ...subtags.map(inUsualCase)].join("-");
}

/** RFC 5646, section 2.1.1: `US`, `Latn`, other subtags and all that come after one of a single letter in small letters. */
function inUsualCase(subtag: string, index: number, all: readonly string[]): string {
  const small = subtag.toLowerCase();
  if (all.slice(0, index).some(({ length }) => length === 1)) return small;
  if (small.length === 2) return small.toUpperCase();
  return small.length === 4 ? `${small.charAt(0).toUpperCase()}${small.slice(1)}` : small;
}
