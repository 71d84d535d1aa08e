import test from "ava";
import { wordAt } from "#web/components/audio/word-at.ts";
import { namedSpans } from "#web/components/requests/named-spans.ts";
import { marksByWord, sentenceGroups, wordGroups } from "#web/components/result/word-groups.ts";
import { findWords } from "#web/components/result/find-words.ts";
import { turnsText } from "#web/components/requests/voices.ts";
import { fileNameOf, formatClock, formatTotal } from "#web/format.ts";
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
  t.is(wordAt([word(1, 2), word(2, 3)], 1.999), 1, "a player that was sent there");
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

test("a part begins with its first word, also behind another part of the same speaker", (t) => {
  const said = [word(0, 1), word(1, 2), word(2, 2), word(2, 3), word(3, 4)];
  const voices = ["A", "A", "A", "B", "B"];
  const words = said.map((one, at) => ({ ...one, speaker: voices[at] ?? "" }));
  const parts = [0, 1, 2, 3].map((start, id) => ({ ...segment(id, start, start + 1), speaker: "AABB".charAt(id) }));
  const groups = wordGroups(parts, words);
  t.deepEqual(
    groups.map(({ start, words: own }) => [start, own.length]),
    [
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 1],
    ],
  );
});

test("speech without words, or of several people, stands before the word behind it, and at the end behind all", (t) => {
  const [first, last, both] = [
    { start: 1, end: 2 },
    { start: 8, end: 9 },
    { start: 1.5, end: 2.5 },
  ];
  const spans = namedSpans({ unintelligible: [first, last], overlaps: [both] });
  t.deepEqual(
    [...marksByWord([word(0, 1), word(2, 3), word(3, 4)], spans)],
    [
      [
        1,
        [
          { ...first, name: "unintelligible" },
          { ...both, name: "several people speak" },
        ],
      ],
      [3, [{ ...last, name: "unintelligible" }]],
    ],
  );
  t.deepEqual(namedSpans({ unintelligible: [] }), []);
});

test("a clock shows minutes and seconds", (t) => {
  t.deepEqual([0, 7.9, 60, 3_599.99].map(formatClock), ["0:00", "0:07", "1:00", "59:59"]);
});

test("the length of a list is exact to the last item, or about right", (t) => {
  t.is(formatTotal({ total: 9_876, total_is_estimate: false }), "9,876");
  t.is(formatTotal({ total: 1_234_321, total_is_estimate: true }), "about 1,234,000");
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

const spokenAs = (written: string, start: number, end: number) => ({ ...word(start, end), written });
const sentence = [
  spokenAs("The", 0, 1),
  spokenAs("whether", 1, 2),
  spokenAs("is", 2, 3),
  spokenAs("good,", 3, 4),
  spokenAs("today.", 4, 5),
];

test("a search finds parts of words and phrases, whatever their case and punctuation", (t) => {
  t.deepEqual(findWords(sentence, " GOOD  today "), [{ first: 3, last: 4 }]);
  t.deepEqual(findWords(sentence, "the"), [
    { first: 0, last: 0 },
    { first: 1, last: 1 },
  ]);
  t.deepEqual(findWords(sentence, "o"), [
    { first: 3, last: 3 },
    { first: 3, last: 3 },
    { first: 4, last: 4 },
  ]);
  for (const none of ["", " ", "?", "is today"]) t.deepEqual(findWords(sentence, none), [], none);
});

test("a transcript is copied with a line for each turn, without the parts in which nothing is said", (t) => {
  const said = (id: number, text: string, speaker?: string) => ({
    ...{ ...segment(id, id, id + 1), text },
    ...(speaker !== undefined && { speaker }),
  });
  const parts = [said(0, "Hello.", "A"), said(1, "", "B"), said(2, "How are you?", "A"), said(3, "Fine.", "B")];
  t.is(turnsText(parts, { A: "Anna" }), "Anna: Hello. How are you?\nB: Fine.");
  t.is(turnsText([said(0, "Hello."), said(1, "Bye.")], {}), "Hello. Bye.");
});

test("a download has the name of its recording", (t) => {
  t.is(fileNameOf("Team meeting 2.5.m4a", "srt", "transcript"), "Team meeting 2.5.srt");
  t.is(fileNameOf("call", "txt", "transcript"), "call.txt");
  for (const none of [null, "", ".wav"]) t.is(fileNameOf(none, "txt", "transcript"), "transcript.txt");
});

test("the words of a spoken text stand by sentence, each at the time of its first word", (t) => {
  const spoken = ["It", "costs", "$4.50.", "“Really?”", "Yes"].map((one, index) => ({
    ...{ word: one, start: index, end: index + 0.5 },
  }));
  const groups = sentenceGroups(spoken);
  t.deepEqual(
    groups.map(({ start, first, words }) => [start, first, words.map(({ written }) => written).join(" ")]),
    [
      [0, 0, "It costs $4.50."],
      [3, 3, "“Really?”"],
      [4, 4, "Yes"],
    ],
  );
  const abbreviated = [
    { word: "Dr.", start: 0, end: 0.3 },
    { word: "Smith.", start: 0.3, end: 1 },
    { word: "5.", start: 1.4, end: 2 },
  ];
  t.deepEqual(
    sentenceGroups(abbreviated).map(({ words }) => words.length),
    [2, 1],
  );
  t.deepEqual(sentenceGroups([]), []);
});
