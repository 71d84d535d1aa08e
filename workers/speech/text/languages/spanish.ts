import { toCardinal, toOrdinal } from "n2words/es-ES";
import type { NumberStyle, SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";
import { regnalNames } from "./english-words.ts";
import { signNamesOf } from "./romance-signs.ts";

const feminineNoun = /(?:as?|ci[oó]n|ciones|dad|dades)$/u;
const masculineNoun = /^(?:días?|mapas?|por ciento)$|[ea]mas?$/u;

const noNouns = new Set(
  "para como pero desde hasta entre sobre cuando porque contra según está eran también".split(" "),
);

function cardinal(digits: string, { noun = "" }: NumberStyle = {}): string {
  // Words with a blank in them are units: `milla por hora`.
  const [head = ""] = noun.split(" ");
  const isNoun = noun !== "" && !noNouns.has(noun) && (digits === "1" || noun.endsWith("s") || noun.includes(" "));
  const isFeminine = isNoun && feminineNoun.test(head) && !masculineNoun.test(head);
  const words = toCardinal(digits, { gender: isFeminine ? "feminine" : "masculine" })
    .replaceAll("veintiuno mil", "veintiún mil")
    .replaceAll("uno mil", "un mil");
  if (!isNoun || isFeminine) return words;
  return words.replace(/veintiuno$/u, "veintiún").replace(/uno$/u, "un");
}

/** Longer ones are said as cardinals, in which the library is right, too. */
const longestOrdinal = 3;

function ordinal(digits: string, ending: string): string {
  if (digits.length > longestOrdinal || /^0*$/.test(digits)) return cardinal(digits);
  const words = toOrdinal(digits, { gender: /[aª]$/u.test(ending) ? "feminine" : "masculine" });
  return /^\.?er$/u.test(ending) ? words.replace(/o$/u, "") : words;
}

function time({ hour, minute, half }: SpokenTime): string {
  const hours = toCardinal(hour, { gender: "feminine" });
  const said = minute === 0 ? hours : `${hours} y ${cardinal(String(minute))}`;
  if (half === null) return said;
  if (half === "am") return `${said} de la mañana`;
  return `${said} de la ${hour === 12 || hour < 8 ? "tarde" : "noche"}`;
}

const parts = [
  "",
  "",
  "medio",
  "tercio",
  "cuarto",
  "quinto",
  "sexto",
  "séptimo",
  "octavo",
  "noveno",
  "décimo",
] as const;

function fraction(numerator: string, denominator: string): string | null {
  const part = parts[Number(denominator)] ?? "";
  if (part === "") return null;
  return numerator === "1"
    ? `${part === "medio" ? "" : "un "}${part}`
    : `${cardinal(numerator, { noun: part })} ${part}s`;
}

const months = monthNames("es");

export const spanish: SpokenLanguage = {
  tag: "es",
  decimalSign: ",",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["º", "ª", ".º", ".ª", "er", ".er", "o", "a", "ro", "ra", "do", "da", "to", "ta"]),
  decimalsOneByOne: false,
  year: (digits) => cardinal(digits),
  yearWords: null,
  date: ({ day, month, year }) =>
    [
      day === "1" ? "primero" : cardinal(day),
      "de",
      months[month - 1],
      ...(year === null ? [] : ["de", cardinal(year)]),
    ].join(" "),
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} y ${rest}`,
  names: {
    point: "coma",
    minus: "menos",
    to: "a",
    number: "número",
    hashtag: "etiqueta",
    version: "versión",
    over: "sobre",
    outOf: "sobre",
    by: "por",
    per: "por",
    minorJoin: "con",
    of: "de",
    powers: ["al cuadrado", "al cubo", "elevado a"],
    ...signNamesOf(
      "y|más|igual a|menor que|mayor que|menor o igual que|mayor o igual que|aproximadamente|distinto de|más o menos|por|entre|por ciento|grados|arroba|número|sección|aproximadamente|a|raíz cuadrada de|infinito|elevado a",
      "dólares|euros|libras|yenes|rupias",
      "arroba|punto|barra|guion|guion bajo|dos puntos|interrogación|igual|y|almohadilla|por ciento|más",
    ),
  },
  currencies: {
    USD: { major: ["dólar", "dólares"], minor: ["centavo", "centavos"] },
    EUR: { major: ["euro", "euros"], minor: ["céntimo", "céntimos"] },
    GBP: { major: ["libra", "libras"], minor: ["penique", "peniques"] },
    INR: { major: ["rupia", "rupias"], minor: ["paisa", "paisas"] },
    JPY: { major: ["yen", "yenes"], minor: null },
    BRL: { major: ["real", "reales"], minor: ["centavo", "centavos"] },
  },
  scales: {
    k: ["mil", "mil"],
    m: ["millón", "millones"],
    mil: ["mil", "mil"],
    millón: ["millón", "millones"],
    millones: ["millón", "millones"],
    billón: ["billón", "billones"],
    billones: ["billón", "billones"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "sr. señor|sra. señora|srta. señorita|sres. señores|dr. doctor|dra. doctora|d.ª doña|dña. doña|prof. profesor|profa. profesora|ud. usted|uds. ustedes|vd. usted|vds. ustedes|etc. etcétera|aprox. aproximadamente|avda. avenida|av. avenida|p.ej. por ejemplo|ee.uu. Estados Unidos|gral. general|vs. contra|vs contra|c/ calle|máx. máximo|mín. mínimo|dpto. departamento|a.c. antes de Cristo|d.c. después de Cristo",
    "before number":
      "núm. número|n.º número|nº número|n° número|no. número|pág. página|págs. páginas|p. página|tel. teléfono|vol. volumen|cap. capítulo|art. artículo|fig. figura|ext. extensión|n. número",
    "before name": "sta. santa|sto. santo|d. don",
  }),
  units: {
    mg: ["miligramo", "miligramos"],
    "m²": ["metro cuadrado", "metros cuadrados"],
    "km²": ["kilómetro cuadrado", "kilómetros cuadrados"],
    "m³": ["metro cúbico", "metros cúbicos"],
    W: ["vatio", "vatios"],
    kW: ["kilovatio", "kilovatios"],
    kWh: ["kilovatio hora", "kilovatios hora"],
    V: ["voltio", "voltios"],
    Hz: ["hercio", "hercios"],
    kHz: ["kilohercio", "kilohercios"],
    MHz: ["megahercio", "megahercios"],
    GHz: ["gigahercio", "gigahercios"],
  },
  romanCounts: new Set(
    "siglo capítulo tomo volumen parte acto escena guerra mundial luis título anexo fase".split(" "),
  ),
  romanNames: regnalNames,
  romanName: (digits) => (Number(digits) <= 10 ? ordinal(digits, "") : cardinal(digits)),
};
