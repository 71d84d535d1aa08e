import type { TextLocale } from "./date-order.ts";
import { languageOf, readText } from "./read-text.ts";
import { normalizeForSpeech } from "./normalize-for-speech.ts";
import type { SpokenLanguage } from "./language.ts";
import { digitByDigit, parseAmount, sayNumber, signed } from "./numbers.ts";

/** The way in which a part of a text is to be read. */
export interface SayAs {
  readonly kind: "cardinal" | "ordinal" | "characters" | "digits" | "date" | "time" | "telephone" | "currency" | "unit";
  /** The order of the parts of a date; null where it was not given. */
  readonly dateOrder: "mdy" | "dmy" | "ymd" | null;
}

/** Each with a comma, so that there is a moment between two. */
function characters(text: string, language: SpokenLanguage | null, tag: string): string {
  const said = [...text]
    .filter((sign) => /\S/u.test(sign))
    .map((sign) => {
      if (language === null) return sign;
      if (/^\d$/.test(sign)) return language.cardinal(sign);
      return language.names.address[sign] ?? readText(sign, tag, "dmy").trim();
    });
  return said.filter(Boolean).join(", ");
}

function digits(text: string, language: SpokenLanguage): string {
  const groups = text.match(/\d+/g) ?? [];
  const plus = text.trimStart().startsWith("+") ? `${language.names.signs["+"] ?? ""} ` : "";
  return `${plus}${groups.map((group) => digitByDigit(group, language)).join(", ")}`;
}

function cardinal(text: string, language: SpokenLanguage): string | null {
  const amount = parseAmount(text, language);
  return amount?.suffix === "" ? signed(sayNumber(amount.number, language), amount.negative, language) : null;
}

function ordinal(text: string, language: SpokenLanguage): string | null {
  const amount = parseAmount(text, language);
  if (amount === null || amount.number.fraction !== null || amount.number.whole.length > 12) return null;
  return language.ordinal(amount.number.whole, amount.suffix);
}

const orders = { mdy: [1, 0, 2], dmy: [0, 1, 2], ymd: [2, 1, 0] } as const;

function date(text: string, language: SpokenLanguage, order: SayAs["dateOrder"]): string | null {
  const numbers = text.split(/[-/. ]/).filter(Boolean);
  if (order === null || numbers.length !== 3 || !numbers.every((number) => /^\d{1,4}$/.test(number))) return null;
  const [day, month, year] = orders[order].map((at) => Number(numbers[at]));
  if (day === undefined || month === undefined || year === undefined) return null;
  if (day < 1 || day > 31 || month < 1 || month > 12) return null;
  return language.date({ day: String(day), month, year: String(year).padStart(4, "20") });
}

/** The text in words as `as` asks for; as an ordinary text where that does not fit it, or where the language has no tables. */
export function sayAs(text: string, as: SayAs, { language: tag, dateOrder }: TextLocale): string {
  const language = languageOf(tag);
  const usual = (): string => normalizeForSpeech(text, tag, dateOrder);
  if (as.kind === "characters") return characters(text, language, tag);
  if (language === null) return usual();
  const trimmed = text.trim();
  switch (as.kind) {
    case "cardinal":
      return cardinal(trimmed, language) ?? usual();
    case "ordinal":
      return ordinal(trimmed, language) ?? usual();
    case "digits":
    case "telephone":
      return /\d/.test(text) ? digits(text, language) : usual();
    case "date":
      return date(trimmed, language, as.dateOrder) ?? usual();
    case "time":
    case "currency":
    case "unit":
      return usual();
  }
}
