import test from "ava";
import { characterScore } from "#harness/audio/character-score.ts";

test("the same text has the full score, whatever its spaces, and nothing in common has none", (t) => {
  t.is(characterScore("The cat sat.", "The cat  sat."), 100);
  t.is(characterScore("abcdef", "uvwxyz"), 0);
  t.is(characterScore("abcdef", ""), 0);
});

test("what is missing counts for more than what is too much", (t) => {
  const [reference, half] = ["the cat sat on the mat", "the cat sat"];
  t.true(characterScore(half, reference) > characterScore(reference, half));
});

test("a score is the F-score of runs of one to six characters", (t) => {
  // In "abd" for "abc", two of three single characters, one of two pairs and no run of three are right: 7/18 of precision and recall.
  t.is(characterScore("abc", "abd").toFixed(3), ((100 * 7) / 18).toFixed(3));
});
