import test from "ava";
import { wordErrorRate, wordErrors, wordsOf } from "#harness/audio/word-error-rate.ts";

test("words are compared in lower case and without punctuation", (t) => {
  t.deepEqual(wordsOf(" Printing, in the ONLY sense — it's\nfine. "), [
    "printing",
    "in",
    "the",
    "only",
    "sense",
    "its",
    "fine",
  ]);
  t.deepEqual(wordsOf("नमस्ते, दुनिया!"), ["नमस्ते", "दुनिया"]);
  t.deepEqual(wordsOf(" …"), []);
  t.deepEqual(wordsOf("1-0, room 902"), wordsOf("one oh room nine zero two"));
  t.deepEqual(wordsOf("Mr. Quilter"), wordsOf("mister quilter"));
});

for (const [what, meant, heard, errors] of [
  ["nothing wrong", "how old is it", "How old is it?", 0],
  ["a word mistaken", "how old is it", "how bold is it", 1],
  ["a word missed", "how old is it", "how is it", 1],
  ["a word too many", "how old is it", "how old is is it", 1],
  ["nothing heard", "how old is it", "", 4],
  ["something heard in silence", "", "how old", 2],
  ["everything at once", "wreck a nice beach", "recognise the speech nice", 4],
] as const) {
  test(`the fewest edits are counted: ${what}`, (t) => t.is(wordErrors(meant, heard).errors, errors));
}

test("the error rate of several texts is that of all their words together", (t) => {
  const texts = [
    wordErrors("six", "sick"),
    wordErrors("we are sure that one war is enough", "we are sure that one war is"),
  ];
  t.is(wordErrorRate(texts), (100 * 2) / 9);
});
