import test from "ava";
import { wordAt, wordGroups } from "#web/pages/playground/word-groups.ts";
import { formatClock } from "#web/format.ts";
import { peaksOf } from "#web/components/audio/peaks.ts";

const word = (start: number, end: number) => ({
  word: "word",
  written: "word",
  spoken: "word",
  start,
  end,
  confidence: 1,
});
const segment = (id: number, start: number, end: number) => ({ id, start, end, text: "", confidence: 1 });

test("every word of an hour is found at its time, and none in a pause", (t) => {
  const words = Array.from({ length: 9_000 }, (_, index) => word(0.4 * index, 0.4 * index + 0.3));
  words.forEach(({ start, end }, index) => {
    t.is(wordAt(words, start), index);
    t.is(wordAt(words, (start + end) / 2), index);
  });
  t.is(wordAt(words, 3_700), -1);
  t.is(wordAt([word(1, 2)], 0.5), -1);
  t.is(wordAt([], 1), -1);
});

test("of words that begin at the same time the last one is marked", (t) => {
  t.is(wordAt([word(1, 1), word(1, 1), word(1, 2), word(3, 4)], 1), 2);
});

test("each word is in one group and in its order, however the segments are cut", (t) => {
  const words = [word(0, 1), word(1, 2), word(5, 6), word(6, 7), word(9, 10)];
  for (const segments of [
    [segment(0, 0, 10)],
    [segment(0, 0, 2), segment(1, 5, 7), segment(2, 9, 10)],
    [segment(0, 0.5, 2), segment(1, 2, 2), segment(2, 5.5, 10)],
    [segment(0, 3, 4), segment(1, 20, 21)],
  ]) {
    const groups = wordGroups(segments, words);
    t.deepEqual(
      groups.flatMap((group) => group.words),
      words,
    );
    for (const { first, words: own } of groups) t.is(words.indexOf(own[0] ?? word(0, 0)), first);
  }
  t.deepEqual(wordGroups([], []), []);
});

test("a clock shows minutes and seconds", (t) => {
  t.deepEqual([0, 7.9, 60, 3_599.99].map(formatClock), ["0:00", "0:07", "1:00", "59:59"]);
});

test("a waveform shows the loudest of each part, over all channels, and silence as nothing", (t) => {
  const left = Float32Array.from([0, 0.1, 0, 0, -0.5, 0, 0, 0]);
  const right = Float32Array.from([0, 0, 0, 0, 0, 0, 0.25, 0]);
  t.deepEqual(
    peaksOf([left, right], 4).map((peak) => Math.round(peak * 100)),
    [20, 0, 100, 50],
  );
  t.deepEqual(peaksOf([new Float32Array(8)], 2), [0, 0]);
  t.is(peaksOf([new Float32Array(3)], 120).length, 120);
});
