import test from "ava";
import { splitText } from "#workers/speech/synthesis/split-text.ts";

const textsOf = (text: string, maxLetters: number): readonly string[] =>
  splitText(text, maxLetters).map((segment) => segment.text);

test("a text that is short enough is one segment", (t) => {
  t.deepEqual(splitText("Good morning. How are you?", 300), [{ text: "Good morning. How are you?", seam: null }]);
  t.deepEqual(splitText("", 300), [{ text: "", seam: null }]);
});

test("a text is cut at ends of sentences, else of clauses, else of words", (t) => {
  t.deepEqual(splitText("The bridge is old. It was built of stone. Nobody knows when.", 45), [
    { text: "The bridge is old. It was built of stone. ", seam: "sentence" },
    { text: "Nobody knows when.", seam: null },
  ]);
  t.deepEqual(splitText("The bridge, which is old, was built of stone by nobody", 30), [
    { text: "The bridge, which is old, ", seam: "clause" },
    { text: "was built of stone by nobody", seam: null },
  ]);
  t.deepEqual(splitText("The bridge was built of stone by nobody", 20), [
    { text: "The bridge was ", seam: "none" },
    { text: "built of stone by ", seam: "none" },
    { text: "nobody", seam: null },
  ]);
});

test("neither an abbreviation nor a line nor a decimal point ends a sentence", (t) => {
  t.deepEqual(textsOf("I met Dr. Miller and Prof. J. Smith at the bridge of 3.5 miles", 30), [
    "I met Dr. Miller and Prof. J. ",
    "Smith at the bridge of ",
    "3.5 miles",
  ]);
  t.is(splitText("The first line\nand the second line\nand the third", 20)[0]?.seam, "none");
});

test("sentences of other scripts are cut at their own signs", (t) => {
  t.deepEqual(textsOf("यह एक पुस्तक है। वह एक घर है।", 20), ["यह एक पुस्तक है। ", "वह एक घर है।"]);
  t.deepEqual(textsOf("今天天气很好。我们去公园吧。", 8), ["今天天气很好。", "我们去公园吧。"]);
  t.deepEqual(textsOf("آپ کیسے ہیں؟ میں ٹھیک ہوں۔", 16), ["آپ کیسے ہیں؟ ", "میں ٹھیک ہوں۔"]);
});

test("a word, digits and signs without end are cut, too, and never within a letter", (t) => {
  t.is(textsOf("a".repeat(800), 300).length, 3);
  t.true(textsOf("7".repeat(5_000), 300).every((part) => part.length <= 60));
  t.true(textsOf("😀".repeat(100), 50).every((part) => /^(?:😀){1,10}$/u.test(part)));
  t.true(textsOf("e\u0301".repeat(100), 30).every((part) => part.startsWith("e")));
});

const scripts = {
  "without punctuation": "and then they went on to the next town ".repeat(130),
  "of dots": ". ".repeat(2_500),
  "of Thai": "สวัสดีตอนเช้าทุกคน".repeat(277),
  "of Mandarin": "大家早上好".repeat(1_000),
  "of one word": "a".repeat(5_000),
  "that begins each line with a short sentence": "Yes. and then they went on and on to the next town ".repeat(100),
};

for (const [name, text] of Object.entries(scripts)) {
  test(`no segment of a text ${name} is too long or lost, and there are few`, (t) => {
    const segments = textsOf(text, 300);
    t.is(segments.join(""), text);
    t.true(segments.every((part) => part.length <= 300 && part !== ""));
    t.true(segments.length <= Math.ceil((2 * text.length) / 300), `${segments.length} segments`);
  });
}
