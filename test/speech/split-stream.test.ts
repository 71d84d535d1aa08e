import test from "ava";
import { splitStream } from "#workers/speech/synthesis/split-stream.ts";

const textsOf = (text: string): readonly string[] =>
  splitStream([{ text, rate: 1, pauseMs: null }], text.length).map(({ parts }) =>
    parts.map((part) => part.text).join(""),
  );

test("the sentences of a stream joined give its text, and the last one ends with its last character", (t) => {
  const text = "Good morning to you. The parcel will be there before noon. Please wait for it at the door!";
  const sentences = textsOf(text);
  t.true(sentences.length > 1);
  t.is(sentences.join(""), text);
  t.is(splitStream([{ text, rate: 1, pauseMs: null }], text.length).at(-1)?.characters, text.length);
});

for (const tail of [" ", "\n\n", " … ", "\n\n---\n"]) {
  test(`what cannot be spoken at the end is no sentence of its own: ${JSON.stringify(tail)}`, (t) => {
    const text = `Hello there, my dear friend. This is the last sentence.${tail}`;
    const sentences = textsOf(text);
    t.is(sentences.join(""), text);
    for (const sentence of sentences) t.regex(sentence, /\p{L}/u);
  });
}

test("a pause at the end belongs to the last sentence", (t) => {
  const parts = [
    { text: "Hello there, my dear friend.", rate: 1, pauseMs: null },
    { text: "", rate: 1, pauseMs: 700 },
  ];
  const sentences = splitStream(parts, 28);
  t.is(sentences.length, 1);
  t.is(sentences[0]?.parts.at(-1)?.pauseMs, 700);
});
