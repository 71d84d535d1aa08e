import test from "ava";
import { normalizeForSpeech } from "#workers/speech/synthesis/normalize/normalize-for-speech.ts";
import { sayAs } from "#workers/speech/synthesis/normalize/say-as.ts";
import { writtenWords } from "#workers/speech/synthesis/words/written-words.ts";

/** English dates, each with the month first, and with the day first. */
const dates: Readonly<Record<string, readonly [mdy: string, dmy: string]>> = {
  "The invoice is due on 12/05/2024; the attack was on 9/11/2001.": [
    "The invoice is due on December fifth, twenty twenty four; the attack was on September eleventh, two thousand one.",
    "The invoice is due on May twelfth, twenty twenty four; the attack was on November ninth, two thousand one.",
  ],
  "5/6/24, 05-06-2024, 05.06.2024": [
    "May sixth, twenty twenty four, May sixth, twenty twenty four, May sixth, twenty twenty four",
    "June fifth, twenty twenty four, June fifth, twenty twenty four, June fifth, twenty twenty four",
  ],
  "01/02/2024–03/02/2024": [
    "January second, twenty twenty four to March second, twenty twenty four",
    "February first, twenty twenty four to February third, twenty twenty four",
  ],
  "Closed on 05/06, open by 07/08.": [
    "Closed on May sixth, open by July eighth.",
    "Closed on June fifth, open by August seventh.",
  ],
};

/** What can be read in one way only. */
const certain: Readonly<Record<string, string>> = {
  "13/05/2024, 05/13/2024, 31/12/99":
    "May thirteenth, twenty twenty four, May thirteenth, twenty twenty four, December thirty first, nineteen ninety nine",
  "2024-05-06, 2024/05/06": "May sixth, twenty twenty four, May sixth, twenty twenty four",
  "since 13/05, on 12/25.": "since May thirteenth, on December twenty fifth.",
  "on 9/11. It is 3/4 full, open 24/7, half of 1/2, on 3/4 of it":
    "on nine eleven. It is three quarters full, open twenty four seven, half of one half, on three quarters of it",
};

test("dates in figures are read in the order that is asked for", (t) => {
  for (const [text, [mdy, dmy]] of Object.entries(dates)) {
    t.is(normalizeForSpeech(text, "en", "mdy"), mdy);
    t.is(normalizeForSpeech(text, "en", "dmy"), dmy);
    t.is(normalizeForSpeech(text, "en"), dmy, "the day comes first when nothing is asked for");
  }
});

test("dates that have one reading only have it in both orders", (t) => {
  for (const [text, spoken] of Object.entries(certain)) {
    t.is(normalizeForSpeech(text, "en", "mdy"), spoken);
    t.is(normalizeForSpeech(text, "en", "dmy"), spoken);
  }
});

test("other languages read dates by their own words in either order", (t) => {
  t.is(normalizeForSpeech("le 05/06/2024", "fr"), "le cinq juin deux mille vingt-quatre");
  t.is(normalizeForSpeech("el 05/06/2024", "es", "mdy"), "el seis de mayo de dos mil veinticuatro");
  t.is(
    normalizeForSpeech("01.02.2024–03.02.2024", "de"),
    "erster Februar zweitausendvierundzwanzig bis dritter Februar zweitausendvierundzwanzig",
  );
});

test("say-as without a format and the times of words follow the order", (t) => {
  const reader = { language: "en", dateOrder: "mdy" } as const;
  t.is(sayAs("05/06/2024", { kind: "date", dateOrder: null }, reader), "May sixth, twenty twenty four");
  t.is(sayAs("05/06/2024", { kind: "date", dateOrder: "dmy" }, reader), "June fifth, twenty twenty four");
  const [word] = writtenWords([{ text: "05/21/2024" }, { text: "05/06/2024" }], reader).slice(1);
  t.deepEqual(word?.spoken.slice(0, 2), ["May", "sixth,"]);
});
