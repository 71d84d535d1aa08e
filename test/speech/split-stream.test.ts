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

test("a sentence that a substituted word ends is one by itself, and its written characters count", (t) => {
  const parts = [
    { text: "Please come and ask ", rate: 1, pauseMs: null },
    { text: "Shivawn the First.", written: "Siobhan.", rate: 1, pauseMs: null },
    { text: " Then we go on to the next one.", rate: 1, pauseMs: null },
  ];
  const sentences = splitStream(parts, 59);
  t.deepEqual(
    sentences.map((sentence) => [sentence.parts.length, sentence.characters]),
    [
      [2, 28],
      [1, 59],
    ],
  );
});

test("a long first sentence begins with a short piece, and each next one has at most as many letters as are heard before it and the first", (t) => {
  const clause = "and the other parcels that we had found in the cellar, ";
  const text = `Of course, I will look, we found it yesterday in the hall ${clause.repeat(4)}were there, too. And that is all of it.`;
  const [first = "", ...later] = textsOf(text);
  t.is(first, "Of course, ");
  t.is([first, ...later].join(""), text);
  let spoken = first.length;
  for (const piece of later) {
    t.true(piece.length <= spoken + first.length || piece.length <= clause.length, `${piece} behind ${spoken}`);
    spoken += piece.length;
  }
});

test("a sentence without signs is cut before a word that begins a phrase, where the voice does not fall", (t) => {
  const text = "Your parcel left the warehouse early this morning and will be there before it is noon.";
  const [first, second, ...others] = splitStream([{ text, rate: 1, pauseMs: null }], text.length);
  t.like(first?.parts, [{ text: "Your parcel left the warehouse early this morning ", goesOn: true }]);
  t.like(second?.parts, [{ text: "and will be there before it is noon." }]);
  t.deepEqual(others, []);
});

for (const text of [
  "Good morning.",
  "No, thank you.",
  "One, two, three.",
  "Sie kommt morgen früh in das Haus der Eltern zurück.",
]) {
  test(`a first sentence that is short, or has no place for a cut, stays whole: ${text}`, (t) => {
    t.deepEqual(textsOf(text), [text]);
  });
}
