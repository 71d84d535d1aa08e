import test from "ava";
import { applyKeyTerms } from "#workers/speech/terms/apply-own-words.ts";
import { replaceWords } from "#workers/speech/terms/replace-words.ts";
import { rescoreTerms } from "#workers/speech/terms/rescore-terms.ts";
import { searchWords } from "#workers/speech/terms/search-words.ts";
import { soundDistance, soundsOf } from "#workers/speech/terms/sound-distance.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { calm } from "./synth-support.ts";

/** A transcript of sentences, half a second a word; a word in brackets is doubtful. */
function heard(...sentences: readonly string[]): LabelledTranscript {
  let at = 0;
  const segments = sentences.map((sentence, id) => {
    const words = sentence.split(" ").map((token) => {
      const written = token.replaceAll(/[[\]]/g, "");
      const word = written.replaceAll(/^[“"]|[.,?!”"]+$/g, "");
      const start = at / 2;
      at += 1;
      return {
        word,
        written,
        spoken: word.toLowerCase(),
        start,
        end: at / 2,
        confidence: token === written ? 0.99 : 0.2,
      };
    });
    const text = words.map(({ written }) => written).join(" ");
    return { id, start: words[0]?.start ?? 0, end: at / 2, text, confidence: 0.5, words };
  });
  return {
    text: segments.map(({ text }) => text).join(" "),
    words: segments.flatMap(({ words }) => words),
    segments: segments.map(({ words: _words, ...segment }) => segment),
  };
}

const apply = (transcript: LabelledTranscript, ...keyTerms: readonly string[]) =>
  applyKeyTerms(transcript, {
    ...{ keyTerms: [...keyTerms], confidenceSource: "alignment", language: "en" },
    ...{ directory: import.meta.dirname, signal: calm() },
  });

test("a doubtful word that sounds like a term becomes it, with its time, punctuation and ending", async (t) => {
  const before = heard("Ask [Kilter's] friend, [dash] [wood].", "It works.");
  const after = await apply(before, "Quilter", "Dashwood", "Okonkwo");
  t.is(after.text, "Ask Quilter's friend, Dashwood. It works.");
  t.deepEqual(
    after.words.map(({ word, start, end }) => [word, start, end]),
    [
      ["Ask", 0, 0.5],
      ["Quilter's", 0.5, 1],
      ["friend", 1, 1.5],
      ["Dashwood", 1.5, 2.5],
      ["It", 2.5, 3],
      ["works", 3, 3.5],
    ],
  );
  t.deepEqual(
    after.segments.map(({ text }) => text),
    ["Ask Quilter's friend, Dashwood.", "It works."],
  );
  t.is(after.words[3]?.written, "Dashwood.");
});

test("a confident word stays, however near it sounds", async (t) => {
  const before = heard("Mister Kilter is here.");
  t.is(await apply(before, "Quilter"), before);
});

test("a confident word of a term lets the doubtful ones become the rest of it, and another one does not", async (t) => {
  const after = await apply(heard("Ask John [dash] [wood] now."), "John Dashwood");
  t.is(after.text, "Ask John Dashwood now.");
  const alone = heard("Ask John [ah] now.");
  t.is((await apply(alone, "John")).text, alone.text);
  const other = heard("Ask Jon [dash] [wood] now.");
  t.is((await apply(other, "John Dashwood")).text, other.text);
});

test("a doubtful word that sounds like no term stays", async (t) => {
  const before = heard("The [table] is [green].");
  t.is((await apply(before, "Quilter", "Venkataraman", "Ashbourne")).text, before.text);
});

test("a term of several words takes the time of what was heard", async (t) => {
  const after = await apply(heard("Go to [barat] [forj] now."), "Bharat Forge");
  t.deepEqual(
    after.words.map(({ word, start, end }) => [word, start, end]),
    [
      ["Go", 0, 0.5],
      ["to", 0.5, 1],
      ["Bharat", 1, 1.545],
      ["Forge", 1.545, 2],
      ["now", 2, 2.5],
    ],
  );
});

test("words of two speakers, or of two sentences, are never one term", async (t) => {
  const before = heard("Say [dash] [wood].");
  const words = before.words.map((word, at) => ({ ...word, speaker: at < 2 ? 0 : 1 }));
  t.is((await apply({ ...before, words }, "Dashwood")).text, before.text);
  const parted = heard("Say [dash]", "[wood].");
  t.is((await apply(parted, "Dashwood")).text, parted.text);
});

test("without confidences, and in a language without sounds, every word stays", async (t) => {
  const before = heard("Ask [Kilter].");
  const options = { keyTerms: ["Quilter"], directory: import.meta.dirname, signal: calm() };
  t.is(await applyKeyTerms(before, { ...options, confidenceSource: "none", language: "en" }), before);
  t.is((await applyKeyTerms(before, { ...options, confidenceSource: "model", language: "xx" })).text, before.text);
});

test("sounds are near when they are made alike", (t) => {
  const [quilter, kilter, table] = ["kwˈɪltɚ", "kˈɪltɚ", "tˈeɪbəl"].map(soundsOf);
  t.is(soundDistance(quilter ?? soundsOf(""), soundsOf("kwɪltɚ")), 0);
  t.true(soundDistance(quilter ?? soundsOf(""), kilter ?? soundsOf("")) < 0.15);
  t.true(soundDistance(quilter ?? soundsOf(""), table ?? soundsOf("")) > 0.4);
});

test("200 terms against an hour of doubtful words take seconds, and leave time for other work", async (t) => {
  const letters = ["b", "d", "k", "l", "m", "n", "s", "t"];
  const vowels = ["a", "e", "i", "o", "u"];
  const name = (seed: number): string =>
    [0, 1, 2].map((at) => `${letters[(seed * 7 + at * 3) % 8]}${vowels[(seed * 3 + at) % 5]}`).join("");
  const spoken = Array.from({ length: 9_000 }, (_, at) => name(at % 997));
  const transcript = heard(
    ...Array.from({ length: 600 }, (_, at) =>
      spoken
        .slice(15 * at, 15 * at + 15)
        .map((word) => `[${word}]`)
        .join(" "),
    ),
  );
  const terms = Array.from({ length: 200 }, (_, at) => ({ term: `Name${at}`, sounds: soundsOf(name(at * 31)) }));
  const sounds = new Map(spoken.map((word) => [word, soundsOf(word)]));
  const begun = performance.now();
  let turns = 0;
  let immediate = setImmediate(function turn() {
    turns += 1;
    immediate = setImmediate(turn);
  });
  await rescoreTerms(transcript, { terms, sounds, limits: { confident: 0.9, distance: 0.3 }, signal: calm() });
  clearImmediate(immediate);
  t.true(performance.now() - begun < 10_000);
  t.true(turns > 100, `${turns}`);
});

test("replacements are whole words in any case, once, and keep times", (t) => {
  const before = heard("We're gonna Gonna go,", "to the data base. Gonna.");
  const after = replaceWords(before, [
    { from: "gonna", to: "going to" },
    { from: "Data Base", to: "database" },
    { from: "go", to: "gonna" },
    { from: "the", to: "" },
  ]);
  t.is(after.text, "We're going to going to gonna, to database. going to.");
  t.deepEqual(
    after.words.map(({ word, start, end }) => `${word} ${start} ${end}`),
    [
      "We're 0 0.5",
      "going 0.5 0.857",
      "to 0.857 1",
      "going 1 1.357",
      "to 1.357 1.5",
      "gonna 1.5 2",
      "to 2 2.5",
      "database 3 4",
      "going 4 4.357",
      "to 4.357 4.5",
    ],
  );
});

test("a replacement that names punctuation replaces it where it is written", (t) => {
  const replaced = (text: string, from: string, to: string): string => replaceWords(heard(text), [{ from, to }]).text;
  t.is(replaced("Hello Mr. Smith, Mr Jones.", "Mr.", "Mister"), "Hello Mister Smith, Mister Jones.");
  t.is(replaced("Is it Mr.? No.", "mr.", "Mister"), "Is it Mister? No.");
  t.is(replaced("Call Mr. Smith.", "Mr", "Mister"), "Call Mister. Smith.");
  t.is(replaced("Apples, pears, etc. Yes.", "etc.", "and so on."), "Apples, pears, and so on. Yes.");
});

test("a segment of which nothing is left goes, and a transcript without matching words is replaced in its text", (t) => {
  const gone = replaceWords(heard("Um.", "Yes, um."), [{ from: "um", to: "" }]);
  t.deepEqual(
    gone.segments.map(({ id, text }) => [id, text]),
    [[0, "Yes,"]],
  );
  const wordless = replaceWords({ ...heard("The data base."), words: [] }, [{ from: "data base", to: "database" }]);
  t.deepEqual([wordless.text, wordless.words.length], ["The database.", 0]);
});

test("a search finds words and phrases with their times, whatever their case", (t) => {
  const found = searchWords(heard("Cancel my account, please.", "My account is old."), ["my Account", "old", "new"]);
  t.deepEqual(found, [
    {
      query: "my Account",
      hits: [
        { start: 0.5, end: 1.5, confidence: 0.99, snippet: "my account," },
        { start: 2, end: 3, confidence: 0.99, snippet: "My account" },
      ],
    },
    { query: "old", hits: [{ start: 3.5, end: 4, confidence: 0.99, snippet: "old." }] },
    { query: "new", hits: [] },
  ]);
});

test("marks in the place of personal data are never replaced, found or taken for a term", async (t) => {
  const transcript = heard("My MARK is here, card.");
  const words = transcript.words.map((word) =>
    word.word === "MARK" ? { ...word, word: "[card]", written: "[card]", spoken: "[card]", confidence: 0.2 } : word,
  );
  const segments = transcript.segments.map((segment) => ({ ...segment, text: "My [card] is here, card." }));
  const marked = { text: "My [card] is here, card.", segments, words };
  t.is(replaceWords(marked, [{ from: "card", to: "x" }]).text, "My [card] is here, x.");
  t.is(replaceWords({ ...marked, words: [] }, [{ from: "card", to: "x" }]).text, "My [card] is here, x.");
  t.is((await apply(marked, "Kard")).text, marked.text);
  t.is(searchWords(marked, ["card"])[0]?.hits.length, 1);
  t.is(searchWords(marked, ["my card"])[0]?.hits.length, 0);
});

test("a phrase is found within one channel, and each hit says which", (t) => {
  const { words } = heard("cancel cancel my my account");
  const [found] = searchWords({ words: words.map((word, at) => ({ ...word, channel: at % 2 })) }, ["cancel my"]);
  t.deepEqual(
    found?.hits.map(({ channel, start, end, snippet }) => [channel, start, end, snippet]),
    [
      [0, 0, 1.5, "cancel my"],
      [1, 0.5, 2, "cancel my"],
    ],
  );
});
