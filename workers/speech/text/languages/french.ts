import { toCardinal, toOrdinal } from "n2words/fr-FR";
import type { NumberStyle, SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";
import { regnalNames } from "./english-words.ts";
import { signNamesOf } from "./romance-signs.ts";

const feminineNoun = /^(?:livre|roupie|heure|minute|seconde|once|tonne|couronne|semaine|pinte|lire)s?(?: |$)/u;

const cardinal = (digits: string, { noun = "" }: NumberStyle = {}): string => {
  const words = toCardinal(digits);
  return feminineNoun.test(noun) ? words.replace(/un$/u, "une") : words;
};

function ordinal(digits: string, ending: string): string {
  if (/^0*$/.test(digits)) return cardinal(digits);
  if (digits !== "1") return toOrdinal(digits);
  return /^(?:re|ère)$/u.test(ending) ? "première" : "premier";
}

function time({ hour, minute, half }: SpokenTime): string {
  const noun = hour < 2 ? "heure" : "heures";
  const hours = `${cardinal(String(hour), { noun })} ${noun}`;
  const said = minute === 0 ? hours : `${hours} ${cardinal(String(minute), { noun: "minutes" })}`;
  if (half === null) return said;
  if (half === "am") return `${said} du matin`;
  return `${said} ${hour === 12 || hour < 6 ? "de l'après-midi" : "du soir"}`;
}

function fraction(numerator: string, denominator: string): string | null {
  const value = Number(denominator);
  if (value < 2) return null;
  const part = value === 2 ? "demi" : value === 3 ? "tiers" : value === 4 ? "quart" : toOrdinal(value);
  return `${cardinal(numerator)} ${part}${numerator === "1" || part.endsWith("s") ? "" : "s"}`;
}

const months = monthNames("fr");

export const french: SpokenLanguage = {
  tag: "fr",
  decimalSign: ",",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["er", "re", "ère", "e", "ᵉ", "ème", "eme", "nd", "nde"]),
  decimalsOneByOne: false,
  year: (digits) => cardinal(digits),
  yearWords: null,
  date: ({ day, month, year }) =>
    [day === "1" ? "premier" : cardinal(day), months[month - 1], ...(year === null ? [] : [cardinal(year)])].join(" "),
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} et ${rest.replace(/^un demi$/u, "demi")}`,
  names: {
    point: "virgule",
    minus: "moins",
    to: "à",
    number: "numéro",
    hashtag: "hashtag",
    version: "version",
    over: "sur",
    outOf: "sur",
    by: "sur",
    per: "par",
    minorJoin: "et",
    of: "de",
    powers: ["au carré", "au cube", "puissance"],
    ...signNamesOf(
      "et|plus|égale|inférieur à|supérieur à|inférieur ou égal à|supérieur ou égal à|environ|différent de|plus ou moins|fois|divisé par|pour cent|degrés|arobase|numéro|paragraphe|environ|à|racine carrée de|infini|puissance",
      "dollars|euros|livres|yens|roupies",
      "arobase|point|slash|tiret|tiret bas|deux points|point d'interrogation|égale|et|dièse|pour cent|plus",
    ),
  },
  currencies: {
    USD: { major: ["dollar", "dollars"], minor: ["cent", "cents"] },
    EUR: { major: ["euro", "euros"], minor: ["centime", "centimes"] },
    GBP: { major: ["livre", "livres"], minor: ["penny", "pence"] },
    INR: { major: ["roupie", "roupies"], minor: ["paisa", "paisas"] },
    JPY: { major: ["yen", "yens"], minor: null },
    BRL: { major: ["réal", "réaux"], minor: ["centavo", "centavos"] },
  },
  scales: {
    k: ["mille", "mille"],
    m: ["million", "millions"],
    md: ["milliard", "milliards"],
    mille: ["mille", "mille"],
    million: ["million", "millions"],
    millions: ["million", "millions"],
    milliard: ["milliard", "milliards"],
    milliards: ["milliard", "milliards"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "mme Madame|mmes Mesdames|mlle Mademoiselle|mm. Messieurs|etc. et cetera|env. environ|bd boulevard|boul. boulevard|av. avenue|p.ex. par exemple|c.-à-d. c'est-à-dire|cf. confer|max. maximum|min. minimum|vs contre|vs. contre|st- Saint|ltée limitée",
    "before name": "m. Monsieur|dr Docteur|dr. Docteur|pr Professeur|pr. Professeur|me Maître|st Saint|ste Sainte",
    "before number":
      "n° numéro|nº numéro|no numéro|p. page|pp. pages|tél. téléphone|vol. volume|chap. chapitre|art. article|fig. figure",
    "after number": "min. minutes",
  }),
  units: {
    mg: ["milligramme", "milligrammes"],
    "m²": ["mètre carré", "mètres carrés"],
    "km²": ["kilomètre carré", "kilomètres carrés"],
    "m³": ["mètre cube", "mètres cubes"],
    Go: ["gigaoctet", "gigaoctets"],
    Mo: ["mégaoctet", "mégaoctets"],
    Ko: ["kilooctet", "kilooctets"],
    To: ["téraoctet", "téraoctets"],
    W: ["watt", "watts"],
    kW: ["kilowatt", "kilowatts"],
    kWh: ["kilowattheure", "kilowattheures"],
    V: ["volt", "volts"],
    Hz: ["hertz", "hertz"],
    kHz: ["kilohertz", "kilohertz"],
    MHz: ["mégahertz", "mégahertz"],
    GHz: ["gigahertz", "gigahertz"],
  },
  romanCounts: new Set("chapitre tome volume partie acte scène guerre mondiale titre annexe livre phase".split(" ")),
  romanNames: regnalNames,
  romanName: (digits) => (digits === "1" ? "premier" : cardinal(digits)),
};
