import test from "ava";
import { cpuTimeMs } from "#test/support/cpu-time.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import { plainParts } from "#src/domain/speech/plain-parts.ts";
import { cutAllAtPauses } from "#workers/speech/text/cut-at-pauses.ts";

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
      "Click [Break](https://x.y), see [pause](#pause).": "Click Break, see pause.",
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
      'See [our page](https://a.b/c_d "Home") and [this](<https://x.y/a b>).': "See our page and this.",
      "&gt; Escaped quotation\nreply": "Escaped quotation {0}reply",
      "[notes](http://a.b 'x'), [two](http://a.b (y)), [w](https://x.org/C_(b)_d), [array[0]](http://a.b)":
        "notes, two, w, array zero",
      '[Section 4 (b)](https://x.org/a_(b)?q=1 "Title")': "Section four (b)",
      "See [1] (it's 'so'), [sic](he said 'no' twice), [Ann](who is (was) here), 'x' (y), x[i], [a] (b)":
        "See [one] (it's 'so'), [sic](he said 'no' twice), [Ann](who is (was) here), 'x' (y), x[i], [a] (b)",
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
      "fish &amp chips, Tom &amp;amp; Jerry": "fish and chips, Tom and Jerry",
      "&lt;p&gt;Hello &lt;b&gt;big&lt;/b&gt; world&lt;/p&gt;": "Hello big world",
      "&amp;lt;p class=&amp;quot;x&amp;quot;&amp;gt;Hello&amp;lt;/p&amp;gt;": "Hello",
      "Use the &lt;div&gt; element, &lt;b&gt; and &lt;/b&gt;.":
        "Use the less than div greater than element, less than b greater than and less than b greater than.",
      "The &lt;break&gt; element, List&lt;String&gt;":
        "The less than break greater than element, List less than String greater than",
      "Open https://x.com/?a=1&lt=5": "Open x dot com slash question mark a equals one and lt equals five",
      "Wait &lt;break time=&quot;1s&quot;/&gt; now": "Wait {1000} now",
    },
  },
  "operators and formulas": {
    en: {
      "10*5=50 and 2*3=6.": "ten times five equals fifty and two times three equals six.",
      "I write C# and F# on .NET, if a != b or x >= 10 then a->b.":
        "I write C sharp and F sharp on dot net, if a is not equal to b or x greater than or equal to ten then a to b.",
      "x <= 3, y == 2, p => q, i++": "x less than or equal to three, y equals two, p to q, i plus plus",
      "Let f = 2x - 1, so 2x - 1 = 5.": "Let f equals two x minus one, so two x minus one equals five.",
      "5-3=2, 10/2=5, x**2 + y^3, -x + 1":
        "five minus three equals two, ten divided by two equals five, x squared plus y cubed, minus x plus one",
      "Stop !Now, if (a && !b)": "Stop !Now, if (a and not b)",
      "a || !b, x -= 2, a <> b, p <-> q, x <- 5":
        "a or not b, x minus equals two, a is not equal to b, p to q, x from five",
      "ASP.NET, ∆T, A ⇒ B, ∀ x ∈ S": "ASP dot net, delta T, A implies B, for all x in S",
      "if (!ready), a && !b, x = !y, if !ok { go }, !a && b":
        "if (not ready), a and not b, x equals not y, if not ok { go }, not a and b",
      "Type !help, Wow !amazing, use (!important), ask if !help works":
        "Type !help, Wow !amazing, use (!important), ask if !help works",
      "Take 2 g/5 ml, 5g/100mL, 5 g/100 g, 20 g/1 kg":
        "Take two grams per five milliliters, five grams per one hundred milliliters, five grams per one hundred grams, twenty grams per one kilogram",
      "5 - 3 + 2, x-1, pages 10 - 14": "five minus three plus two, x minus one, pages ten to fourteen",
      "It was 20°C / 68°F outside, 5 km / 3 mi away.":
        "It was twenty degrees Celsius, sixty eight degrees Fahrenheit outside, five kilometers, three miles away.",
      "100 km/62 mi, 12 oz/355 ml, $5 / €4.60, 10kg/22lbs":
        "one hundred kilometers, sixty two miles, twelve ounces, three hundred fifty five milliliters, five dollars, four euros and sixty cents, ten kilograms, twenty two pounds",
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
      "confirmation 8891-2234, EIN 12-3456789, ref 2024-00123, ticket #88213-22":
        "confirmation eight eight nine one, two two three four, EIN one two, three four five six seven eight nine, ref two zero two four, zero zero one two three, ticket number eight eight two one three, two two",
      "Passport no. 123456789, account 55779911, policy 12 345 678, a card ending in 1005":
        "Passport number one two three four five six seven eight nine, account five five seven seven nine nine one one, policy one two, three four five, six seven eight, a card ending in one zero zero five",
      "10-1000000 steps, 5000-10000 km, 1200-1350":
        "ten to one million steps, five thousand to ten thousand kilometers, twelve hundred to thirteen fifty",
      "from 1990-1995, 1500-2000 people, the decade ending in 2010":
        "from nineteen ninety to nineteen ninety five, fifteen hundred to two thousand people, the decade ending in twenty ten",
      "In case 5000000 dollars are lost they order 2500000 units. Please order 1234567 bricks or order 2 500 000 units.":
        "In case five million dollars are lost they order two million five hundred thousand units. Please order one million two hundred thirty four thousand five hundred sixty seven bricks or order two million five hundred thousand units.",
      "the year ending in 3000 losses, a war ending in 1812, a riot ending in 150 arrests, a Visa ending in 4821":
        "the year ending in three thousand losses, a war ending in eighteen twelve, a riot ending in one hundred fifty arrests, a Visa ending in four eight two one",
      "account 55779911 was closed, claim 2345678.":
        "account five five seven seven nine nine one one was closed, claim two three four five six seven eight.",
      "2686-2181 BC, the Old Kingdom (2686-2181), cut from 5000-3000 jobs, 1000-700 nm":
        "two thousand six hundred eighty six two thousand one hundred eighty one BC, the Old Kingdom (two thousand six hundred eighty six two thousand one hundred eighty one), cut from five thousand three thousand jobs, one thousand seven hundred nm",
      "10-100000 dollars, 12-3456789 dollars, 8891-2234 is it":
        "ten to one hundred thousand dollars, twelve to three million four hundred fifty six thousand seven hundred eighty nine dollars, eight eight nine one, two two three four is it",
      "#FF5733, #fff, 0b1010, U+1F600":
        "hash F.F. five seven three three, hash F.F.F., zero B, one zero one zero, U plus one F six zero zero",
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
  "digits behind words for codes, and amounts behind the same words": {
    en: {
      "Verification code 739204 expires in 10 minutes. Security code 4471 works. Gift code 884213 expires.":
        "Verification code seven three nine two zero four expires in ten minutes. Security code four four seven one works. Gift code eight eight four two one three expires.",
      "Code 4471 opens it, passcode 9911 was used, PIN 4711 works, password 12345 fails.":
        "Code four four seven one opens it, passcode nine nine one one was used, PIN four seven one one works, password one two three four five fails.",
      "customer ID 20456, user ID 8841 was deleted, ticket ID: 8841, ref 55021, ref: 4457":
        "customer ID two zero four five six, user ID eight eight four one was deleted, ticket ID: eight eight four one, ref five five zero two one, ref: four four five seven",
      "We code 200 lines a day, source code 500 files, you can pin 200 photos, dial 500 times.":
        "We code two hundred lines a day, source code five hundred files, you can pin two hundred photos, dial five hundred times.",
      "The code is 200 lines long, the pin is 100 mm long, code 100 USD, PIN 500 dollars, code 100% free.":
        "The code is two hundred lines long, the pin is one hundred millimeters long, code one hundred dollars, PIN five hundred dollars, code one hundred percent free.",
      "Building code 2021 requires it. See reference 2019. User number 1000 signed up.":
        "Building code twenty twenty one requires it. See reference twenty nineteen. User number one thousand signed up.",
      "The ref 3000 fans booed was paid. They paid the ref 1250 in cash. Bring your ID 30 minutes early.":
        "The ref three thousand fans booed was paid. They paid the ref one thousand two hundred fifty in cash. Bring your ID thirty minutes early.",
    },
    de: { "Der Code 4821 gilt, die PIN 500 Euro.": "Der Code vier acht zwei eins gilt, die PIN fünfhundert Euro." },
  },
  "ranges of how often, amounts without a whole number, and feet with inches": {
    en: {
      "Take it 3-4x a day, 2-3x faster, 3x-4x faster, 2–3x as many, it grew 3–4x.":
        "Take it three to four times a day, two to three times faster, three to four times faster, two to three times as many, it grew three to four times.",
      "f = 3-4x and 3-4x is positive, 3-4x = 5, y = 5 + 2-3x the rest, 2x-3x gives -x, 5-3x more, 3-4 x 5":
        "f equals three minus four x and three minus four x is positive, three minus four x equals five, y equals five plus two minus three x the rest, two x minus three x gives minus x, five minus three x more, three to four by five",
      "It costs $.99 each, £.50, €.05, -$.99, $.5, .5 km, Rs.500, v.5, $5.99":
        "It costs ninety nine cents each, fifty pence, five cents, minus ninety nine cents, zero point five dollars, zero point five kilometers, five hundred rupees, v five, five dollars and ninety nine cents",
      "5ft 9in tall, 6 ft 2in, 5ft 9 in tall. He is 6ft 1in.":
        "five feet nine inches tall, six feet two inches, five feet nine inches tall. He is six feet one inch.",
      "It is 5ft 9 in a row, 5ft in 9 days, 5ft. 9 in all, 5ft, 9in the box":
        "It is five feet nine in a row, five feet in nine days, five feet. nine in all, five feet, nine in the box",
    },
    fr: { "3-4x par jour": "trois à quatre fois par jour" },
    de: { "3-4x am Tag": "drei bis vier mal am Tag" },
  },
  "numbers with blanks between their groups": {
    en: {
      "The price is $1 000 000 and 2 500 000 km away.":
        "The price is one million dollars and two million five hundred thousand kilometers away.",
      "call 555 123 4567": "call five five five, one two three, four five six seven",
      "1 000 people, 25 000 steps, 2 500 users, 7 000 000 000 people, 1'000'000":
        "one thousand people, twenty five thousand steps, two thousand five hundred users, seven billion people, one million",
      "On page 4 300 people, Team 1 200 points, on day 5 600 runners, at 10 300 students, at age 5 200 words":
        "On page four three hundred people, Team one two hundred points, on day five six hundred runners, at ten three hundred students, at age five two hundred words",
      "It has 2 500 users, more than 1 200 people. 3 500 men came.":
        "It has two thousand five hundred users, more than one thousand two hundred people. three thousand five hundred men came.",
      "rooms 101 102, in 2024 500 people":
        "rooms one hundred one one hundred two, in twenty twenty four five hundred people",
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
      "$500k–$1M, over $3MM, $2M-$3M":
        "five hundred thousand dollars to one million dollars, over three million dollars, two to three million dollars",
    },
  },
  "units made of units": {
    en: {
      "The wind was 5 m/s², 9.81 m/s^2.":
        "The wind was five meters per second squared, nine point eight one meters per second squared.",
      "3 kg/m³, 10 km/h², 5 N/m², 5 m^2":
        "three kilograms per cubic meter, ten kilometers per hour squared, five newtons per square meter, five square meters",
      "10 N·m, 3 m2, 1.5 g/cm³, 2 rad/s, 5 L/100km, 5 lb/in²":
        "ten newton meters, three square meters, one point five grams per cubic centimeter, two radians per second, five liters per one hundred kilometers, five pounds per square inch",
    },
    fr: { "5 m/s²": "cinq mètres par seconde au carré" },
    de: { "10 l/100 km": "zehn Liter pro einhundert Kilometer" },
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
      "Das war Ludwig XIV. Er regierte lange.": "Das war Ludwig der vierzehnte. Er regierte lange.",
      "Wir waren 2. Dann kamen 3/4.": "Wir waren zwei. Dann kamen drei Viertel.",
      "Prof. Dr. med. Schmidt kommt Di, 5. März und Sa. 10:30 Uhr.":
        "Professor Doktor Schmidt kommt Dienstag, fünfter März und Samstag zehn Uhr dreißig.",
      "So, 20 Euro kostet das. So. 10 Leute kamen. Mein Sohn Jan, 12, spielt.":
        "So, zwanzig Euro kostet das. So. zehn Leute kamen. Mein Sohn Jan, zwölf, spielt.",
      "Ich traf Jan. 2024 zog er um. So, 18 Uhr ist es. Do, 5 Leute!":
        "Ich traf Jan. zweitausendvierundzwanzig zog er um. So, achtzehn Uhr ist es. Do, fünf Leute!",
      "Am So, 20:15 Uhr, im Aug. 2024, Mo, 05.03., Sa. 10-12 Uhr und So, 5. März.":
        "Am Sonntag, zwanzig Uhr fünfzehn, im August zweitausendvierundzwanzig, Montag, fünfter März, Samstag zehn bis zwölf Uhr und Sonntag, fünfter März.",
      "Der 15. – 17. Mai, am 5. Jan. 2024, und dann am 6.":
        "Der fünfzehnte bis siebzehnten Mai, am fünften Januar zweitausendvierundzwanzig, und dann am sechsten.",
      "Um 16:45:30 Uhr, §§ 3-5, PLZ 80331, 90er Jahre, 10 : 2 = 5":
        "Um sechzehn Uhr fünfundvierzig und dreißig Sekunden, Paragraphen drei bis fünf, Postleitzahl acht null drei drei eins, neunziger Jahre, zehn geteilt durch zwei gleich fünf",
      "Ludwig XIV. regierte. Er wurde 3. Das freut uns, m. E. am Hbf. Köln.":
        "Ludwig der vierzehnte regierte. Er wurde dritter. Das freut uns, meines Erachtens am Hauptbahnhof Köln.",
    },
  },
  "ratios, results and decades of German beside its times": {
    de: {
      "Das Spiel endete 3:1, dann 10:1, Bild in 16:9, Karte 1:100 und 1:25.000. Sie siegten 0:1. Gut.":
        "Das Spiel endete drei zu eins, dann zehn zu eins, Bild in sechzehn zu neun, Karte eins zu einhundert und eins zu fünfundzwanzigtausend. Sie siegten null zu eins. Gut.",
      "Maßstab 1:25, im Verhältnis von 10:12, Format 16:10, sie gewannen 10:12, es steht 12:20":
        "Maßstab eins zu fünfundzwanzig, im Verhältnis von zehn zu zwölf, Format sechzehn zu zehn, sie gewannen zehn zu zwölf, es steht zwölf zu zwanzig",
      "um 16:45, 16:09 Uhr, ab 7:05, bis 18:30, er kam 10:10, im Plan steht 20:15":
        "um sechzehn Uhr fünfundvierzig, sechzehn Uhr neun, ab sieben Uhr fünf, bis achtzehn Uhr dreißig, er kam zehn Uhr zehn, im Plan steht zwanzig Uhr fünfzehn",
      "Sie gewann um 16:45, gewann 16:45 Uhr den Lauf in 2:01:09, von 9:30 bis 10:15, 9:00–17:30":
        "Sie gewann um sechzehn Uhr fünfundvierzig, gewann sechzehn Uhr fünfundvierzig den Lauf in zwei Uhr eins und neun Sekunden, von neun Uhr dreißig bis zehn Uhr fünfzehn, neun Uhr bis siebzehn Uhr dreißig",
      "Die 1990er Jahre, die 2000er, in den 1920ern, die 1980er-Jahre, die 80er waren":
        "Die neunzehnhundertneunziger Jahre, die zweitausender, in den neunzehnhundertzwanzigern, die neunzehnhundertachtziger-Jahre, die achtziger waren",
      "Im Jahr 1990 kam er, 1990 er ging, 2000 Erbsen":
        "Im Jahr neunzehnhundertneunzig kam er, neunzehnhundertneunzig er ging, zweitausend Erbsen",
    },
    fr: { "3:1": "trois à un" },
  },
  pauses: {
    en: {
      'Hold on. <break time="1.5s" /> Now we go.': "Hold on. {1500} Now we go.",
      "First part. [pause:1.5s] Second part.": "First part. {1500} Second part.",
      'One <break strength="strong"/> two [pause] three <break time="250ms"> four':
        "One {750} two {500} three {250} four",
      'One <break time="99s"/> two': "One {10000} two",
      "I opened the box... and it was empty.": "I opened the box... {150}and it was empty.",
      "Hmm..... yes. Well . . . no": "Hmm..... {150}yes. Well . . . {150}no",
      "One [break:1.5s] two [BREAK 500ms] three [break=2s] four": "One {1500} two {500} three {2000} four",
      "[break the rules] [Break: part two] [Breaking: news] [pause the film]":
        "[break the rules] [Break: part two] [Breaking: news] [pause the film]",
      "I opened the box\r\n\r\nAnd [break] it": "I opened the box {0}And {500} it",
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
  "&lt;break &quot;",
  "&lt;a &gt;",
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
