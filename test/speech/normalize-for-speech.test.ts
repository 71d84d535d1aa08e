import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { cpuTimeMs } from "#test/support/cpu-time.ts";
import { normalizeText } from "#workers/speech/text/normalize-text.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";

interface Sentence {
  readonly language: string;
  readonly text: string;
  readonly spoken: string;
}

const isSentences = (value: unknown): value is readonly Sentence[] => Array.isArray(value);

async function readSentences(): Promise<readonly Sentence[]> {
  const sentences: unknown = JSON.parse(await readFile(join(import.meta.dirname, "spoken-texts.json"), "utf8"));
  if (!isSentences(sentences)) throw new Error("There is a list.");
  return sentences;
}

test("hundreds of ordinary sentences are read as a person would read them", async (t) => {
  const sentences = await readSentences();
  t.true(sentences.length >= 480);
  for (const { language, text, spoken } of sentences) t.is(normalizeForSpeech(text, language), spoken, text);
});

const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    "1,234 and 12,34,567 and 1066":
      "one thousand two hundred thirty four and twelve lakh thirty four thousand five hundred and sixty seven and one thousand sixty six",
    "-5, −3.2 °C, .5 and 007": "minus five, minus three point two degrees Celsius, zero point five and zero zero seven",
    "$1, $0.50, $1.01, -$5, $2M and 20 SEK":
      "one dollar, fifty cents, one dollar and one cent, minus five dollars, two million dollars and twenty Swedish kronor",
    "Rs 500/-, ₹5 lakh, $5–10, €10-€20":
      "five hundred rupees, five lakh rupees, five to ten dollars, ten to twenty euros",
    "on March 5; the 14 March 2025; May 5th, 2020; I may":
      "on March fifth; the fourteenth of March, twenty twenty five; May fifth, twenty twenty; I may",
    "3/4/2025, 12/25/2024, 31/12/1999, 2000-01-01":
      "April third, twenty twenty five, December twenty fifth, twenty twenty four, December thirty first, nineteen ninety nine, January first, two thousand",
    "12:00, 00:05, 7pm, 7:30pm, 9 a.m. Then go":
      "twelve o'clock, zero oh five, seven p.m., seven thirty p.m., nine a.m. Then go",
    "7.30 p.m., 7.30, 19 am": "seven thirty p.m., seven point three zero, nineteen am",
    "a 5-year-old, 2024's, ½-inch, $5/kg, 5 km/day, 9.5/10":
      "a five-year-old, twenty twenty four's, one half-inch, five dollars per kilogram, five kilometers per day, nine point five out of ten",
    "Visit St. Louis, ask Dr. Lee. Ask Dr. Roe": "Visit Saint Louis, ask Doctor Lee. Ask Doctor Roe",
    "5-6pm, 2025-03-14T10:30:00Z": "five to six p.m., March fourteenth, twenty twenty five, ten thirty",
    "9:00–17:30, 1990–95, 10-12 kg, 5-3":
      "nine o'clock to seventeen thirty, nineteen ninety to ninety five, ten to twelve kilograms, five to three",
    "½, 2½, 2 1/2, 5/8, 24/7, 16:9":
      "one half, two and a half, two and a half, five eighths, twenty four seven, sixteen to nine",
    "(555) 555-0199, +91 98765 43210":
      "five five five, five five five, zero one nine nine, plus nine one, nine eight seven six five, four three two one zero",
    "A4, MP3, B2B, COVID-19, AB-1234, F-16":
      "A-four, M.P. three, B two B, COVID nineteen, A.B. one two three four, F sixteen",
    "v2.10.3, Node 24.21.0, 192.168.1.1":
      "version two point ten point three, Node twenty four point twenty one point zero, one hundred ninety two dot one hundred sixty eight dot one dot one",
    "https://www.example.com/a-b_c": "example dot com slash a dash b underscore c",
    "He lives on Elm St. The dog, etc. Dr. No. No. 5, no. No":
      "He lives on Elm Street. The dog, et cetera. Doctor No. number five, no. No",
    "Louis XIV, Act I, I am, vitamin C": "Louis the fourteenth, Act one, I am, vitamin C",
    "AT&T, #OpenSource, #5, @user, 50k": "A.T. and T, hashtag Open Source, number five, at user, fifty thousand",
    "a === b\n==========": "a equals b\n",
    "5 + 3 = 8, a < b, <b>bold</b>, 5 × 2":
      "five plus three equals eight, a less than b, less than b greater than bold less than b greater than, five times two",
    "😀 hello 👍🏽 there 🇮🇳 1️⃣": " hello there one",
    "the '90s, the 1800s, 112th, 2nd": "the 'nineties, the eighteen hundreds, one hundred twelfth, second",
    "9876543210, 12345678901234":
      "nine eight seven six five four three two one zero, one two three four five six seven eight nine zero one two three four",
    "Привет 5 नमस्ते ५ friend 5": "Привет 5 नमस्ते पाँच friend five",
  },
  hi: {
    "मीटिंग 3:30 PM पर है, 7:30 बजे": "मीटिंग दोपहर तीन बजकर तीस मिनट पर है, सात बजकर तीस मिनट",
    "सन् 1857, 5वाँ, 21वीं, 2½": "सन् अठारह सौ सत्तावन, पाँचवाँ, इक्कीसवीं, साढ़े दो",
    "१,२५,००० लोग, ₹5 करोड़": "एक लाख पच्चीस हज़ार लोग, पाँच करोड़ रुपये",
    "email info@example.com पर": "email info ऐट example डॉट com पर",
  },
  es: {
    "1.250.000, 3,14, 21 libros, 31 casas":
      "un millón doscientos cincuenta mil, tres coma catorce, veintiún libros, treinta y una casas",
    "A las 7:30 p.m. del 1 de enero": "A las siete y treinta de la tarde del primero de enero",
    "siglo XXI, 1.º, 2ª, 3er": "siglo veintiuno, primero, segunda, tercer",
  },
  fr: {
    "21h30, 1h05, XXe siècle, 1er": "vingt et une heures trente, une heure cinq, vingtième siècle, premier",
    "1 250 000 €, 80 %, 2½": "un million deux cent cinquante mille euros, quatre-vingts pour cent, deux et demi",
  },
  it: {
    "XXI secolo, 1 marzo, 1 libro, € 1.250,50":
      "ventunesimo secolo, primo marzo, un libro, milleduecentocinquanta euro e cinquanta centesimi",
  },
  pt: { "R$ 0,50, 16, 1.000.000.000, 2 libras": "cinquenta centavos, dezesseis, um bilhão, duas libras" },
  de: {
    "19,99 € oder €5, 1.250 an info@example.com":
      "neunzehn Euro und neunundneunzig Cent oder fünf Euro, eintausendzweihundertfünfzig an info ät example Punkt com",
  },
  ta: { "₹1,25,000": "ஒரு லட்சம் இருபத்தைந்து ஆயிரம் இந்திய ரூபாய்கள்" },
  ja: { "¥500です。10時": "¥500です。10時" },
};

for (const [language, texts] of Object.entries(cases)) {
  for (const [text, spoken] of Object.entries(texts)) {
    test(`in ${language} "${text}" is read as words`, (t) => {
      t.is(normalizeForSpeech(text, language), spoken);
    });
  }
}

test("words without digits and signs stay as they are", (t) => {
  for (const text of ["Good morning, how are you? I'm well-known.", "First line\n\nSecond line.", "  It is so.  "]) {
    t.is(normalizeForSpeech(text, "en"), text.replaceAll(/ {2,}/g, " "));
  }
});

test("control characters, invisible ones, lone marks and piles of marks are left out, joiners in words are not", (t) => {
  t.is(normalizeForSpeech("a\u0007b\u200Bc\uFEFF \u0301d e\u0301", "en"), "a bc d é");
  t.is(normalizeForSpeech(`z${"\u0323".repeat(5_000)}`, "en").length, 7);
  t.is(normalizeForSpeech("क्‍ष \u200Dक", "hi"), "क्‍ष क");
  t.is(normalizeForSpeech("one\r\ntwo\u2028three", "en"), "one\n\ntwo\nthree");
});

const signs = Array.from("0123456789.,:;/-–+%°$€£₹#@&()<>½²Ⅳ①１५ \n");
const pieces = fc.oneof(
  fc.constantFrom(...signs),
  fc.constantFrom(
    "kg",
    "Rs.",
    "No.",
    "p.m.",
    "Dr.",
    "XIV",
    "March",
    "14",
    "2025",
    "million",
    "lakh",
    "€",
    " ",
    "km/h",
    "st",
  ),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

for (const language of ["en", "hi", "es", "fr", "it", "pt", "de"]) {
  test(`no digit and no sign is left of any text in ${language}`, (t) => {
    fc.assert(
      fc.property(texts, (text) => {
        const latin = normalizeText(text).replaceAll(/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, "");
        const spoken = normalizeForSpeech(latin, language);
        t.notRegex(spoken, /[\p{Nd}\p{S}]/u, JSON.stringify(latin));
        // In German `null` is a number.
        t.notRegex(spoken, language === "de" ? /undefined|NaN/ : /undefined|null|NaN/, JSON.stringify(latin));
      }),
      { numRuns: 300 },
    );
  });
}

test("every language takes any text", (t) => {
  fc.assert(
    fc.property(texts, fc.constantFrom("de", "ta", "bn", "ja", "ru", "ar", "xx"), (text, language) => {
      t.is(typeof normalizeForSpeech(text, language), "string");
    }),
    { numRuns: 300 },
  );
});

const hostile = [
  "1",
  "1 ",
  "1-",
  "1,",
  "$1 ",
  "(1) ",
  "A1",
  "a.",
  "1:",
  "St. ",
  "½",
  "1/2 ",
  "@a.",
  "\u0301",
  "क्",
  "I ",
  "🙂",
  "1 250 ",
  "p.m. ",
];

/** As long as a request can be. */
const longest = 5_000;
const hostileWholes: readonly string[] = [
  "7".repeat(longest),
  "\u0301".repeat(longest),
  "\u202Eabc 123 ".repeat(longest / 10),
  "שלום 12:30 ".repeat(longest / 10),
  "a\u200B1\u200D".repeat(longest / 4),
  "\u0001\u0007\u001B1".repeat(longest / 4),
  "<speak>".repeat(longest / 7),
  "12/34/".repeat(longest / 6),
  "Mon-".repeat(longest / 4),
  "1x".repeat(longest / 2),
  "a.b-".repeat(longest / 4),
  "- 1\n".repeat(longest / 4),
  "μ1".repeat(longest / 2),
  "a²₂".repeat(longest / 3),
  "$1.000,".repeat(longest / 7),
  `${"x".repeat(longest - 4)}.pdf`,
  ...Array.from("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~°€£₹½²–—…•×±√", (sign) => sign.repeat(longest)),
];

test("a text of 5,000 hostile characters takes less than 100 ms", (t) => {
  for (const text of hostileWholes) {
    for (const language of ["en", "hi", "es", "de"]) {
      // The first run compiles: the best of some is what the text costs.
      const best = Math.min(...Array.from({ length: 5 }, () => cpuTimeMs(() => normalizeForSpeech(text, language))));
      t.true(best < 100, `${JSON.stringify(text.slice(0, 12))} in ${language} took ${best} ms`);
    }
  }
});

test("hostile texts take time in proportion to their length", (t) => {
  for (const piece of hostile) {
    const millisecondsFor = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const startedMs = performance.now();
      normalizeForSpeech(text, "en");
      return performance.now() - startedMs;
    };
    millisecondsFor(5_000);
    // A machine that is busy is slow; what grows with the square of the length takes minutes.
    t.true(millisecondsFor(100_000) < 20_000, piece);
  }
});
