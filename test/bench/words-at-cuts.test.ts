import test from "ava";
import { findWordsAtCuts } from "#bench/words-at-cuts.ts";
import { wordsOf } from "#bench/word-error-rate.ts";

/** One word a second, each right after the other; a dash is a second in which nothing was heard. */
const spoken = (text: string, secondsEach = 1) =>
  text
    .split(" ")
    .flatMap((word, place) =>
      wordsOf(word).map((heard) => ({ word: heard, start: place * secondsEach, end: (place + 1) * secondsEach })),
    );

const uncut = "had he married a more amiable woman";

for (const [what, heard, lost, doubled] of [
  ["where a cut changed nothing there is nothing to tell", uncut, [], []],
  [
    "a word in whose place nothing is heard is lost at a cut before it",
    "had he married - more amiable woman",
    ["a"],
    [],
  ],
  [
    "a word in whose place nothing is heard is lost at a cut after it",
    "had he - a more amiable woman",
    ["married"],
    [],
  ],
  ["a word that is missing elsewhere is no matter of the cut", "- he married a more amiable woman", [], []],
  ["a word that was understood differently is not lost", "had he carried eight more amiable woman", [], []],
] as const) {
  test(what, (t) =>
    t.deepEqual(findWordsAtCuts(spoken(heard), [3], spoken(uncut)), { lost: [...lost], doubled: [...doubled] }),
  );
}

test("several words that were understood as one are not lost", (t) => {
  const [had, ...rest] = spoken("had he married a more");
  const misheard = [{ word: "harried", start: 0.9, end: 3.1 }, ...rest.slice(2)];
  t.deepEqual(findWordsAtCuts(had === undefined ? [] : [had, ...misheard], [2], spoken(uncut)), {
    lost: [],
    doubled: [],
  });
});

test("a word that was understood as two with a breath between them is not lost, but without them it is", (t) => {
  const meant = spoken("for your country and");
  const around = [
    { word: "for", start: 0, end: 1 },
    { word: "your", start: 1, end: 2.2 },
    { word: "and", start: 2.8, end: 4 },
  ];
  const two = [
    { word: "on", start: 2.2, end: 2.45 },
    { word: "me", start: 2.6, end: 2.8 },
  ];
  t.deepEqual(findWordsAtCuts([...around.slice(0, 2), ...two, ...around.slice(2)], [3], meant).lost, []);
  t.deepEqual(findWordsAtCuts(around, [3], meant).lost, ["country"]);
});

test("a word that both readings have is not lost, though they do not quite agree where it is", (t) => {
  const [meant, heard] = [spoken("had he a more", 0.2), spoken("had he - more", 0.2)];
  const moved = [...heard.slice(0, 2), { word: "a", start: 0.55, end: 0.6 }, ...heard.slice(2)];
  t.deepEqual(findWordsAtCuts(moved, [0.4], meant).lost, []);
  t.deepEqual(findWordsAtCuts(heard, [0.4], meant).lost, ["a"]);
});

test("a word that is heard on both sides of a cut is doubled when it was said once", (t) => {
  const twice = spoken("had he married married a more amiable woman");
  const once = spoken("had he married - a more amiable woman");
  t.deepEqual(findWordsAtCuts(twice, [3], once), { lost: [], doubled: ["married"] });
  t.deepEqual(findWordsAtCuts(twice, [3], twice), { lost: [], doubled: [] });
  t.deepEqual(findWordsAtCuts(twice, [5], once).doubled, []);
});
