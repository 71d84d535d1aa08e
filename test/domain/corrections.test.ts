import test from "ava";
import type { TranscriptJson } from "#db/engine-schema.ts";
import { corrected, correctionBounds, retimed, withCorrections } from "#src/domain/speech/corrections.ts";
import { textOfParagraphs } from "#src/domain/speech/paragraphs.ts";
import { textOfTranscript, transcriptsByChannel } from "#src/domain/speech/speakers.ts";
import { toSrt, toVtt } from "#src/domain/speech/subtitles.ts";

type Voice = Pick<TranscriptJson["words"][number], "speaker" | "channel">;

const segment = ([id, start]: readonly [id: number, start: number], text: string, voice: Voice = {}) => ({
  ...{ id, start, end: start + text.split(" ").length, text, confidence: 0.5, ...voice },
});

/** A segment with its words, each of which takes a second. */
const said = ([id, start]: readonly [id: number, start: number], text: string, voice: Voice = {}) => ({
  segment: segment([id, start], text, voice),
  words: text.split(" ").map((word, index) => ({
    ...{ word, written: word, spoken: word, start: start + index, end: start + index + 1, confidence: 0.5, ...voice },
  })),
});

const transcriptOf = (...parts: readonly ReturnType<typeof said>[]): TranscriptJson => ({
  text: parts.map((part) => part.segment.text).join(" "),
  segments: parts.map((part) => part.segment),
  words: parts.flatMap(({ words }) => words).toSorted((one, other) => one.start - other.start),
});

const weather = said([0, 0], "The whether is good, today.");
const transcript = transcriptOf(weather, said([1, 6], "Um."), said([2, 8], "Bye."));

const times = (text: string, { segment: its, words } = weather) =>
  retimed(words, its, text).map(({ written, word, start, end, confidence }) => [
    written ?? word,
    start,
    end,
    confidence,
  ]);

test("a corrected text keeps the times of what was not changed, and new words are sure", (t) => {
  const rest = [
    ["is", 2, 3, 0.5],
    ["good,", 3, 4, 0.5],
    ["today.", 4, 5, 0.5],
  ];
  t.deepEqual(times("The weather is good, today."), [["The", 0, 1, 0.5], ["weather", 1, 2, 1], ...rest]);
  t.deepEqual(times("The fine weather is good, today."), [
    ["The", 0, 1, 0.5],
    ["fine", 1, 1.5, 1],
    ["weather", 1.5, 2, 1],
    ...rest,
  ]);
  t.deepEqual(times("A whether is bad, today."), [
    ["A", 0, 1, 1],
    ["whether", 1, 2, 0.5],
    ["is", 2, 3, 0.5],
    ["bad,", 3, 4, 1],
    ["today.", 4, 5, 0.5],
  ]);
  t.deepEqual(times("is good, today."), rest);
  t.deepEqual(times(""), []);
});

test("whatever the new text, all of it is in the words, in the order of time and within the segment", (t) => {
  const overlapping = { ...weather, words: weather.words.map((word) => ({ ...word, end: word.end + 0.4 })) };
  for (const part of [weather, overlapping, { ...weather, words: [] }])
    for (const text of [
      "The",
      "The whether is so very good, today.",
      "So the the whether is is good, today. Yes!",
      "a b c d e f g",
    ]) {
      const words = retimed(part.words, part.segment, text);
      t.is(words.map(({ written }) => written).join(" "), text);
      const starts = words.map(({ start }) => start);
      t.deepEqual(
        starts,
        starts.toSorted((one, other) => one - other),
        text,
      );
      t.true(
        words.every(({ start, end }) => start >= 0 && end >= start && start <= 5),
        text,
      );
    }
});

test("in a script without spaces each letter keeps its time", (t) => {
  const letters = ["今", "天", "天", "汽", "好。"];
  const words = letters.map((word, at) => ({ ...{ word, written: word, start: at, end: at + 1, confidence: 0.5 } }));
  t.deepEqual(
    retimed(words, segment([0, 0], "今天天汽好。"), "今天天气好。").map(({ word, start, confidence }) => [
      word,
      start,
      confidence,
    ]),
    [
      ["今", 0, 0.5],
      ["天", 1, 0.5],
      ["天", 2, 0.5],
      ["气", 3, 1],
      ["好。", 4, 0.5],
    ],
  );
});

test("the words of a text without spaces are its letters with their signs, and words of other scripts", (t) => {
  const words = (text: string) => retimed([], segment([0, 0], ""), text).map(({ word }) => word);
  t.deepEqual(words("我用Python写，好吗？"), ["我", "用", "Python", "写，", "好", "吗？"]);
  t.deepEqual(words("ที่นี่ 5 คน"), ["ที่", "นี่", "5", "ค", "น"]);
  t.deepEqual(words("नमस्ते दुनिया।"), ["नमस्ते", "दुनिया।"]);
});

test("corrections are shown, the model's words are kept, and taking all back restores them", (t) => {
  const changed = withCorrections(transcript, { "0": " The weather\nis good,  today. ", "1": "" });
  t.is(changed.text, "The weather is good, today. Bye.");
  t.deepEqual(changed.segments, transcript.segments);
  t.deepEqual(changed.words, transcript.words);
  const shown = corrected(changed);
  t.deepEqual(
    shown.segments.map(({ id, text, corrected: by, confidence }) => [id, text, by, confidence]),
    [
      [0, "The weather is good, today.", true, 0.6],
      [2, "Bye.", undefined, 0.5],
    ],
  );
  t.is(shown.words.map(({ written }) => written).join(" "), shown.text);
  t.like(shown.silenced, [{ id: 1, text: "", corrected: true }]);
  t.is(textOfTranscript(shown), shown.text);
  const more = withCorrections(changed, { "2": "Goodbye." });
  t.is(more.text, "The weather is good, today. Goodbye.");
  const less = withCorrections(more, { "0": null, "1": "Um.", "2": "Bye." });
  t.deepEqual(less, transcript);
  t.is(corrected(transcript), transcript);
});

test("words that are added at an end of a segment have a time within it", (t) => {
  t.deepEqual(times("The whether is good, today. Indeed.").slice(-2), [
    ["today.", 4, 5, 0.5],
    ["Indeed.", 4.5, 5, 1],
  ]);
  t.deepEqual(times("Well. The whether is good, today.").slice(0, 2), [
    ["Well.", 0, 0.5, 1],
    ["The", 0, 1, 0.5],
  ]);
});

test("signs that stand alone, and those of scripts without spaces, are no words of their own", (t) => {
  const spoken = (...words: readonly string[]) => {
    const { segment: its } = said([0, 0], "x");
    const read = words.map((word, start) => ({
      ...{ word, written: word, spoken: word, start, end: start + 1, confidence: 0.5 },
    }));
    return { segment: { ...its, end: words.length }, words: read };
  };
  const french = spoken("Salut,", "comment", "allez-vous ?");
  t.deepEqual(times("Salut, pourquoi allez-vous ?", french), [
    ["Salut,", 0, 1, 0.5],
    ["pourquoi", 1, 2, 1],
    ["allez-vous ?", 2, 3, 0.5],
  ]);
  const japanese = spoken("「今", "日", "は」");
  t.deepEqual(times("「明日は」", japanese), [
    ["「明", 0, 1, 1],
    ["日", 1, 2, 0.5],
    ["は」", 2, 3, 0.5],
  ]);
  const khmer = spoken("សួ", "ស្", "តី។");
  t.deepEqual(
    times("សួស្តី។", khmer),
    khmer.words.map(({ word, start, end }) => [word, start, end, 0.5]),
  );
});

test("files have the corrections, and nothing of what is not said any more", (t) => {
  const { segments, words } = transcriptOf(
    said([0, 0], "Helo.", { speaker: 0 }),
    said([1, 3], "Um.", { speaker: 1 }),
    said([2, 6], "I am here.", { speaker: 0 }),
  );
  const changed = withCorrections({ text: "Helo. Um. I am here.", segments, words }, { "0": "Hello.", "1": "" });
  const shown = corrected(changed);
  t.is(textOfTranscript(shown), "A: Hello. I am here.");
  t.is(textOfParagraphs(shown), "A: Hello.\n\nA: I am here.");
  t.regex(toSrt(shown, { duration: 10 }), /^1\n00:00:00,000 --> [^\n]+\nA: Hello\.\n\n2\n[^\n]+\nI am here\.\n$/);
  t.regex(toVtt(shown, { duration: 10 }), /\n<v A>Hello\.\n\n[^\n]+\n<v A>I am here\.\n$/);
});

test("channels that speak at once are corrected each by itself", (t) => {
  const call = {
    ...transcriptOf(said([0, 0], "How can I help?", { channel: 0 }), said([1, 0.5], "Helo there.", { channel: 1 })),
    channels: [{ channel: 0 }, { channel: 1 }],
  };
  const shown = corrected(withCorrections(call, { "1": "Well, hello there." }));
  const [first, second] = transcriptsByChannel(shown);
  t.deepEqual(first?.words.map(({ written }) => written).join(" "), "How can I help?");
  t.deepEqual(second?.words.map(({ written }) => written).join(" "), "Well, hello there.");
  const starts = shown.words.map(({ start }) => start);
  t.deepEqual(
    starts,
    starts.toSorted((one, other) => one - other),
  );
});

test("an unknown segment is refused, and more text than a transcript may have", (t) => {
  for (const id of ["3", "-1", "00", "x", "__proto__"])
    t.throws(() => withCorrections(transcript, Object.fromEntries([[id, "Hello."]])), { code: "validation_error" }, id);
  t.throws(() => withCorrections({ text: "", segments: [], words: [] }, { "0": null }), { message: /no segments/ });
  const long = "x".repeat(correctionBounds.total / 2);
  const most = withCorrections(transcript, { "0": long, "1": long });
  t.throws(() => withCorrections(most, { "2": "x" }), { message: /at most 1000000 characters/ });
});
