import test from "ava";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { usualLayout } from "#src/domain/speech/subtitle-cues.ts";
import { type SubtitleOptions, toSrt as srtOf, toVtt as vttOf } from "#src/domain/speech/subtitles.ts";

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

/** In the usual layout, of a recording that goes on. */
const toSrt = (transcript: TranscriptJson, options: Partial<SubtitleOptions> = {}): string =>
  srtOf(transcript, { duration: null, ...options });
const toVtt = (transcript: TranscriptJson): string => vttOf(transcript, { duration: null });

interface Shown {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

const secondsOf = (clock: string): number =>
  clock.split(":").reduce((sum, part) => sum * 60 + Number(part.replace(",", ".")), 0);

/** The cues of SubRip as a player reads them. */
const cuesIn = (srt: string): readonly Shown[] =>
  [...srt.matchAll(/^\d+\n(\S+) --> (\S+)\n([^]*?)\n(?=\n|$(?![^]))/gm)].map(([, from = "", to = "", text = ""]) => ({
    start: secondsOf(from),
    end: secondsOf(to),
    lines: text.split("\n"),
  }));

/** Words of a text that are said one after the other. */
function saidAtOnce(text: string, { from = 0, perWord = 0.3 } = {}): readonly Spoken[] {
  return text.split(" ").map((word, index) => [word, from + index * perWord, from + (index + 1) * perWord]);
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
  t.deepEqual(times(toSrt(late, { duration: 36_000.0004 })), [
    ["01:00:00,000", "01:01:01,500"],
    ["10:00:00,000", "10:00:00,000"],
  ]);
});

test("a cue has two lines of at most 42 columns and seven seconds, and no word is lost", (t) => {
  const spoken = Array.from({ length: 200 }, (_, index): Spoken => [`word${index}`, index * 0.3, index * 0.3 + 0.25]);
  const long = transcriptOf(spoken);
  const cues = cuesIn(toSrt(long));
  t.is(cues.flatMap(({ lines }) => lines).join(" "), long.text);
  for (const { start, end, lines } of cues) {
    t.true(lines.length <= 2 && lines.every((line) => line.length <= 42), lines.join("|"));
    t.true(end - start <= 7);
  }
  const slow = transcriptOf(Array.from({ length: 10 }, (_, index): Spoken => ["slow", index * 3, index * 3 + 2.5]));
  for (const { start, end } of cuesIn(toSrt(slow))) t.true(end - start <= 7, `${start} ${end}`);
});

test("a long sentence breaks at its clauses, without a word alone", (t) => {
  const text =
    "When the train finally arrived at the old station, the passengers who had been waiting since morning picked up " +
    "their heavy bags, and they walked slowly towards the open doors of the carriage because nobody wanted to be left behind.";
  const cues = cuesIn(toSrt(transcriptOf(saidAtOnce(text))));
  t.is(cues.flatMap(({ lines }) => lines).join(" "), text);
  const ends = cues.map(({ lines }) => lines.join(" ").split(" ").at(-1));
  for (const end of ["station,", "bags,"]) t.true(ends.includes(end), ends.join(" | "));
  for (const { lines } of cues) {
    t.true(lines.join(" ").split(" ").length > 2, lines.join("|"));
    for (const line of lines) t.notRegex(line, /(?:^\S+$|\s(?:the|their|of|to)$)/, line);
  }
});

test("a short word stays in view in the silence behind it, and no longer than the recording", (t) => {
  const spoken: Spoken[] = [
    ["Yes.", 1, 1.2],
    ["No.", 5, 5.2],
  ];
  const apart = transcriptOf(...spoken.map((word) => [word]));
  const timesOf = (srt: string) => cuesIn(srt).map(({ start, end }) => [start, end]);
  t.deepEqual(timesOf(toSrt(apart)), [
    [1, 2],
    [5, 6],
  ]);
  t.deepEqual(timesOf(toSrt(apart, { duration: 5.5 }))[0], [1, 2]);
  t.is(cuesIn(toSrt(apart, { duration: 5.9 })).at(-1)?.end, 5.9);
});

test("a cue stays long enough to be read at 20 characters a second where the speech allows it", (t) => {
  const fast = saidAtOnce("This was said so fast that hardly anybody understood it.", { perWord: 0.12 });
  const next = saidAtOnce("Nobody minded.", { from: 6 });
  const [first] = cuesIn(toSrt(transcriptOf(fast, next)));
  t.true((first?.lines.join(" ").length ?? 0) / ((first?.end ?? 0) - (first?.start ?? 0)) <= 20);
});

test("cues of fast speech do not overlap, and none under 0.8 seconds could join its neighbour", (t) => {
  const sentences = Array.from({ length: 40 }, (_, index) =>
    saidAtOnce(["Go.", "Come on now.", "I think that it is over there, behind the house.", "Yes."][index % 4] ?? "", {
      from: index * 2,
      perWord: 0.18,
    }),
  );
  const cues = cuesIn(toSrt(transcriptOf(...sentences, saidAtOnce("Go. Stop. Wait.", { from: 81, perWord: 0.2 }))));
  for (const [index, { start, end }] of cues.entries()) {
    t.true(end <= (cues[index + 1]?.start ?? Infinity));
    t.true(end - start >= 0.8, `${start} ${end}`);
  }
});

test("lines and words of a cue follow the layout that is asked for", (t) => {
  const text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen extraordinarily.";
  const layout = { maxLineWidth: 12, maxLines: 3, maxWords: 4 };
  const cues = cuesIn(toSrt(transcriptOf(saidAtOnce(text)), { layout }));
  t.is(cues.flatMap(({ lines }) => lines).join(" "), text);
  for (const { lines } of cues) {
    t.true(lines.length <= 3 && lines.join(" ").split(" ").length <= 4);
    for (const line of lines) t.true(line.length <= 12 || !line.includes(" "), line);
  }
  const oneWord = { ...usualLayout, maxWords: 1 };
  t.is(cuesIn(toSrt(transcriptOf(saidAtOnce(text)), { layout: oneWord })).length, text.split(" ").length);
});

test("a text without spaces wraps between its words, in whatever pieces it came", (t) => {
  const text = "私は昨日東京駅の近くにある新しい図書館で友達と一緒に日本語の歴史についての面白い本を読みました。";
  const letters = Array.from(text, (letter, index): Spoken => [letter, index * 0.12, index * 0.12 + 0.12]);
  const whole: readonly Spoken[] = [[text, 0, text.length * 0.12]];
  for (const spoken of [letters, whole]) {
    const cues = cuesIn(toSrt(transcriptOf(spoken)));
    const lines = cues.flatMap((cue) => cue.lines);
    t.is(lines.join(""), text);
    t.true(lines.length > 1);
    for (const line of lines) t.true(line.length <= 21, line);
    const words = new Intl.Segmenter("ja", { granularity: "word" });
    const starts = new Set([...words.segment(text)].map(({ index }) => index));
    let at = 0;
    for (const line of lines) {
      t.true(starts.has(at), line);
      at += line.length;
    }
  }
});

test("marks of Devanagari take no column", (t) => {
  const text = "सब्र करो और देखती रहो प्यारी मीनू दादाजी बोले कि हम सब कल सुबह की गाड़ी से दिल्ली जाएँगे और शाम तक लौट आएँगे";
  const cues = cuesIn(toSrt(transcriptOf(saidAtOnce(text))));
  t.is(cues.flatMap(({ lines }) => lines).join(" "), text);
  for (const line of cues.flatMap(({ lines }) => lines)) t.true(line.replaceAll(/\p{M}/gu, "").length <= 42, line);
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
