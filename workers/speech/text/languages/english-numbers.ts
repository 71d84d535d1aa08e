import { toCardinal, toOrdinal } from "n2words/en-US";

/** Zero to nineteen. */
export const smallNumbers = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
/** The tens by their digit; the first two have no name of their own. */
export const tens = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
export const scales: ReadonlyMap<string, number> = new Map([
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
]);

/** English number words without hyphens: `twenty one`. */
export const plain = (words: string): string => words.replaceAll("-", " ");

export const cardinal = (digits: string): string => plain(toCardinal(digits));
export const ordinal = (digits: string): string => (/^0*$/.test(digits) ? "zeroth" : plain(toOrdinal(digits)));

/** A number below a hundred behind another one, as in a time or a year: `oh five`, `twenty`. */
export const twoDigits = (digits: string): string =>
  Number(digits) < 10 ? `oh ${cardinal(String(Number(digits)))}` : cardinal(digits);

/** Digits one by one. @param zero "zero" or "oh" */
export const digitByDigit = (digits: string, zero: "zero" | "oh"): string =>
  [...digits].map((digit) => (digit === "0" ? zero : (smallNumbers[Number(digit)] ?? ""))).join(" ");

export const englishCurrencies = {
  USD: { major: ["dollar", "dollars"], minor: ["cent", "cents"] },
  EUR: { major: ["euro", "euros"], minor: ["cent", "cents"] },
  GBP: { major: ["pound", "pounds"], minor: ["penny", "pence"] },
  INR: { major: ["rupee", "rupees"], minor: ["paisa", "paise"] },
  JPY: { major: ["yen", "yen"], minor: null },
  BRL: { major: ["real", "reais"], minor: ["centavo", "centavos"] },
} as const;
