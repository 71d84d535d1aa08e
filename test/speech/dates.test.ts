import test from "ava";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import { sayAs } from "#workers/speech/text/say-as.ts";
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
  "Monday 05/06, Due: 07/08, from 01/02 to 03/04": [
    "Monday May sixth, Due: July eighth, from January second to March fourth",
    "Monday June fifth, Due: August seventh, from February first to April third",
  ],
};

/** Dates that can be read in one way only. */
const certain: Readonly<Record<string, string>> = {
  "13/05/2024, 05/13/2024, 31/12/99":
    "May thirteenth, twenty twenty four, May thirteenth, twenty twenty four, December thirty first, nineteen ninety nine",
  "2024-05-06, 2024/05/06": "May sixth, twenty twenty four, May sixth, twenty twenty four",
  "since 13/05, on 12/25.": "since May thirteenth, on December twenty fifth.",
  "on 9/11. It is 3/4 full, open 24/7, half of 1/2, on 3/4 of it":
    "on nine eleven. It is three quarters full, open twenty four seven, half of one half, on three quarters of it",
};

/** Pairs without a year that are scores, fractions, places in a row and ratios. */
const pairs: Readonly<Record<string, string>> = {
  "Always on 24/7. The price is based on 1/2. The song is on 3/4.":
    "Always on twenty four seven. The price is based on one half. The song is on three quarters.",
  "She was rated 9 on 10/10. It depends on 9/16. Show it on 16/9.":
    "She was rated nine on ten out of ten. It depends on nine sixteenths. Show it on sixteen over nine.",
  "He scored 05/10, up from 05/10 to 08/10. Track 03/10 is on.":
    "He scored five out of ten, up from five out of ten to eight out of ten. Track three out of ten is on.",
  "a ratio of 05/06 to 07/08, set to 01/12": "a ratio of five over six to seven over eight, set to one over twelve",
  "Chapter 01/12, photo 03/12 and 02/03": "Chapter one over twelve, photo three over twelve and two over three",
};

test("pairs of numbers without a year are no dates in ordinary sentences", (t) => {
  for (const [text, spoken] of Object.entries(pairs)) {
    t.is(normalizeForSpeech(text, "en", "mdy"), spoken);
    t.is(normalizeForSpeech(text, "en", "dmy"), spoken);
  }
  t.is(normalizeForSpeech("Aufgabe 03/10 ist leicht", "de"), "Aufgabe drei von zehn ist leicht");
  t.is(normalizeForSpeech("Il a eu 05/20, le 05/20", "fr"), "Il a eu cinq sur vingt, le cinq sur vingt");
});

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
  t.is(normalizeForSpeech("le 05/06, du 07/08 au 09/08", "fr"), "le cinq juin, du sept août au neuf août");
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
