/** The forms of a noun behind one and behind many. */
export type NounForms = readonly [one: string, many: string];

/** A currency, and the hundredth part of it; null for one that has none in use. */
export interface CurrencyNames {
  readonly major: NounForms;
  readonly minor: NounForms | null;
}

export interface NumberStyle {
  /** Written with lakh and crore: `1,25,000`. */
  readonly indian?: boolean;
  /** The noun that follows, with which some languages agree. */
  readonly noun?: string;
}

export interface SpokenDate {
  readonly day: string;
  /** 1 to 12. */
  readonly month: number;
  /** Digits; null when there is none. */
  readonly year: string | null;
}

export interface SpokenTime {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | null;
}

/** The place of an abbreviation when it means this word. */
export type AbbreviationPlace =
  | "anywhere"
  | "before name"
  | "after name"
  | "after street"
  | "before number"
  | "before ordinal"
  | "in address"
  | "in small letters"
  | "after number";

export interface Abbreviation {
  readonly word: string;
  readonly place: AbbreviationPlace;
}

/** The names of signs in addresses, and between words and numbers. */
export interface SignNames {
  readonly point: string;
  readonly minus: string;
  readonly to: string;
  readonly number: string;
  readonly hashtag: string;
  readonly version: string;
  readonly over: string;
  /** Between the parts of a whole: `85/100`. */
  readonly outOf: string;
  /** Between the sides of a thing: `4 x 6`. */
  readonly by: string;
  /** Between an amount and what it is for: `$5/kg`. */
  readonly per: string;
  /** Between an amount and its hundredths: `and`. */
  readonly minorJoin: string;
  /** Between millions and the currency: `de`. */
  readonly of: string;
  /** The words after `²`, `³`, and before a further power. */
  readonly powers: readonly [squared: string, cubed: string, power: string];
  /** Other signs, each as it is read between words. */
  readonly signs: Readonly<Record<string, string>>;
  /** Signs of a URL or an e-mail address. */
  readonly address: Readonly<Record<string, string>>;
}

/** How a language reads what is not words. Digits are ASCII, without a sign and without leading zeros. */
export interface SpokenLanguage {
  readonly tag: string;
  readonly decimalSign: "." | ",";
  readonly names: SignNames;
  cardinal(digits: string, style?: NumberStyle): string;
  /** `ending` is what stood behind the digits; empty for a Roman numeral. */
  ordinal(digits: string, ending: string): string;
  readonly ordinalEndings: ReadonlySet<string>;
  /** Whether the digits behind the point are read one by one always, or only when there are many. */
  readonly decimalsOneByOne: boolean;
  /** The reading of four digits. */
  year(digits: string): string;
  /** A word before four digits that tells that they are a year; null where all numbers are read alike. */
  readonly yearWords: ReadonlySet<string> | null;
  date(date: SpokenDate): string;
  time(time: SpokenTime): string;
  fraction(numerator: string, denominator: string): string | null;
  /** The words after `2` in `2½`. */
  mixedFraction(whole: string, fraction: string): string;
  readonly currencies: Readonly<Record<string, CurrencyNames>>;
  /** Large numbers in words, and their signs in amounts of money. */
  readonly scales: Readonly<Record<string, NounForms>>;
  readonly abbreviations: Readonly<Record<string, readonly Abbreviation[]>>;
  /** Units that Unicode's tables lack, and names to prefer. */
  readonly units: Readonly<Record<string, NounForms>>;
  /** Words before a Roman numeral that is read as a number: `Chapter`. */
  readonly romanCounts: ReadonlySet<string>;
  /** Names before a Roman numeral that is read as an ordinal, and how. */
  readonly romanNames: ReadonlySet<string>;
  romanName(digits: string): string;
}
