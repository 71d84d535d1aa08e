import test from "ava";
import type { Recognition } from "#workers/speech/engine.ts";
import { formatTranscript, type TranscriptFormat } from "#workers/speech/recognition/format-transcript.ts";
import { spokenForms } from "#workers/speech/text/spoken-forms.ts";
import { writtenNumbers } from "#workers/speech/text/written-numbers.ts";

const likeliest: Readonly<Record<string, string>> = {
  "$42.50": "forty two dollars and fifty cents",
  $1: "one dollar",
  "£1,000": "one thousand pounds",
  "7:30": "seven thirty",
  "7:05": "seven oh five",
  "7:00": "seven o'clock",
  "1984": "nineteen eighty four",
  "1900": "nineteen hundred",
  "2005": "two thousand five",
  "2025": "twenty twenty five",
  "1990s": "nineteen nineties",
  "2nd": "second",
  "113th": "one hundred thirteenth",
  "15%": "fifteen percent",
  "3.14": "three point one four",
  "1,234,567": "one million two hundred thirty four thousand five hundred sixty seven",
  "007": "zero zero seven",
  "1-0-2": "one zero two",
  mp3: "mp three",
  "$2.5": "two point five dollars",
  "2.5x": "two point five x",
  "20th-century": "twentieth century",
  "1/2": "one half",
  "10-15": "ten to fifteen",
  "415-555-2671": "four one five five five five two six seven one",
  "555-2671": "five five five two six seven one",
  "4521-8890": "four five two one eight eight nine zero",
  "4521-8890-1123": "four five two one eight eight nine zero one one two three",
  "123-45-6789": "one two three four five six seven eight nine",
  "415.555.2671": "four one five five five five two six seven one",
  "1-800-555-0199": "one eight zero zero five five five zero one nine nine",
  "4155552671": "four one five five five five two six seven one",
  "1984-1990": "nineteen eighty four to nineteen ninety",
  "100-200": "one hundred to two hundred",
  "2024-05-12": "twenty twenty four zero five twelve",
  "1980's": "nineteen eighties",
};

for (const [word, spoken] of Object.entries(likeliest)) {
  test(`${word} is said as ${spoken}`, (t) => {
    t.is(spokenForms(word)[0], spoken);
  });
}

test("a number has each way to say it once, and at most six; a word without digits has none", (t) => {
  t.deepEqual(spokenForms("902"), ["nine hundred two", "nine zero two", "nine oh two"]);
  t.deepEqual(spokenForms("seven"), []);
  for (const odd of ["0".repeat(500), "1a".repeat(100), "$".repeat(50) + "1", "9".repeat(400), "٣", "½5"]) {
    t.true(spokenForms(odd).length <= 6, odd.slice(0, 10));
  }
});

test("a telephone number may have been said in hundreds or in pairs", (t) => {
  t.true(spokenForms("1-800-555-2671").includes("one eight hundred five five five two six seven one"));
  t.true(spokenForms("415-555-2671").includes("four fifteen five fifty five twenty six seventy one"));
});

const inFigures: Readonly<Record<string, string>> = {
  "twenty five people": "25 people",
  "seven in the morning": "seven in the morning",
  "it was nineteen eighty four": "it was 1984",
  "nineteen oh five": "1905",
  "one hundred and fifth street": "105th street",
  "the twenty first of june": "the 21st of june",
  "the fourteenth day and the second": "the 14th day and the second",
  "fifteen percent of five dollars": "15% of $5",
  "call five five five oh one nine nine": "call 5550199",
  "two hundred and five": "205",
  "three million two hundred thousand and six": "3,200,006",
  "a hundred people": "a hundred people",
  "three point one four": "3.14",
  "thirty forty": "30 40",
  "oh no one two": "oh no one two",
  "twenty and thirty": "20 and 30",
  "she weighs one hundred pounds": "she weighs 100 pounds",
  "zero point five percent": "0.5%",
  "point twenty five": "point twenty five",
  "one hundred twentieth": "120th",
  "a thirty second clip": "a 30 second clip",
  "the thirty second of may": "the 32nd of may",
  "call nine one one oh my": "call 911 oh my",
  "at eleven thirty": "at 11 30",
  "eighteen fifteen": "1815",
};

for (const [said, written] of Object.entries(inFigures)) {
  test(`"${said}" is written "${written}"`, (t) => {
    const words = said.split(" ");
    const parts: string[] = [];
    let next = 0;
    for (const { from, to, figures } of writtenNumbers(words)) {
      parts.push(...words.slice(next, from), figures);
      next = to;
    }
    t.is([...parts, ...words.slice(next)].join(" "), written);
  });
}

/** Sentences whose words take half a second each. */
function recognized(...sentences: readonly string[]): Pick<Recognition, "text" | "segments" | "words"> {
  const tokens = sentences.map((sentence) => sentence.split(" "));
  let at = 0;
  const words = tokens.flat().map((token) => {
    const start = at;
    at += 0.5;
    return { word: token.replaceAll(/[.,?!]+$/g, ""), start, end: at, confidence: 0.9 };
  });
  let end = 0;
  const segments = tokens.map((ofSentence, id) => {
    const start = end;
    end += ofSentence.length / 2;
    return { id, start, end, text: ofSentence.join(" "), confidence: 0.9 };
  });
  return { text: sentences.join(" "), segments, words };
}

const formatted = (format: TranscriptFormat, language: string, ...sentences: readonly string[]) =>
  formatTranscript(recognized(...sentences), { format, language });

test("groups of digits side by side are digits, where the engine does not say how they were said", (t) => {
  const { text } = formatted("verbatim", "en", "Call 415 555 2671 now.", "There are 415 of them.");
  t.is(text, "Call four one five five five five two six seven one now. There are four hundred fifteen of them.");
});

test("verbatim writes numbers in words, capitalised where a sentence begins, their time shared", (t) => {
  const { text, segments, words } = formatted("verbatim", "en", "3 trains left.", "It cost $42.50, not 15%.");
  t.is(text, "Three trains left. It cost forty two dollars and fifty cents, not fifteen percent.");
  t.deepEqual(
    segments.map((segment) => segment.text),
    ["Three trains left.", "It cost forty two dollars and fifty cents, not fifteen percent."],
  );
  t.is(words.length, text.split(" ").length);
  t.deepEqual(words.map(({ written }) => written).join(" "), text);
  for (const [index, { start, end }] of words.entries()) {
    t.true(start >= (words[index - 1]?.end ?? 0) - 1e-9 && end >= start);
  }
  t.is(words.at(-1)?.end, 4);
});

test("smart writes numbers in figures, joins their words and keeps punctuation", (t) => {
  const { text, words } = formatted("smart", "en", "He is twenty-five, nine of them left.", "In nineteen eighty four?");
  t.is(text, "He is 25, nine of them left. In 1984?");
  const [age] = words.filter(({ word }) => word === "25");
  t.deepEqual(age, { word: "25", written: "25,", spoken: "twenty-five", start: 1, end: 1.5, confidence: 0.9 });
  const year = words.at(-1);
  t.deepEqual(year, {
    ...{ word: "1984", written: "1984?", spoken: "nineteen eighty four" },
    ...{ start: 4, end: 5.5, confidence: 0.9 },
  });
});

test("punctuation ends a number", (t) => {
  t.is(formatted("smart", "en", "twenty, five thirty").text, "20, five 30");
});

test("what the alignment found to be said stands before what a number is usually called", (t) => {
  const recognition = recognized("Room 902.");
  const words = recognition.words.map((word) => (word.word === "902" ? { ...word, spoken: "nine oh two" } : word));
  const options = { format: "verbatim", language: "en" } as const;
  t.is(formatTranscript({ ...recognition, words }, options).text, "Room nine oh two.");
});

test("words with their punctuation, as servers give them, are written alike", (t) => {
  const recognition = recognized("I am twenty five.", "It was May 2nd, at 3.5.");
  const words = recognition.segments.flatMap(({ text }) => text.split(" "));
  const given = recognition.words.map((word, index) => ({ ...word, word: words[index] ?? "" }));
  const write = (format: TranscriptFormat) =>
    formatTranscript({ ...recognition, words: given }, { format, language: "en" });
  t.is(write("smart").text, "I am 25. It was May 2nd, at 3.5.");
  t.is(write("verbatim").text, "I am twenty five. It was May second, at three point five.");
  t.is(write("smart").words.at(-1)?.word, "3.5");
});

test("only a sentence begins with a capital letter, not each of its parts", (t) => {
  t.is(formatted("verbatim", "en", "It was", "25 degrees.", "30 now.").text, "It was twenty five degrees. Thirty now.");
});

test("other languages, and texts that do not match their words, stay as they are", (t) => {
  t.is(formatted("verbatim", "de", "Es waren 3.").text, "Es waren 3.");
  t.is(formatted("smart", "fr", "twenty five").text, "twenty five");
  const odd = { ...recognized("It has 3 words."), words: [{ word: "It", start: 0, end: 1, confidence: 1 }] };
  t.deepEqual(formatTranscript(odd, { format: "verbatim", language: "en" }), {
    ...{ text: odd.text, segments: odd.segments },
    words: [{ word: "It", written: "It", spoken: "It", start: 0, end: 1, confidence: 1 }],
  });
});
