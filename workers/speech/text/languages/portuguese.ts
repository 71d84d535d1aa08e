import { toCardinal, toOrdinal } from "n2words/pt-PT";
import type { NumberStyle, SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";
import { regnalNames } from "./english-words.ts";
import { signNamesOf } from "./romance-signs.ts";

const billion = 1_000_000_000;

/** Brazilian: the library is of Portugal. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["catorze", "quatorze"],
  ["dezasseis", "dezesseis"],
  ["dezassete", "dezessete"],
  ["dezanove", "dezenove"],
]);

const inBrazil = (words: string): string =>
  words
    .split(" ")
    .map((word) => spellings.get(word) ?? word)
    .join(" ");

function wordsOf(value: number): string {
  if (value < billion) return inBrazil(toCardinal(value));
  const [billions, rest] = [Math.floor(value / billion), value % billion];
  const head = `${wordsOf(billions)} ${billions === 1 ? "bilhão" : "bilhões"}`;
  return rest === 0 ? head : `${head} ${rest < 100 ? "e " : ""}${wordsOf(rest)}`;
}

const feminineNoun = /(?:ãe?s?|as?|ção|ções|dades?)$/u;
const masculineNoun = /^(?:dias?|mapas?)$|[ea]mas?$/u;
const noNouns = new Set("para pela pelas desde entre sobre contra numa cada nada agora ainda".split(" "));

function cardinal(digits: string, { noun = "" }: NumberStyle = {}): string {
  const words = wordsOf(Number(digits));
  const [head = ""] = noun.split(" ");
  const isNoun = noun !== "" && !noNouns.has(noun) && (digits === "1" || head.endsWith("s"));
  if (!isNoun || !feminineNoun.test(head) || masculineNoun.test(head)) return words;
  return words
    .replace(/(?<![^ ])um$/u, "uma")
    .replace(/(?<![^ ])dois$/u, "duas")
    .replaceAll(/entos(?![^ ])/gu, "entas");
}

/** Longer ones are said as cardinals, in which the library is right, too. */
const longestOrdinal = 3;

function ordinal(digits: string, ending: string): string {
  if (digits.length > longestOrdinal || /^0*$/.test(digits)) return cardinal(digits);
  const words = toOrdinal(digits);
  return /[aª]$/u.test(ending) ? words.replaceAll(/o(?![^ ])/gu, "a") : words;
}

function time({ hour, minute, half }: SpokenTime): string {
  const noun = hour === 1 ? "hora" : "horas";
  const hours = cardinal(String(hour), { noun });
  const isBare = minute === 0 && half === null;
  const said = minute === 0 ? hours : `${hours} e ${cardinal(String(minute))}`;
  if (half === null) return isBare ? `${said} ${noun}` : said;
  if (half === "am") return `${said} da manhã`;
  return `${said} da ${hour === 12 || hour < 6 ? "tarde" : "noite"}`;
}

const parts = ["", "", "meio", "terço", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono", "décimo"] as const;

function fraction(numerator: string, denominator: string): string | null {
  const part = parts[Number(denominator)] ?? "";
  if (part === "") return null;
  if (numerator === "1" && part === "meio") return part;
  return `${cardinal(numerator)} ${part}${numerator === "1" ? "" : "s"}`;
}

const months = monthNames("pt");

export const portuguese: SpokenLanguage = {
  tag: "pt",
  decimalSign: ",",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["º", "ª", ".º", ".ª", "°", "o", "a"]),
  decimalsOneByOne: false,
  year: (digits) => cardinal(digits),
  yearWords: null,
  date: ({ day, month, year }) =>
    [
      day === "1" ? "primeiro" : cardinal(day),
      "de",
      months[month - 1],
      ...(year === null ? [] : ["de", cardinal(year)]),
    ].join(" "),
  time,
  fraction,
  mixedFraction: (whole, rest) => `${whole} e ${rest}`,
  names: {
    point: "vírgula",
    minus: "menos",
    to: "a",
    number: "número",
    hashtag: "hashtag",
    version: "versão",
    over: "sobre",
    outOf: "sobre",
    by: "por",
    per: "por",
    minorJoin: "e",
    of: "de",
    powers: ["ao quadrado", "ao cubo", "elevado a"],
    ...signNamesOf(
      "e|mais|igual a|menor que|maior que|menor ou igual a|maior ou igual a|aproximadamente|diferente de|mais ou menos|vezes|dividido por|por cento|graus|arroba|número|seção|aproximadamente|a|raiz quadrada de|infinito|elevado a",
      "dólares|euros|libras|ienes|rupias",
      "arroba|ponto|barra|hífen|sublinhado|dois pontos|interrogação|igual|e|cerquilha|por cento|mais",
    ),
  },
  currencies: {
    USD: { major: ["dólar", "dólares"], minor: ["centavo", "centavos"] },
    EUR: { major: ["euro", "euros"], minor: ["centavo", "centavos"] },
    GBP: { major: ["libra", "libras"], minor: ["pêni", "pence"] },
    INR: { major: ["rupia", "rupias"], minor: ["paisa", "paisas"] },
    JPY: { major: ["iene", "ienes"], minor: null },
    BRL: { major: ["real", "reais"], minor: ["centavo", "centavos"] },
  },
  scales: {
    k: ["mil", "mil"],
    mi: ["milhão", "milhões"],
    bi: ["bilhão", "bilhões"],
    mil: ["mil", "mil"],
    milhão: ["milhão", "milhões"],
    milhões: ["milhão", "milhões"],
    bilhão: ["bilhão", "bilhões"],
    bilhões: ["bilhão", "bilhões"],
    tri: ["trilhão", "trilhões"],
    trilhão: ["trilhão", "trilhões"],
    trilhões: ["trilhão", "trilhões"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "sr. senhor|sra. senhora|srta. senhorita|srs. senhores|dr. doutor|dra. doutora|prof. professor|profa. professora|eng. engenheiro|etc. etcétera|aprox. aproximadamente|av. avenida|p.ex. por exemplo|ltda. limitada|cia. companhia|vs. contra|vs contra|máx. máximo|mín. mínimo|a.c. antes de Cristo|d.c. depois de Cristo|depto. departamento",
    "before number":
      "n.º número|nº número|n° número|no. número|pág. página|págs. páginas|p. página|tel. telefone|vol. volume|cap. capítulo|art. artigo|fig. figura|ap. apartamento|apto. apartamento",
    "before name": "r. rua|d. dom|sta. santa|sto. santo",
  }),
  units: {
    mg: ["miligrama", "miligramas"],
    "m²": ["metro quadrado", "metros quadrados"],
    "km²": ["quilômetro quadrado", "quilômetros quadrados"],
    "m³": ["metro cúbico", "metros cúbicos"],
    W: ["watt", "watts"],
    kW: ["quilowatt", "quilowatts"],
    kWh: ["quilowatt-hora", "quilowatts-hora"],
    V: ["volt", "volts"],
    Hz: ["hertz", "hertz"],
    kHz: ["quilohertz", "quilohertz"],
    MHz: ["megahertz", "megahertz"],
    GHz: ["gigahertz", "gigahertz"],
  },
  romanCounts: new Set("século capítulo tomo volume parte ato cena guerra mundial luís título fase".split(" ")),
  romanNames: regnalNames,
  romanName: (digits) => (Number(digits) <= 10 ? ordinal(digits, "") : cardinal(digits)),
};
