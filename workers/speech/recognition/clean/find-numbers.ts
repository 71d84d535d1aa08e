import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isSsn, isVerhoeff } from "./checks.ts";
import { type DigitRun, digitsOf } from "./digit-runs.ts";
import { piecesOf, type Place, spanOf, startOf, stretches, wholesIn } from "./stretches.ts";
import { type Cue, cueOf, isAfter, type Span, type Token } from "./tokens.ts";

/** A text with its runs of figures. */
export interface NumberText {
  readonly tokens: readonly Token[];
  readonly runs: readonly DigitRun[];
  /** The countries whose telephone numbers need no prefix. */
  readonly countries: readonly CountryCode[];
}

/** A text with the figures behind payment cards. */
export interface CardText extends NumberText {
  readonly behindCards: readonly DigitRun[];
}

const cues = {
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

/** Whether a stretch begins and ends where its run does, or at a comma or a full stop. */
const isWhole = (figures: DigitRun, { before, after }: Place): boolean =>
  (before === undefined || figures[0]?.isApart === true) && (after === undefined || after.isApart);

/** Aadhaar numbers by Verhoeff's check: by themselves, in groups of four, or behind their name. */
export const findAadhaar = ({ tokens, runs }: NumberText): readonly Span[] =>
  stretches(runs, {
    ...{ least: 12, most: 12 },
    isFound: (digits, figures, place) => {
      if (!/^[2-9]/.test(digits) || !isVerhoeff(digits)) return false;
      const isGrouped = figures.length === 3 && figures.every((part) => part.digits.length === 4);
      return isGrouped || isWhole(figures, place) || isAfter(tokens, startOf(figures), cues.aadhaar);
    },
  });

/** Social security numbers of the United States: grouped as they are, or behind their name. */
export const findSsn = ({ tokens, runs }: NumberText): readonly Span[] =>
  runs.flatMap((run) =>
    stretches([run], {
      ...{ least: 9, most: 9 },
      isFound: (digits, figures, place) => {
        if (!isWhole(figures, place) || !isSsn(digits)) return false;
        const groups = figures.map((part) => part.digits.length).join("-");
        return groups === "3-2-4" || isNamed(tokens, [figures, run], cues.ssn);
      },
    }),
  );

/** Whether a word for it stands before figures, or before the run that they are in. */
const isNamed = (tokens: readonly Token[], places: readonly DigitRun[], cue: Cue): boolean =>
  places.some((figures) => isAfter(tokens, startOf(figures), cue));

/** The first of the wholes in each run that begins behind a word for it and has this form, and what repeats it. */
const firstNamed = ({ tokens, runs }: NumberText, cue: Cue, form: RegExp): readonly Span[] =>
  runs.flatMap((run) => {
    const find = (figures: DigitRun) =>
      form.test(digitsOf(figures)) && isAfter(tokens, startOf(figures), cue) ? figures : null;
    const [first = [], ...others] = wholesIn(run, { most: 6, find, findAlone: find });
    const same = others.filter((figures) => digitsOf(figures) === digitsOf(first));
    return first.length === 0 ? [] : [first, ...same].map(spanOf);
  });

const securityCode = /^[0-9]{3,4}$/;

/** The security code of a card, behind its name or behind the card itself. */
export const findCvv = (text: CardText): readonly Span[] => [
  ...firstNamed(text, cues.cvv, securityCode),
  ...text.behindCards.flatMap((run) => {
    const [code = []] = piecesOf(run.slice(expiryLength(run)));
    return securityCode.test(digitsOf(code)) && !code.some(({ isQuantity }) => isQuantity) ? [spanOf(code)] : [];
  }),
];

/** The date on which a card ends, in figures and behind the word for it or behind the card. */
export const findExpiry = (text: CardText): readonly Span[] => [
  ...firstNamed(text, cues.expiry, /^(?:0?[1-9]|1[0-2])(?:20)?[2-9][0-9]$/),
  ...text.behindCards.flatMap((run) => {
    const length = expiryLength(run);
    return length === 0 ? [] : [spanOf(run.slice(0, length))];
  }),
];

/** The number of figures at the begin of a run that are a month and a year: `12/27`, `12 2027`. */
function expiryLength(run: DigitRun): number {
  const lengths = [6, 5, 4, 3, 2, 1].filter((length) => length <= run.length);
  return lengths.find((length) => /^(?:0[1-9]|1[0-2])(?:20)?[2-9][0-9]$/.test(digitsOf(run.slice(0, length)))) ?? 0;
}

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
  text.runs.flatMap((run) =>
    wholesIn(run, {
      most: mostPhone,
      find: (figures) =>
        [figures, withoutShort(figures, -1), withoutShort(figures, 0)].find((some) => isPhone(some, run, text)) ?? null,
      findAlone: (piece) => (isLikelyPhone(piece) && isGivenOut(piece, text) ? piece : null),
    }).map(spanOf),
  );

/** Figures without those at an end that are too few for a group; none where there is nothing to leave out. */
function withoutShort(figures: DigitRun, end: 0 | -1): DigitRun {
  const [short, beside] = end === 0 ? [figures[0], figures[1]] : [figures.at(-1), figures.at(-2)];
  const isShort = (short?.digits.length ?? 0) <= 2 && !(short?.digits.length === 1 && beside?.digits.length === 1);
  if (!isShort) return [];
  return end === 0 ? figures.slice(1) : figures.slice(0, -1);
}

function isLikelyPhone(figures: DigitRun): boolean {
  const { length } = digitsOf(figures);
  return length >= leastNamedPhone && length <= mostPhone && !isDate(figures) && !isCounting(figures);
}

function isPhone(figures: DigitRun, run: DigitRun, text: NumberText): boolean {
  if (!isLikelyPhone(figures)) return false;
  if (figures[0]?.isInternational === true) return digitsOf(figures).length > leastNamedPhone;
  if (isNamed(text.tokens, [figures, run], cues.phone)) return figures.every(({ isQuantity }) => !isQuantity);
  return isGivenOut(figures, text);
}

/** Whether some country has given out a number, whose groups are no list of small numbers. */
function isGivenOut(figures: DigitRun, { countries }: NumberText): boolean {
  const digits = digitsOf(figures);
  if (figures.some(({ isQuantity }) => isQuantity)) return false;
  if (figures[0]?.isInternational === true) return isInternationalNumber(digits);
  const [, ...others] = piecesOf(figures);
  if (digits.length < leastPhone || others.some((piece) => digitsOf(piece).length < 3)) return false;
  return digits.startsWith("00")
    ? isInternationalNumber(digits.slice(2))
    : countries.some((country) => isNationalNumber(digits, country));
}

const isInternationalNumber = (digits: string): boolean => parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false;

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
