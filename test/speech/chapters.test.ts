import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { chaptersOf } from "#src/domain/speech/chapters.ts";
import { paragraphsOf, textOfParagraphs } from "#src/domain/speech/paragraphs.ts";

/** The begins of five public-domain texts, by name. */
const passages = z
  .record(z.string(), z.string())
  .parse(JSON.parse(await readFile(join(import.meta.dirname, "passages.json"), "utf8")));

/** Seconds. */
const wordSeconds = 0.35;
const pauseSeconds = 0.3;

/** Passages read one after the other, with the same pause after every sentence, and the times at which each begins. */
function readAloud(names: readonly string[]) {
  let second = 0;
  const words: { word: string; start: number; end: number; confidence: number }[] = [];
  const segments: { id: number; start: number; end: number; text: string; confidence: number }[] = [];
  const starts = names.map((name) => {
    const begin = second;
    for (const text of (passages[name] ?? "").split(/(?<=[.!?]) /)) {
      const start = second;
      for (const word of text.split(" ")) {
        words.push({ word, start: second, end: (second += wordSeconds), confidence: 1 });
      }
      segments.push({ id: segments.length, start, end: second, text, confidence: 1 });
      second += pauseSeconds;
    }
    return begin;
  });
  return { transcript: { segments, words }, starts };
}

function ordersOf(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length < 2) return [names];
  return names.flatMap((name) => ordersOf(names.filter((one) => one !== name)).map((rest) => [name, ...rest]));
}

test("chapters begin where another text does, in 24 orders of five texts without longer pauses", (t) => {
  let [wanted, found, right] = [0, 0, 0];
  for (const names of ordersOf(Object.keys(passages)).filter((_, at) => at % 5 === 0)) {
    const { transcript, starts } = readAloud(names);
    const told = chaptersOf(transcript, "en").slice(1);
    wanted += starts.length - 1;
    found += told.length;
    right += told.filter(({ start }) => starts.includes(start)).length;
  }
  t.log(`${right} of ${wanted} boundaries found, and ${found - right} where there is none.`);
  t.true(right / wanted > 0.7 && right / found > 0.7);
});

test("chapters follow each other, and have words of their texts", (t) => {
  const { transcript } = readAloud(["species", "alice", "gettysburg"]);
  const chapters = chaptersOf(transcript, "en");
  t.is(chapters[0]?.start, 0);
  t.is(chapters.at(-1)?.end, transcript.segments.at(-1)?.end);
  t.true(chapters.every(({ start, end }, at) => start < end && start >= (chapters[at - 1]?.end ?? 0)));
  const keywords = chapters.flatMap((chapter) => chapter.keywords);
  for (const word of ["rabbit", "variety", "nation"]) t.true(keywords.includes(word), keywords.join(" "));
  t.true(chapters.every((chapter) => chapter.keywords.length <= 5));
});

test("a single topic is one chapter, silence parts topics, and no words have none", (t) => {
  t.is(chaptersOf(readAloud(["alice"]).transcript, "en").length, 1);
  t.deepEqual(chaptersOf({ segments: [], words: [] }, "en"), []);
  const { segments } = readAloud(["holmes"]).transcript;
  t.is(chaptersOf({ segments: segments.slice(0, 1), words: [] }, "fr").length, 1);
});

test("keywords keep the apostrophes of names, and contractions are none", (t) => {
  const text =
    "I don't think that O'Brien's dogs aren't here, and that's what O'Brien said of the children's 'puppies'.";
  const [chapter] = chaptersOf({ segments: [{ id: 0, start: 0, end: 9, text, confidence: 1 }], words: [] }, "en");
  t.deepEqual(chapter?.keywords.toSorted(), ["children", "dogs", "o'brien", "puppies"]);
});

test("chapters of hours of speech are found in seconds", (t) => {
  const { transcript } = readAloud(Array.from({ length: 100 }, () => Object.keys(passages)).flat());
  const startedMs = performance.now();
  t.true(chaptersOf(transcript, "en").length > 30);
  t.true(performance.now() - startedMs < 20_000);
});

test("paragraphs end at pauses, with another speaker, and after five sentences", (t) => {
  const told = (start: number, text: string, speaker?: number) => ({
    ...{ id: 0, start, end: start + 1, text, confidence: 1 },
    ...(speaker !== undefined && { speaker }),
  });
  const segments = [told(0, "One.", 0), told(1, "Two.", 0), told(2, "Three.", 1), told(5, "Four.", 1)];
  t.deepEqual(paragraphsOf({ segments }), [
    { start: 0, end: 2, text: "One. Two.", speaker: 0 },
    { start: 2, end: 3, text: "Three.", speaker: 1 },
    { start: 5, end: 6, text: "Four.", speaker: 1 },
  ]);
  t.is(textOfParagraphs({ segments }), "A: One. Two.\n\nB: Three.\n\nB: Four.");
  const row = Array.from({ length: 7 }, (_, at) => told(at, `${at}.`));
  t.deepEqual(
    paragraphsOf({ segments: row }).map(({ text }) => text),
    ["0. 1. 2. 3. 4.", "5. 6."],
  );
});
