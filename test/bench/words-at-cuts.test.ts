import test from "ava";
import { findWordsAtCuts } from "#bench/words-at-cuts.ts";
import { wordsOf } from "#bench/word-error-rate.ts";

/** One word a second, from 0 s on. */
const spoken = (text: string) =>
  wordsOf(text).map((word, second) => ({ word, start: second + 0.1, end: second + 0.9 }));

const uncut = wordsOf("had he married a more amiable woman");

for (const [what, heard, lost, doubled] of [
  ["where a cut changed nothing there is nothing to tell", "had he married a more amiable woman", [], []],
  ["a word that is missing at a cut is lost", "had he married more amiable woman", ["a"], []],
  ["a word on both sides of a cut is doubled", "had he married married a more amiable woman", [], ["married"]],
  ["a word that is missing elsewhere is no matter of the cut", "he married a more amiable woman", [], []],
  ["a word that was understood differently is neither", "had he carried a more amiable woman", [], []],
] as const) {
  test(what, (t) =>
    t.deepEqual(findWordsAtCuts(spoken(heard), [3], uncut), { lost: [...lost], doubled: [...doubled] }),
  );
}
