import test from "ava";
import { heardErrors } from "#bench/heard-errors.ts";

for (const [meant, heard] of [
  ["The bill came to forty two dollars and fifty cents.", "The bill came to $42.50."],
  ["In nineteen eighty four there were one thousand two hundred fifty books.", "In 1984 there were 1,250 books."],
  ["About minus five degrees.", "About -5 degrees."],
  ["He lives on Saint James Street.", "He lives on St. James St."],
  ["Write to info at example dot com for more.", "Write to info@example.com for more."],
  ["The train leaves at seven thirty p.m. today.", "The train leaves at seven 30 p M today."],
  ["Twenty-one apples, et cetera.", "21 apples, etc."],
] as const) {
  test(`"${heard}" is what was meant by "${meant}"`, (t) => {
    t.is(heardErrors(meant, heard).errors, 0);
  });
}

test("misheard words count, however numbers are written", (t) => {
  t.deepEqual(heardErrors("It costs forty two dollars.", "It costs $43."), { words: 5, errors: 1 });
  t.deepEqual(heardErrors("It costs forty two dollars.", "It cost $42."), { words: 5, errors: 1 });
  t.deepEqual(heardErrors("It costs forty two dollars.", ""), { words: 5, errors: 5 });
});
