import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isCard, isSsn, isVerhoeff } from "./checks.ts";
import { type DigitRun, digitsOf } from "./digit-runs.ts";
import { type Cue, cueOf, isAfter, type Span, type Token } from "./tokens.ts";

/** A text with its runs of figures. */
export interface NumberText {
  readonly tokens: readonly Token[];
  readonly runs: readonly DigitRun[];
  /** The countries whose telephone numbers need no prefix. */
  readonly countries: readonly CountryCode[];
}

const cues = {
  card: cueOf(
    "card credit debit visa mastercard amex maestro rupay karte kreditkarte karten tarjeta carte carta cartão kaart कार्ड",
    12,
  ),
  phone: cueOf(
    "phone telephone mobile cell cellphone call reach whatsapp fax dial telefon handy mobil anrufen teléfono móvil celular " +
      "téléphone portable telefono cellulare telefone telemóvel telefoon मोबाइल फोन फ़ोन",
    6,
  ),
  ssn: cueOf("ssn social", 8),
  aadhaar: cueOf("aadhaar aadhar adhaar adhar uid uidai आधार", 8),
  cvv: cueOf("cvv cvc cvv2 cvc2 cid security verification", 6),
  expiry: cueOf("expiry expires expiration expiring valid exp", 5),
} as const satisfies Readonly<Record<string, Cue>>;

/** The longest number that is looked for, in digits: a payment card. */
const longest = 19;

const spanOf = (figures: DigitRun): Span => ({ from: figures[0]?.from ?? 0, to: figures.at(-1)?.to ?? 0 });

/** A check of the figures of a stretch of a run, whose digits together are so many. */
interface Check {
  readonly least: number;
  readonly most: number;
  readonly isFound: (digits: string, figures: DigitRun, run: DigitRun) => boolean;
}

/** The first stretches of each run, from left to right, that pass a check. */
function stretches(runs: readonly DigitRun[], check: Check): readonly Span[] {
  const found: Span[] = [];
  for (const run of runs) {
    for (let from = 0; from < run.length;) {
      const stretch = stretchFrom(run, from, check);
      if (stretch !== null) found.push(spanOf(stretch));
      from += stretch?.length ?? 1;
    }
  }
  return found;
}

function stretchFrom(run: DigitRun, from: number, { least, most, isFound }: Check): DigitRun | null {
  let digits = "";
  for (let to = from; to < run.length && digits.length < most; to += 1) {
    digits += run[to]?.digits ?? "";
    if (digits.length < least || digits.length > most) continue;
    const figures = run.slice(from, to + 1);
    if (isFound(digits, figures, run)) return figures;
  }
  return null;
}

const startOf = (run: DigitRun): number => run[0]?.from ?? 0;

/** Payment cards by prefix, length and Luhn's check; behind the word for one also a number that was misheard. */
export function findCards({ tokens, runs }: NumberText): readonly Span[] {
  const isMisheard = (run: DigitRun): boolean => {
    const { length } = digitsOf(run);
    return length >= 13 && length <= longest && isAfter(tokens, startOf(run), cues.card);
  };
  const checked = stretches(runs, { least: 13, most: longest, isFound: isCard });
  const found = (run: DigitRun): boolean => checked.some(({ from }) => from >= startOf(run) && from < spanOf(run).to);
  return [...checked, ...runs.filter((run) => isMisheard(run) && !found(run)).map(spanOf)];
}

/** Aadhaar numbers by Verhoeff's check: by themselves, in groups of four, or behind their name. */
export const findAadhaar = ({ tokens, runs }: NumberText): readonly Span[] =>
  stretches(runs, {
    ...{ least: 12, most: 12 },
    isFound: (digits, figures, run) => {
      if (!/^[2-9]/.test(digits) || !isVerhoeff(digits)) return false;
      const isGrouped = figures.length === 3 && figures.every((part) => part.digits.length === 4);
      return isGrouped || figures.length === run.length || isAfter(tokens, startOf(figures), cues.aadhaar);
    },
  });

/** Social security numbers of the United States: grouped as they are, or behind their name. */
export const findSsn = ({ tokens, runs }: NumberText): readonly Span[] =>
  stretches(runs, {
    ...{ least: 9, most: 9 },
    isFound: (digits, figures, run) => {
      if (figures.length !== run.length || !isSsn(digits)) return false;
      const groups = figures.map((part) => part.digits.length).join("-");
      return groups === "3-2-4" || isAfter(tokens, startOf(figures), cues.ssn);
    },
  });

/** The security code of a card, behind its name. */
export const findCvv = ({ tokens, runs }: NumberText): readonly Span[] =>
  runs.filter((run) => /^[0-9]{3,4}$/.test(digitsOf(run)) && isAfter(tokens, startOf(run), cues.cvv)).map(spanOf);

/** The date on which a card ends, in figures and behind the word for it. */
export const findExpiry = ({ tokens, runs }: NumberText): readonly Span[] =>
  runs
    .filter((run) => /^(?:0?[1-9]|1[0-2])(?:20)?[2-9][0-9]$/.test(digitsOf(run)))
    .filter((run) => isAfter(tokens, startOf(run), cues.expiry))
    .map(spanOf);

/** Numbers of three digits or more. */
export const findDigits = ({ runs }: NumberText): readonly Span[] =>
  runs.filter((run) => digitsOf(run).length >= 3).map(spanOf);

/** Countries in which a number within the country begins with 0. */
const withTrunkZero: ReadonlySet<CountryCode> = new Set(["GB", "AU", "NZ", "ZA", "DE", "AT", "CH", "FR", "BE", "NL"]);
const usualCountries: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ["US", "IN", "GB", "AU"],
  de: ["DE", "AT", "CH"],
  es: ["ES", "MX"],
  fr: ["FR", "BE", "CH"],
  it: ["IT", "CH"],
  nl: ["NL", "BE"],
  pt: ["BR", "PT"],
};
const indian: ReadonlySet<string> = new Set("as bn gu hi kn kok ml mr ne or pa sa sd ta te ur".split(" "));

/** The countries whose numbers a speaker of a language may say without a prefix. */
export const countriesOf = (language: string): readonly CountryCode[] =>
  indian.has(language) ? ["IN"] : (usualCountries[language] ?? []);

/** Digits. */
const leastPhone = 9;
const leastNamedPhone = 7;
const mostPhone = 15;

/** Telephone numbers that some country has given out (libphonenumber); behind a word for them any of their length. */
export const findPhones = (text: NumberText): readonly Span[] =>
  text.runs.flatMap((run) => {
    const whole = [run, isShort(run.at(-1)) ? run.slice(0, -1) : [], isShort(run[0]) ? run.slice(1) : []];
    const found = whole.find((figures) => figures.length > 0 && isPhone(figures, text));
    return found === undefined ? [] : [spanOf(found)];
  });

const isShort = (figures: DigitRun[number] | undefined): boolean => (figures?.digits.length ?? 0) <= 2;

function isPhone(figures: DigitRun, { tokens, countries }: NumberText): boolean {
  const digits = digitsOf(figures);
  if (digits.length < leastNamedPhone || digits.length > mostPhone || isDate(figures) || isCounting(figures))
    return false;
  if (figures[0]?.isInternational === true) return digits.length > leastNamedPhone;
  if (isAfter(tokens, startOf(figures), cues.phone)) return figures.every(({ isQuantity }) => !isQuantity);
  const isNumber = figures.every(
    ({ isQuantity, isApart, digits: part }) => !isQuantity && (!isApart || part.length >= 3),
  );
  if (!isNumber || digits.length < leastPhone) return false;
  return digits.startsWith("00")
    ? (parsePhoneNumberFromString(`+${digits.slice(2)}`)?.isValid() ?? false)
    : countries.some((country) => isNationalNumber(digits, country));
}

const isNationalNumber = (digits: string, country: CountryCode): boolean =>
  (!withTrunkZero.has(country) || digits.startsWith("0")) &&
  (parsePhoneNumberFromString(digits, country)?.isValid() ?? false);

/** Whether figures are a day, a month and a year. */
const isDate = (figures: DigitRun): boolean =>
  figures.length === 3 &&
  /^(?:[0-9]{1,2} [0-9]{1,2} [0-9]{4}|[0-9]{4} [0-9]{1,2} [0-9]{1,2})$/.test(
    figures.map(({ digits }) => digits).join(" "),
  );

/** Whether the figures count on from a small number: `123456789 10`. */
function isCounting(figures: DigitRun): boolean {
  const digits = digitsOf(figures);
  let next = Number(digits.slice(0, 1));
  let counted = "";
  for (; counted.length < digits.length; next += 1) counted += next;
  return counted === digits;
}
