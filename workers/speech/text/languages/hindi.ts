import { toCardinal, toOrdinal } from "n2words/hi-IN";
import type { SpokenLanguage, SpokenTime } from "#workers/speech/text/language.ts";
import { monthNames } from "#workers/speech/text/names-of-intl.ts";
import { abbreviationsOf } from "./abbreviations.ts";

const cardinal = (digits: string): string => toCardinal(digits);

const feminine = new Set(["वीं", "ठी", "थी", "री", "ली"]);

function ordinal(digits: string, ending: string): string {
  if (/^0*$/.test(digits)) return cardinal("0");
  const word = toOrdinal(digits);
  if (feminine.has(ending)) return word.replace(/(?:वाँ|ा)$/u, (end) => (end === "ा" ? "ी" : "वीं"));
  return ending === "वें" || ending === "वे" ? word.replace(/(?:वाँ|ा)$/u, (end) => (end === "ा" ? "े" : "वें")) : word;
}

function year(digits: string): string {
  const [century, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (Number(century) < 11 || Number(century) > 19) return cardinal(digits);
  return rest === "00" ? `${cardinal(century)} सौ` : `${cardinal(century)} सौ ${cardinal(String(Number(rest)))}`;
}

function partOfDay(hour: number, half: "am" | "pm"): string {
  if (half === "am") return "सुबह ";
  if (hour === 12 || hour < 4) return "दोपहर ";
  return hour < 8 ? "शाम " : "रात ";
}

function time({ hour, minute, half }: SpokenTime): string {
  const part = half === null ? "" : partOfDay(hour, half);
  const hours = cardinal(String(hour));
  return minute === 0 ? `${part}${hours} बजे` : `${part}${hours} बजकर ${cardinal(String(minute))} मिनट`;
}

const commonFractions: ReadonlyMap<string, string> = new Map([
  ["1/2", "आधा"],
  ["1/3", "एक तिहाई"],
  ["2/3", "दो तिहाई"],
  ["1/4", "एक चौथाई"],
  ["3/4", "तीन चौथाई"],
]);

const months = monthNames("hi");

export const hindi: SpokenLanguage = {
  tag: "hi",
  decimalSign: ".",
  cardinal,
  ordinal,
  ordinalEndings: new Set(["वां", "वाँ", "वीं", "वें", "वे", "ला", "ली", "रा", "री", "था", "थी", "ठा", "ठी"]),
  decimalsOneByOne: true,
  year,
  yearWords: new Set(["सन्", "सन", "वर्ष", "साल", "ईस्वी", ...months]),
  date: ({ day, month, year: digits }) =>
    [cardinal(day), months[month - 1], ...(digits === null ? [] : [year(digits)])].join(" "),
  time,
  fraction: (numerator, denominator) =>
    commonFractions.get(`${numerator}/${denominator}`) ?? `${cardinal(numerator)} बटा ${cardinal(denominator)}`,
  mixedFraction: (whole, rest) => (rest === "आधा" ? `साढ़े ${whole}` : `${whole} सही ${rest}`),
  names: {
    point: "दशमलव",
    minus: "माइनस",
    to: "से",
    number: "नंबर",
    hashtag: "हैशटैग",
    version: "वर्ज़न",
    over: "बटा",
    outOf: "बटा",
    by: "बाई",
    per: "प्रति",
    minorJoin: "",
    of: "",
    powers: ["का वर्ग", "का घन", "की घात"],
    signs: {
      "&": "और",
      "+": "प्लस",
      "=": "बराबर",
      "<": "से कम",
      ">": "से ज़्यादा",
      "≤": "से कम या बराबर",
      "≥": "से ज़्यादा या बराबर",
      "≈": "लगभग",
      "≠": "बराबर नहीं",
      "±": "प्लस माइनस",
      "×": "गुणा",
      "÷": "भाग",
      "%": "प्रतिशत",
      "°": "डिग्री",
      "@": "ऐट",
      "#": "नंबर",
      "§": "धारा",
      "~": "लगभग",
      "→": "से",
      "√": "वर्गमूल",
      "∞": "अनंत",
      "^": "की घात",
      $: "डॉलर",
      "€": "यूरो",
      "£": "पाउंड",
      "¥": "येन",
      "₹": "रुपये",
    },
    address: {
      "@": "ऐट",
      ".": "डॉट",
      "/": "स्लैश",
      "-": "डैश",
      _: "अंडरस्कोर",
      ":": "कोलन",
      "?": "प्रश्न चिह्न",
      "=": "बराबर",
      "&": "और",
      "#": "हैश",
      "%": "प्रतिशत",
      "+": "प्लस",
    },
  },
  currencies: {
    USD: { major: ["डॉलर", "डॉलर"], minor: ["सेंट", "सेंट"] },
    EUR: { major: ["यूरो", "यूरो"], minor: ["सेंट", "सेंट"] },
    GBP: { major: ["पाउंड", "पाउंड"], minor: ["पेंस", "पेंस"] },
    INR: { major: ["रुपया", "रुपये"], minor: ["पैसा", "पैसे"] },
    JPY: { major: ["येन", "येन"], minor: null },
    BRL: { major: ["रियाल", "रियाल"], minor: null },
  },
  scales: {
    हज़ार: ["हज़ार", "हज़ार"],
    हजार: ["हज़ार", "हज़ार"],
    लाख: ["लाख", "लाख"],
    करोड़: ["करोड़", "करोड़"],
    अरब: ["अरब", "अरब"],
    मिलियन: ["मिलियन", "मिलियन"],
    lakh: ["लाख", "लाख"],
    crore: ["करोड़", "करोड़"],
    cr: ["करोड़", "करोड़"],
    million: ["मिलियन", "मिलियन"],
    billion: ["बिलियन", "बिलियन"],
    trillion: ["ट्रिलियन", "ट्रिलियन"],
    ट्रिलियन: ["ट्रिलियन", "ट्रिलियन"],
    बिलियन: ["बिलियन", "बिलियन"],
    k: ["हज़ार", "हज़ार"],
  },
  abbreviations: abbreviationsOf({
    anywhere:
      "डॉ. डॉक्टर|श्री. श्री|डा. डॉक्टर|प्रो. प्रोफ़ेसर|पं. पंडित|dr. डॉक्टर|mr. मिस्टर|mrs. मिसेज़|कि.मी. किलोमीटर|कि.ग्रा. किलोग्राम|इत्या. इत्यादि|etc. वगैरह|vs. बनाम|vs बनाम",
    "before number": "नं. नंबर|सं. संख्या|no. नंबर|पृ. पृष्ठ",
    "after number": "किमी किलोमीटर|किग्रा किलोग्राम|मि. मिनट",
  }),
  units: {
    mg: ["मिलीग्राम", "मिलीग्राम"],
    W: ["वाट", "वाट"],
    kW: ["किलोवाट", "किलोवाट"],
    kWh: ["किलोवाट घंटा", "किलोवाट घंटे"],
    V: ["वोल्ट", "वोल्ट"],
    Hz: ["हर्ट्ज़", "हर्ट्ज़"],
    kHz: ["किलोहर्ट्ज़", "किलोहर्ट्ज़"],
    MHz: ["मेगाहर्ट्ज़", "मेगाहर्ट्ज़"],
    GHz: ["गीगाहर्ट्ज़", "गीगाहर्ट्ज़"],
    "m²": ["वर्ग मीटर", "वर्ग मीटर"],
    "km²": ["वर्ग किलोमीटर", "वर्ग किलोमीटर"],
    "°": ["डिग्री", "डिग्री"],
  },
  romanCounts: new Set(["अध्याय", "भाग", "खंड", "chapter", "part"]),
  romanNames: new Set(),
  romanName: (digits) => cardinal(digits),
};
