import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { languageOfText } from "#src/domain/speech/text-language.ts";

const foreign: Readonly<Record<string, readonly string[]>> = {
  fr: [
    "Bonjour, je voudrais réserver une table pour deux personnes ce soir.",
    "Il fait beau aujourd'hui, n'est-ce pas ?",
  ],
  de: ["Guten Tag, wie geht es Ihnen heute?", "Wir treffen uns morgen um acht Uhr vor dem Kino."],
  es: ["El tren sale a las cinco de la tarde.", "Buenos días, me gustaría reservar una mesa."],
  it: ["Buongiorno, vorrei prenotare un tavolo per due persone."],
  pt: ["Olá, gostaria de reservar uma mesa para duas pessoas."],
  nl: ["Goedemorgen, ik wil graag een tafel reserveren."],
  pl: ["Dzień dobry, chciałbym zarezerwować stolik."],
  sv: ["God morgon, jag skulle vilja boka ett bord."],
  da: ["Godmorgen, jeg vil gerne bestille et bord til to."],
  tr: ["Merhaba, iki kişilik masa ayırtmak istiyorum."],
};

test("a text in another language is known by its words", async (t) => {
  for (const [language, texts] of Object.entries(foreign))
    for (const text of texts) t.is(await languageOfText(text), language, text);
});

const english = [
  ...["Hello there.", "No.", "Yes please", "Call me at five.", "Dr. Müller called.", "Data is fun.", "Start here"],
  ...["José Martínez lives in San José.", "Angela Merkel met Emmanuel Macron in Berlin.", "Cristiano Ronaldo"],
  ...["San Francisco, Los Angeles, El Paso", "C'est la vie, as they say.", "The menu du jour is great."],
  ...[
    "npm install foo",
    "git commit -m fix",
    "const x = await foo(bar);",
    "HTTP 404 error",
    "x = y + 2",
    "Uno cards rule.",
  ],
  ...[
    "A man, a plan, a canal, Panama",
    "Voicemail from Mario Rossi",
    "Item 4 on sale",
    "Total: $45",
    "Turn left at Rue de Rivoli.",
  ],
  ...[
    "Order 4521-8890-1123, IBAN DE89 3704 0044 0532 0130 00.",
    "Let f = 2x - 1, so 2x - 1 = 5.",
    "La La Land is a film.",
  ],
  ...[
    "Das Auto is a slogan.",
    "I am in Paris.",
    "CALL US NOW. GIVE IT TO US.",
    "",
    "12345",
    "Привет, как дела сегодня утром?",
  ],
];

test("English, names, code and a few words have no language of their own", async (t) => {
  for (const text of english) t.is(await languageOfText(text), null, text);
});

interface Sentence {
  readonly language: string;
  readonly text: string;
}

const isSentences = (value: unknown): value is readonly Sentence[] => Array.isArray(value);

test("none of hundreds of English sentences is taken for another language", async (t) => {
  const sentences: unknown = JSON.parse(await readFile(join(import.meta.dirname, "spoken-texts.json"), "utf8"));
  if (!isSentences(sentences)) throw new Error("There is a list.");
  const own = sentences.filter(({ language }) => language === "en");
  t.true(own.length >= 200);
  for (const { text } of own) t.is(await languageOfText(text), null, text);
});
