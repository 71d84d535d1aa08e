import { toCardinal, toOrdinal } from "n2words/de-DE";
import type { NumberStyle, SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";
import { regnalNames } from "./english-words.ts";
import { signNamesOf } from "./romance-signs.ts";

/** Nouns with `eine`: by their end, and some by name. */
const feminine = /(?:e|ung|heit|keit|schaft|ion|tät|ei|Person|Million|Frau|Nacht|Stadt|Zahl|Uhrzeit)$/u;

function cardinal(digits: string, { noun = "" }: NumberStyle = {}): string {
  const words = toCardinal(digits);
  if (noun === "" || !words.endsWith("eins")) return words;
  return digits === "1" && feminine.test(noun) ? "eine" : words.slice(0, -1);
}

/** `zweite`, with the ending that was written: `2ten`. */
function ordinal(digits: string, ending: string): string {
  if (/^0*$/.test(digits)) return "nullte";
  const end = /(n|r|s)$/.exec(ending)?.[1] ?? "";
  return `${toOrdinal(digits)}${end}`;
}

/** From 1100 to 1999 in hundreds. */
function year(digits: string): string {
  if (!/^1[1-9]/.test(digits)) return cardinal(digits);
  const rest = digits.slice(2);
  return `${cardinal(digits.slice(0, 2))}hundert${rest === "00" ? "" : cardinal(String(Number(rest)))}`;
}

function time({ hour, minute }: SpokenTime): string {
  const hours = `${cardinal(String(hour), { noun: "Uhr" })} Uhr`;
  return minute === 0 ? hours : `${hours} ${cardinal(String(minute))}`;
}

function fraction(numerator: string, denominator: string): string | null {
  const value = Number(denominator);
  if (value < 2) return null;
  const above = cardinal(numerator, { noun: "Teil" });
  if (value === 2) return `${above} ${numerator === "1" ? "halb" : "halbe"}`;
  const part = toOrdinal(denominator).replace(/te$/, "tel");
  return `${above} ${part.charAt(0).toUpperCase()}${part.slice(1)}`;
}

const months = monthNames("de");

export const german: SpokenLanguage = {
  tag: "de",
  decimalSign: ",",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["te", "ten", "ter", "tes", "ste", "sten", "ster", "stes"]),
  decimalsOneByOne: true,
  year,
  yearWords: new Set(
    "im jahr jahre jahres in seit von bis ab um anno nach vor und sommer winter herbst frühling".split(" "),
  ),
  date: ({ day, month, year: digits }) =>
    [`${ordinal(day, "")}r`, months[month - 1], ...(digits === null ? [] : [year(digits)])].join(" "),
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} ${rest.replace(/^ein halb$/, "einhalb")}`,
  names: {
    point: "Komma",
    minus: "minus",
    to: "bis",
    number: "Nummer",
    hashtag: "Hashtag",
    version: "Version",
    over: "zu",
    outOf: "von",
    by: "mal",
    per: "pro",
    minorJoin: "und",
    of: "",
    powers: ["hoch zwei", "hoch drei", "hoch"],
    ...signNamesOf(
      "und|plus|gleich|kleiner als|größer als|kleiner oder gleich|größer oder gleich|ungefähr|ungleich|plus minus|mal|geteilt durch|Prozent|Grad|at|Nummer|Paragraph|ungefähr|nach|Wurzel aus|unendlich|hoch",
      "Dollar|Euro|Pfund|Yen|Rupien",
      "ät|Punkt|Schrägstrich|Bindestrich|Unterstrich|Doppelpunkt|Fragezeichen|gleich|und|Raute|Prozent|plus",
    ),
  },
  currencies: {
    USD: { major: ["Dollar", "Dollar"], minor: ["Cent", "Cent"] },
    EUR: { major: ["Euro", "Euro"], minor: ["Cent", "Cent"] },
    GBP: { major: ["Pfund", "Pfund"], minor: ["Penny", "Pence"] },
    CHF: { major: ["Franken", "Franken"], minor: ["Rappen", "Rappen"] },
    INR: { major: ["Rupie", "Rupien"], minor: ["Paisa", "Paisa"] },
    JPY: { major: ["Yen", "Yen"], minor: null },
  },
  scales: {
    k: ["tausend", "tausend"],
    m: ["Million", "Millionen"],
    tsd: ["tausend", "tausend"],
    mio: ["Million", "Millionen"],
    mrd: ["Milliarde", "Milliarden"],
    bio: ["Billion", "Billionen"],
    Mio: ["Million", "Millionen"],
    Mrd: ["Milliarde", "Milliarden"],
    million: ["Million", "Millionen"],
    millionen: ["Million", "Millionen"],
    milliarde: ["Milliarde", "Milliarden"],
    milliarden: ["Milliarde", "Milliarden"],
    Million: ["Million", "Millionen"],
    Millionen: ["Million", "Millionen"],
    Milliarde: ["Milliarde", "Milliarden"],
    Milliarden: ["Milliarde", "Milliarden"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "z.b. zum Beispiel|u.a. unter anderem|d.h. das heißt|i.d.r. in der Regel|o.ä. oder Ähnliches|u.ä. und Ähnliches|s.o. siehe oben|s.u. siehe unten|u.u. unter Umständen|z.t. zum Teil|i.a. im Allgemeinen|n.chr. nach Christus|v.chr. vor Christus|bzw. beziehungsweise|bspw. beispielsweise|usw. und so weiter|etc. et cetera|ca. circa|evtl. eventuell|ggf. gegebenenfalls|inkl. inklusive|exkl. exklusive|zzgl. zuzüglich|abzgl. abzüglich|max. maximal|min. minimal|mind. mindestens|vgl. vergleiche|sog. sogenannte|allg. allgemein|zzt. zurzeit|geb. geboren|gest. gestorben|jh. Jahrhundert|jhd. Jahrhundert|mwst. Mehrwertsteuer|mwst Mehrwertsteuer|tel. Telefon|tel Telefon|abs. Absatz|abb. Abbildung|kap. Kapitel|bd. Band|hrsg. Herausgeber|gmbh G M B H|co. Co|ag. AG|str. Straße|hbf. Hauptbahnhof|jg. Jahrgang|lkr. Landkreis|e.v. eingetragener Verein|m.e. meines Erachtens|z.zt. zurzeit|pkw P K W|lkw L K W",
    "before name":
      "dr. Doktor|prof. Professor|hr. Herr|hrn. Herrn|fr. Frau|st. Sankt|dipl.-ing. Diplomingenieur|ing. Ingenieur",
    "before number": "nr. Nummer|s. Seite|art. Artikel|bd. Band|kap. Kapitel|ziff. Ziffer|kl. Klasse|plz Postleitzahl",
    "after number": "std. Stunden|min. Minuten|sek. Sekunden|mio. Millionen|mrd. Milliarden|tsd. tausend|stk. Stück",
  }),
  units: {
    mg: ["Milligramm", "Milligramm"],
    "m²": ["Quadratmeter", "Quadratmeter"],
    qm: ["Quadratmeter", "Quadratmeter"],
    "km²": ["Quadratkilometer", "Quadratkilometer"],
    "m³": ["Kubikmeter", "Kubikmeter"],
    "€": ["Euro", "Euro"],
    Std: ["Stunde", "Stunden"],
    W: ["Watt", "Watt"],
    kW: ["Kilowatt", "Kilowatt"],
    kWh: ["Kilowattstunde", "Kilowattstunden"],
    V: ["Volt", "Volt"],
    PS: ["P S", "P S"],
    Hz: ["Hertz", "Hertz"],
    kHz: ["Kilohertz", "Kilohertz"],
    MHz: ["Megahertz", "Megahertz"],
    GHz: ["Gigahertz", "Gigahertz"],
  },
  romanCounts: new Set("kapitel band teil akt szene artikel phase stufe".split(" ")),
  romanNames: new Set([
    ...regnalNames,
    "wilhelm",
    "friedrich",
    "karl",
    "ludwig",
    "heinrich",
    "elisabeth",
    "benedikt",
    "franz",
    "papst",
  ]),
  romanName: (digits) => `der ${ordinal(digits, "")}`,
};
