import test from "ava";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";

type Spoken = readonly [word: string, start: number, end: number];

/** A transcript with these segments of words. */
function transcriptOf(...segments: readonly (readonly Spoken[])[]): TranscriptJson {
  const words = segments.flat().map(([word, start, end]) => ({ word, start, end, confidence: 1 }));
  const textOf = (spoken: readonly Spoken[]): string => spoken.map(([word]) => word).join(" ");
  return {
    text: textOf(segments.flat()),
    words,
    segments: segments.map((spoken, id) => ({
      ...{ id, text: textOf(spoken), confidence: 1 },
      ...{ start: spoken[0]?.[1] ?? 0, end: spoken.at(-1)?.[2] ?? 0 },
    })),
  };
}

const short = transcriptOf(
  [
    ["hello", 0, 0.5],
    ["there", 0.5, 1.25],
  ],
  [
    ["good", 2, 2.4],
    ["bye", 2.4, 3],
  ],
);
const times = (subtitles: string) =>
  [...subtitles.matchAll(/^(\S+) --> (\S+)$/gm)].map(([, from = "", to = ""]) => [from, to]);
const texts = (subtitles: string) => [...subtitles.matchAll(/-->.*\n(.*)/g)].map(([, text = ""]) => text);

test("SubRip numbers its cues and separates milliseconds by a comma", (t) => {
  const cues = ["1\n00:00:00,000 --> 00:00:01,250\nhello there\n", "2\n00:00:02,000 --> 00:00:03,000\ngood bye\n"];
  t.is(toSrt(short), cues.join("\n"));
});

test("WebVTT says what it is and separates milliseconds by a point", (t) => {
  const cues = ["00:00:00.000 --> 00:00:01.250\nhello there\n", "00:00:02.000 --> 00:00:03.000\ngood bye\n"];
  t.is(toVtt(short), ["WEBVTT\n", ...cues].join("\n"));
});

test("words stand in a cue with their punctuation", (t) => {
  const words = [
    { word: "Hello", written: "Hello,", spoken: "hello", start: 0, end: 1, confidence: 1 },
    { word: "there", written: "there!", spoken: "there", start: 1, end: 2, confidence: 1 },
  ];
  const segments = [{ id: 0, start: 0, end: 2, text: "Hello, there!", confidence: 1 }];
  t.regex(toSrt({ text: "Hello, there!", segments, words }), /\nHello, there!\n/);
});

test("words of a script without spaces stand together", (t) => {
  const cue = transcriptOf([
    ["こ", 0, 0.5],
    ["ん、", 0.5, 1],
    ["に", 1, 1.5],
    ["OK", 1.5, 2],
  ]);
  t.regex(toVtt(cue), /\nこん、に OK\n/);
});

test("silence has no cues", (t) => {
  t.is(toSrt(transcriptOf()), "");
  t.is(toVtt(transcriptOf()), "WEBVTT\n");
});

test("hours, minutes and rounding up to the next second are written out", (t) => {
  const late = transcriptOf([
    ["late", 3_599.9996, 3_661.5],
    ["later", 36_000, 36_000.0004],
  ]);
  t.deepEqual(times(toSrt(late)), [
    ["01:00:00,000", "01:01:01,500"],
    ["10:00:00,000", "10:00:00,000"],
  ]);
});

test("a cue has at most 84 characters and seven seconds, and no word is lost", (t) => {
  const spoken = Array.from({ length: 200 }, (_, index): Spoken => [`word${index}`, index * 0.3, index * 0.3 + 0.25]);
  const long = transcriptOf(spoken);
  for (const subtitles of [toSrt(long), toVtt(long)]) {
    t.is(texts(subtitles).join(" "), long.text);
    for (const text of texts(subtitles)) t.true(text.length <= 84, text);
  }
  const slow = transcriptOf(Array.from({ length: 10 }, (_, index): Spoken => ["slow", index * 3, index * 3 + 2.5]));
  for (const [from = "", to = ""] of times(toVtt(slow))) {
    t.true(Number(to.slice(-6)) - Number(from.slice(-6)) <= 7, `${from} ${to}`);
  }
  t.is(texts(toVtt(slow)).join(" "), slow.text);
});

test("a word of no length at the end of its segment is not lost", (t) => {
  const edges = transcriptOf(
    [
      ["one", 0, 1],
      ["two", 1, 1],
    ],
    [
      ["three", 2, 3],
      ["four", 3, 3],
    ],
  );
  t.deepEqual(texts(toSrt(edges)), ["one two", "three four"]);
});
