import { toCardinal as toIndianCardinal } from "n2words/en-IN";
import type { SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { cardinal, englishCurrencies, ordinal, plain, twoDigits } from "./english-numbers.ts";
import { englishAbbreviations, englishRomanCounts, regnalNames } from "./english-words.ts";

function year(digits: string): string {
  const [century, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (digits.startsWith("200") || digits.startsWith("0") || digits.startsWith("100")) return cardinal(digits);
  if (rest === "00") return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${twoDigits(rest)}`;
}

function time({ hour, minute, half }: SpokenTime): string {
  const hours = cardinal(String(hour));
  const minutes = twoDigits(String(minute));
  if (half !== null) return `${minute === 0 ? hours : `${hours} ${minutes}`} ${half === "am" ? "a.m." : "p.m."}`;
  if (minute > 0) return `${hours} ${minutes}`;
  return hour > 0 && hour <= 12 ? `${hours} o'clock` : `${hours} hundred hours`;
}

function fraction(numerator: string, denominator: string): string | null {
  const one = numerator === "1";
  const many = cardinal(numerator);
  if (denominator === "2") return one ? "one half" : `${many} halves`;
  if (denominator === "4") return one ? "one quarter" : `${many} quarters`;
  return Number(denominator) > 2 ? `${many} ${ordinal(denominator)}${one ? "" : "s"}` : null;
}

const months = monthNames("en");

export const english: SpokenLanguage = {
  tag: "en",
  decimalSign: ".",
  cardinal: (digits, style) => (style?.indian ? plain(toIndianCardinal(digits)) : cardinal(digits)),
  ordinal,
  ordinalEndings: new Set(["st", "nd", "rd", "th"]),
  decimalsOneByOne: true,
  year,
  yearWords: new Set(
    "year years in since by from until till to before after during around circa of year late early mid between and through spring summer autumn fall winter".split(
      " ",
    ),
  ),
  date: ({ day, month, year: digits }) => {
    const date = `${months[month - 1] ?? ""} ${ordinal(day)}`;
    return digits === null ? date : `${date}, ${year(digits)}`;
  },
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} and ${rest.replace(/^one (?=half|quarter)/, "a ")}`,
  names: {
    point: "point",
    minus: "minus",
    to: "to",
    number: "number",
    hashtag: "hashtag",
    version: "version",
    over: "over",
    outOf: "out of",
    by: "by",
    per: "per",
    minorJoin: "and",
    of: "",
    powers: ["squared", "cubed", "to the power of"],
    signs: {
      "&": "and",
      "+": "plus",
      "=": "equals",
      "<": "less than",
      ">": "greater than",
      "≤": "less than or equal to",
      "≥": "greater than or equal to",
      "≈": "approximately",
      "≠": "is not equal to",
      "±": "plus or minus",
      "×": "times",
      "÷": "divided by",
      "%": "percent",
      "°": "degrees",
      "@": "at",
      "#": "number",
      "§": "section",
      "~": "about",
      "^": "to the power of",
      "√": "the square root of",
      "∞": "infinity",
      "→": "to",
      $: "dollars",
      "€": "euros",
      "£": "pounds",
      "¥": "yen",
      "₹": "rupees",
      "¢": "cents",
    },
    address: {
      "@": "at",
      ".": "dot",
      "/": "slash",
      "-": "dash",
      _: "underscore",
      ":": "colon",
      "?": "question mark",
      "=": "equals",
      "&": "and",
      "#": "hash",
      "%": "percent",
      "+": "plus",
      "~": "tilde",
    },
  },
  currencies: englishCurrencies,
  scales: {
    k: ["thousand", "thousand"],
    m: ["million", "million"],
    mn: ["million", "million"],
    bn: ["billion", "billion"],
    b: ["billion", "billion"],
    t: ["trillion", "trillion"],
    l: ["lakh", "lakh"],
    lpa: ["lakh", "lakh"],
    tn: ["trillion", "trillion"],
    cr: ["crore", "crore"],
    hundred: ["hundred", "hundred"],
    thousand: ["thousand", "thousand"],
    lakh: ["lakh", "lakh"],
    lakhs: ["lakh", "lakh"],
    million: ["million", "million"],
    crore: ["crore", "crore"],
    crores: ["crore", "crore"],
    billion: ["billion", "billion"],
    trillion: ["trillion", "trillion"],
  },
  abbreviations: englishAbbreviations,
  units: {
    mg: ["milligram", "milligrams"],
    mcg: ["microgram", "micrograms"],
    µg: ["microgram", "micrograms"],
    µm: ["micrometer", "micrometers"],
    µL: ["microliter", "microliters"],
    µs: ["microsecond", "microseconds"],
    nm: ["nanometer", "nanometers"],
    dL: ["deciliter", "deciliters"],
    dl: ["deciliter", "deciliters"],
    cl: ["centiliter", "centiliters"],
    mol: ["mole", "moles"],
    mo: ["month", "months"],
    yr: ["year", "years"],
    wk: ["week", "weeks"],
    mmol: ["millimole", "millimoles"],
    mmHg: ["millimeter of mercury", "millimeters of mercury"],
    kPa: ["kilopascal", "kilopascals"],
    hPa: ["hectopascal", "hectopascals"],
    psi: ["P.S.I.", "P.S.I."],
    rpm: ["R.P.M.", "R.P.M."],
    bpm: ["beat per minute", "beats per minute"],
    fps: ["frame per second", "frames per second"],
    ppm: ["part per million", "parts per million"],
    kcal: ["kilocalorie", "kilocalories"],
    cal: ["calorie", "calories"],
    kJ: ["kilojoule", "kilojoules"],
    hp: ["horsepower", "horsepower"],
    tsp: ["teaspoon", "teaspoons"],
    tbsp: ["tablespoon", "tablespoons"],
    MP: ["megapixel", "megapixels"],
    mA: ["milliamp", "milliamps"],
    ohm: ["ohm", "ohms"],
    kohm: ["kilohm", "kilohms"],
    Mb: ["megabit", "megabits"],
    Gb: ["gigabit", "gigabits"],
    rad: ["radian", "radians"],
    "in²": ["square inch", "square inches"],
    "ft³": ["cubic foot", "cubic feet"],
    "cm³": ["cubic centimeter", "cubic centimeters"],
    "mm²": ["square millimeter", "square millimeters"],
    "mm³": ["cubic millimeter", "cubic millimeters"],
    "km³": ["cubic kilometer", "cubic kilometers"],
    "ft²": ["square foot", "square feet"],
    "cm²": ["square centimeter", "square centimeters"],
    "mi²": ["square mile", "square miles"],
    "km²": ["square kilometer", "square kilometers"],
    "m²": ["square meter", "square meters"],
    "m³": ["cubic meter", "cubic meters"],
    "m/s": ["meter per second", "meters per second"],
    W: ["watt", "watts"],
    kW: ["kilowatt", "kilowatts"],
    MW: ["megawatt", "megawatts"],
    kWh: ["kilowatt hour", "kilowatt hours"],
    mAh: ["milliamp hour", "milliamp hour"],
    V: ["volt", "volts"],
    Hz: ["hertz", "hertz"],
    kHz: ["kilohertz", "kilohertz"],
    MHz: ["megahertz", "megahertz"],
    GHz: ["gigahertz", "gigahertz"],
    dB: ["decibel", "decibels"],
    Mbps: ["megabit per second", "megabits per second"],
    Gbps: ["gigabit per second", "gigabits per second"],
    kbps: ["kilobit per second", "kilobits per second"],
    px: ["pixel", "pixels"],
  },
  romanCounts: englishRomanCounts,
  romanNames: regnalNames,
  romanName: (digits) => `the ${ordinal(digits)}`,
};
