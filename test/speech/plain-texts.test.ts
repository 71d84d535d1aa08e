import test from "ava";
import { cpuTimeMs } from "#test/support/cpu-time.ts";
import { normalizeForSpeech } from "#workers/speech/synthesis/normalize/normalize-for-speech.ts";
import { plainParts } from "#src/domain/speech/plain-parts.ts";
import { cutAllAtPauses } from "#workers/speech/synthesis/cut-at-pauses.ts";

/** The words of a text as it was sent, with each pause as `{milliseconds}`. */
const spoken = (text: string, language: string): string =>
  cutAllAtPauses(plainParts(text))
    .map(
      ({ text: words, pauseMs }) => `${normalizeForSpeech(words, language)}${pauseMs === null ? "" : `{${pauseMs}}`}`,
    )
    .join("")
    .replaceAll(/\s+/gu, " ")
    .trim();

type Texts = Readonly<Record<string, string>>;
const kinds: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  "links, images, code and quotations of Markdown": {
    en: {
      "Read [the docs](https://docs.example.com/guide?x=1&y=2#top) now.": "Read the docs now.",
      'See ![a logo](logo.png "Logo") and [[1]](http://x.com/a_(b)) here.': "See a logo and [one] here.",
      "[![badge](a.png)](http://x.com) Use `npm test`, [ref][1] and <https://example.com>.\n\n[1]: https://x.com":
        "badge Use npm test, ref and example dot com.",
      "> Quoted line from the email\nMy answer is below.": "Quoted line from the email {0}My answer is below.",
      "> 5 items": "greater than five items",
      "## Summary\nIt is **very** good.\n\n---\n* one\n* [x] two": "Summary {0}It is very good. {0}- one, - two",
      "| Name | Age |\n|:-----|----:|\n| Ann | 5 |": "Name, Age {0}Ann, five",
      "```js\nlet x;\n```": "let x;",
      "We had [tomato](/təˈmeɪtoʊ/) soup.": "We had tomato soup.",
    },
  },
  "entities and tags of HTML": {
    en: {
      "Tom &amp; Jerry said &quot;hi&quot; &ndash; it&#39;s nice&nbsp;today.":
        'Tom and Jerry said "hi" – it\'s nice today.',
      '<p>Hello <b>big</b> <a href="https://x.com">world</a></p><p>Bye<br/>now</p>': "Hello big world {0}Bye now",
      'A <phoneme alphabet="ipa" ph="pɪˈkɑːn">pecan</phoneme> pie': "A pecan pie",
      "a < b and c > d": "a less than b and c greater than d",
      "5 &lt; 7": "five less than seven",
    },
  },
  "operators and formulas": {
    en: {
      "10*5=50 and 2*3=6.": "ten times five equals fifty and two times three equals six.",
      "I write C# and F# on .NET, if a != b or x >= 10 then a->b.":
        "I write C sharp and F sharp on dot net, if a is not equal to b or x greater than or equal to ten then a to b.",
      "x <= 3, y == 2, p => q, i++": "x less than or equal to three, y equals two, p to q, i plus plus",
      "Let f = 2x - 1, so 2x - 1 = 5.": "Let f equals two x minus one, so two x minus one equals five.",
      "5 - 3 + 2, x-1, pages 10 - 14": "five minus three plus two, x minus one, pages ten to fourteen",
      "It was 20°C / 68°F outside, 5 km / 3 mi away.":
        "It was twenty degrees Celsius, sixty eight degrees Fahrenheit outside, five kilometers, three miles away.",
    },
    fr: { "Il fait 20 °C / 68 °F.": "Il fait vingt degrés Celsius, soixante-huit degrés Fahrenheit." },
  },
  "numbers of cards, orders and accounts, and identifiers": {
    en: {
      "The card number is 4111 1111 1111 1111 and my SSN is 123-45-6789.":
        "The card number is four one one one, one one one one, one one one one, one one one one and my SSN is one two three, four five, six seven eight nine.",
      "Order 4521-8890-1123, IBAN DE89 3704 0044 0532 0130 00.":
        "Order four five two one, eight eight nine zero, one one two three, IBAN D.E. eight nine, three seven zero four, zero zero four four, zero five three two, zero one three zero, zero zero.",
      "sort code 12-34-56": "sort code one two, three four, five six",
      "the UUID 550e8400-e29b-41d4-a716-446655440000":
        "the UUID five five zero E eight four zero zero, E two nine B, four one D four, A-seven one six, four four six six five five four four zero zero zero zero",
      "MAC 00:1B:44:11:3A:B7": "MAC zero zero, one B, four four, one one, three A, B seven",
      "commit a1b2c3d, 0x1F4, 2001:db8::1":
        "commit A-one B two, C three D, zero X, one F four, two zero zero one colon D.B. eight colon colon one",
      "2025-03-14, 5e10, 12:30:45":
        "March fourteenth, twenty twenty five, five times ten to the power of ten, twelve thirty and forty five seconds",
    },
    fr: { "IBAN FR76 3000 6000 0112": "IBAN F R sept six, trois zéro zéro zéro, six zéro zéro zéro, zéro un un deux" },
  },
  "numbers with blanks between their groups": {
    en: {
      "The price is $1 000 000 and 2 500 000 km away.":
        "The price is one million dollars and two million five hundred thousand kilometers away.",
      "call 555 123 4567": "call five five five, one two three, four five six seven",
    },
    fr: {
      "10 000 000 personnes": "dix millions de personnes",
      "2 000 000 €, 3 000 000 habitants": "deux millions d'euros, trois millions d'habitants",
    },
    es: { "2 500 000 €": "dos millones quinientos mil euros", "2 000 000 personas": "dos millones de personas" },
  },
  "sentences in capitals": {
    en: {
      "CALL US NOW. GIVE IT TO US.": "CALL us NOW. GIVE it TO us.",
      "WHO IS THERE? THE US ECONOMY IS BIG. Ask the WHO in the US.":
        "who IS THERE? THE US ECONOMY IS BIG. Ask the W.H.O. in the US.",
    },
  },
  "amounts of money with a plus": {
    en: {
      "Raised $2M+ last year.": "Raised two million dollars plus last year.",
      "£10K+, €3.5bn+, $2 million+, 500K+ users":
        "ten thousand pounds plus, three point five billion euros plus, two million dollars plus, five hundred thousand plus users",
    },
  },
  "units made of units": {
    en: {
      "The wind was 5 m/s², 9.81 m/s^2.":
        "The wind was five meters per second squared, nine point eight one meters per second squared.",
      "3 kg/m³, 10 km/h², 5 N/m², 5 m^2":
        "three kilograms per cubic meter, ten kilometers per hour squared, five newtons per square meter, five square meters",
    },
    fr: { "5 m/s²": "cinq mètres par seconde au carré" },
  },
  "dates, times, ordinals and abbreviations of German": {
    de: {
      "Am 24.12.2024 um 18:30 Uhr kommt Dr. Müller, z.B. als 2. Gast, mit 5 km/h.":
        "Am vierundzwanzigsten Dezember zweitausendvierundzwanzig um achtzehn Uhr dreißig kommt Doktor Müller, zum Beispiel als zweiter Gast, mit fünf Kilometer pro Stunde.",
      "Tel. 0171/1234567, GmbH & Co. KG, 12 %":
        "Telefon null eins sieben eins, eins zwei drei vier fünf sechs sieben, G M B H und Co KG, zwölf Prozent",
      "Bis 24.12. bitte, z. B. der 3. Platz am 1. Mai 1999.":
        "Bis vierundzwanzigsten Dezember bitte, zum Beispiel der dritte Platz am ersten Mai neunzehnhundertneunundneunzig.",
      "18.30 Uhr und 18:00 Uhr; Hauptstr. 5, Nr. 7, 1 Apfel, 1 Stunde":
        "achtzehn Uhr dreißig und achtzehn Uhr; Hauptstraße fünf, Nummer sieben, ein Apfel, eine Stunde",
      "ca. 3,5 Mio. Menschen, 1.250,50 € inkl. MwSt.":
        "circa drei Komma fünf Millionen Menschen, eintausendzweihundertfünfzig Euro und fünfzig Cent inklusive Mehrwertsteuer.",
      "Wir waren 2. Dann kamen 3/4.": "Wir waren zwei. Dann kamen drei Viertel.",
    },
  },
  pauses: {
    en: {
      'Hold on. <break time="1.5s" /> Now we go.': "Hold on. {1500} Now we go.",
      "First part. [pause:1.5s] Second part.": "First part. {1500} Second part.",
      'One <break strength="strong"/> two [pause] three <break time="250ms"> four':
        "One {750} two {500} three {250} four",
      'One <break time="99s"/> two': "One {10000} two",
      "I opened the box... and it was empty.": "I opened the box... {150}and it was empty.",
      "I opened the box\n\nAnd it was empty": "I opened the box {0}And it was empty",
    },
  },
};

for (const [kind, languages] of Object.entries(kinds)) {
  test(`${kind} are read as a person would read them`, (t) => {
    for (const [language, texts] of Object.entries(languages))
      for (const [text, words] of Object.entries(texts)) t.is(spoken(text, language), words, text);
  });
}

test("a text without marks is spoken as one part, letter by letter as it was sent", (t) => {
  for (const text of ["Good morning. How are you?", "  It's so.\nNext line.  ", "don't-stop; well_known"])
    t.deepEqual(plainParts(text), [{ text, rate: 1, pauseMs: null }]);
});

test("the pauses of a text take a minute at most, however many it has", (t) => {
  const pauses = plainParts('a <break time="9s"/> '.repeat(100)).map(({ pauseMs }) => pauseMs ?? 0);
  t.is(
    pauses.reduce((sum, ms) => sum + ms, 0),
    60_000,
  );
  t.true(plainParts('a <break time="1ms"/> '.repeat(1_000)).length <= 61);
  t.true(cutAllAtPauses([{ text: "a... b\n\n".repeat(1_000), rate: 1, pauseMs: null }]).length <= 61);
});

const hostile = [
  "[",
  "](",
  "[a](",
  "<b ",
  "<break ",
  "[pause:",
  "`",
  "**",
  "> ",
  "|",
  "-|",
  "&amp",
  "\n\n",
  "... ",
  "<a=",
  "![",
  "1 000 ",
  "a->",
  "x-",
];

test("marks in any number take time in proportion to their length", (t) => {
  for (const piece of hostile) {
    const text = piece.repeat(5_000 / piece.length);
    const best = Math.min(...Array.from({ length: 3 }, () => cpuTimeMs(() => spoken(text, "en"))));
    t.true(best < 400, `${JSON.stringify(piece)} took ${best} ms`);
  }
});
