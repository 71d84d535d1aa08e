import { toCardinal, toOrdinal } from "n2words/it-IT";
import type { NumberStyle, SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";
import { regnalNames } from "./english-words.ts";
import { signNamesOf } from "./romance-signs.ts";

const feminineNoun = /(?:a|zione|tà)$/u;
const masculineNoun = /[ea]ma$/u;

const noNouns = new Set("alla alle allo agli dalla della delle dopo fino come però quando anche circa sono".split(" "));

const cardinal = (digits: string, { noun = "" }: NumberStyle = {}): string => {
  const words = toCardinal(digits);
  if (digits !== "1" || noun === "" || noNouns.has(noun)) return words;
  const [head = ""] = noun.split(" ");
  return feminineNoun.test(head) && !masculineNoun.test(head) ? "una" : "un";
};

function ordinal(digits: string, ending: string): string {
  if (/^0*$/.test(digits)) return cardinal(digits);
  const words = toOrdinal(digits);
  return /[aª]$/u.test(ending) ? words.replace(/o$/u, "a") : words;
}

function time({ hour, minute, half }: SpokenTime): string {
  const hours = hour === 1 ? "una" : cardinal(String(hour));
  const said = minute === 0 ? hours : `${hours} e ${cardinal(String(minute))}`;
  if (half === null) return said;
  if (half === "am") return `${said} del mattino`;
  return `${said} ${hour === 12 || hour < 6 ? "del pomeriggio" : "di sera"}`;
}

function fraction(numerator: string, denominator: string): string | null {
  const value = Number(denominator);
  if (value < 2) return null;
  const part = value === 2 ? "mezzo" : toOrdinal(value);
  return numerator === "1"
    ? `${part === "mezzo" ? "" : "un "}${part}`
    : `${cardinal(numerator)} ${part.replace(/o$/u, "i")}`;
}

const months = monthNames("it");

export const italian: SpokenLanguage = {
  tag: "it",
  decimalSign: ",",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["º", "ª", ".º", ".ª", "o", "a"]),
  decimalsOneByOne: false,
  year: (digits) => cardinal(digits),
  yearWords: null,
  date: ({ day, month, year }) =>
    [day === "1" ? "primo" : cardinal(day), months[month - 1], ...(year === null ? [] : [cardinal(year)])].join(" "),
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} e ${rest}`,
  names: {
    point: "virgola",
    minus: "meno",
    to: "a",
    number: "numero",
    hashtag: "hashtag",
    version: "versione",
    over: "su",
    outOf: "su",
    by: "per",
    per: "al",
    minorJoin: "e",
    of: "di",
    powers: ["al quadrato", "al cubo", "elevato a"],
    ...signNamesOf(
      "e|più|uguale|minore di|maggiore di|minore o uguale a|maggiore o uguale a|circa|diverso da|più o meno|per|diviso|per cento|gradi|chiocciola|numero|paragrafo|circa|a|radice quadrata di|infinito|elevato a",
      "dollari|euro|sterline|yen|rupie",
      "chiocciola|punto|barra|trattino|trattino basso|due punti|punto interrogativo|uguale|e|cancelletto|per cento|più",
    ),
  },
  currencies: {
    USD: { major: ["dollaro", "dollari"], minor: ["centesimo", "centesimi"] },
    EUR: { major: ["euro", "euro"], minor: ["centesimo", "centesimi"] },
    GBP: { major: ["sterlina", "sterline"], minor: ["penny", "pence"] },
    INR: { major: ["rupia", "rupie"], minor: ["paisa", "paise"] },
    JPY: { major: ["yen", "yen"], minor: null },
    BRL: { major: ["real", "reais"], minor: ["centesimo", "centesimi"] },
  },
  scales: {
    k: ["mila", "mila"],
    mln: ["milione", "milioni"],
    mld: ["miliardo", "miliardi"],
    mila: ["mila", "mila"],
    milione: ["milione", "milioni"],
    milioni: ["milione", "milioni"],
    miliardo: ["miliardo", "miliardi"],
    miliardi: ["miliardo", "miliardi"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "sig. signor|sig.ra signora|sig.na signorina|sigg. signori|dott. dottor|dott.ssa dottoressa|dr. dottor|prof. professor|prof.ssa professoressa|ing. ingegner|avv. avvocato|geom. geometra|ecc. eccetera|es. esempio|p.es. per esempio|c.so corso|p.zza piazza|v.le viale|vs. contro|vs contro|a.c. avanti Cristo|d.c. dopo Cristo|spett. spettabile",
    "before number":
      "n. numero|n° numero|nº numero|nr. numero|pag. pagina|pagg. pagine|p. pagina|tel. telefono|vol. volume|cap. capitolo|art. articolo|fig. figura|int. interno|ca. circa",
    "before name": "s. san",
  }),
  units: {
    "%": ["per cento", "per cento"],
    mg: ["milligrammo", "milligrammi"],
    "m²": ["metro quadrato", "metri quadrati"],
    "km²": ["chilometro quadrato", "chilometri quadrati"],
    "m³": ["metro cubo", "metri cubi"],
    W: ["watt", "watt"],
    kW: ["chilowatt", "chilowatt"],
    kWh: ["chilowattora", "chilowattora"],
    V: ["volt", "volt"],
    Hz: ["hertz", "hertz"],
    kHz: ["chilohertz", "chilohertz"],
    MHz: ["megahertz", "megahertz"],
    GHz: ["gigahertz", "gigahertz"],
  },
  romanCounts: new Set("capitolo tomo volume parte atto scena guerra mondiale titolo fase".split(" ")),
  romanNames: regnalNames,
  romanName: (digits) => ordinal(digits, ""),
};
