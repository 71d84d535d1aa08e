import test from "ava";
import { completeLength } from "#src/domain/speech/written-text.ts";

const complete = (text: string): string => text.slice(0, completeLength(text));

test("sentences are complete when another one has begun behind them", (t) => {
  t.is(complete("We went home. "), "");
  t.is(complete("We went home. A"), "We went home. ");
  t.is(complete('He said "We went home." Then he left. So'), 'He said "We went home." Then he left. ');
  t.is(complete("Is it? Really, it is! Yes"), "Is it? Really, it is! ");
  t.is(complete("我们回家了，天黑了下来。我"), "我们回家了，天黑了下来。");
});

test("a sign that ends no sentence does not cut, nor does a text that is too short", (t) => {
  t.is(complete("It is worth 3.5"), "");
  t.is(complete("We have met Dr. Brown"), "");
  t.is(complete("We met at 5 p.m. on"), "");
  t.is(complete("Hi. We"), "");
  t.is(complete("A title\nWithout a sign"), "");
  t.is(complete(""), "");
});
