import test from "ava";
import fc from "fast-check";
import { parseSsml } from "#src/domain/speech/ssml/parse-ssml.ts";
import { cpuTimeMs, cpuTimeSinceMs } from "#test/support/cpu-time.ts";
import type { TimedWord } from "#workers/speech/engine.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import { matchSequences } from "#workers/speech/alignment/match-sequences.ts";
import { writtenWordTimes } from "#workers/speech/synthesis/words/word-times.ts";
import { soundingWords, writtenWords } from "#workers/speech/synthesis/words/written-words.ts";

const costOf = (one: string, other: string): number => (one === other ? 0 : 1);
const match = (expected: string, found: string) =>
  matchSequences({ expected: [...expected], found: [...found], costOf }).map((index) => index ?? "-");

test("items are matched in their order, with what was put in, left out and replaced", (t) => {
  t.deepEqual(match("abcdef", "abcdef"), [0, 1, 2, 3, 4, 5]);
  t.deepEqual(match("abcdef", "abxcdef"), [0, 1, "-", 2, 3, 4, 5]);
  t.deepEqual(match("abcdef", "abdef"), [0, 1, 3, 4, 5]);
  t.deepEqual(match("abcdef", "abxdef"), [0, 1, 2, 3, 4, 5]);
  t.deepEqual(match("", "ab"), ["-", "-"]);
  t.deepEqual(match("ab", ""), []);
});

test("long sequences are matched in no time, however they differ", (t) => {
  const numbers = Array.from({ length: 20_000 }, (_, at) => `${at}`);
  const isFast = (found: readonly string[]) => {
    const before = process.threadCpuUsage();
    const matches = matchSequences({ expected: numbers, found, costOf });
    t.true(cpuTimeSinceMs(before) < 20_000);
    t.is(matches.length, found.length);
    return matches;
  };
  const every = isFast(numbers.flatMap((number) => (Number(number) % 10 === 0 ? [number, "more"] : [number])));
  t.is(every.at(-1), 19_999);
  isFast([]);
  isFast(numbers.toReversed());
});

/** Each word that is spoken takes a second; times are of the text as the engines get it. */
function timed(text: string, language = "en", parts: Parameters<typeof writtenWords>[0] = [{ text }]) {
  const words = soundingWords(normalizeForSpeech(text, language)).map(atSeconds);
  const position = { start: 0, keptFrom: 0, keptTo: words.length };
  const pieces = [{ source: "model" as const, words, position }];
  return writtenWordTimes(writtenWords(parts, { language }), pieces, words.length).words.map(show);
}

const atSeconds = (word: string, at: number): TimedWord => ({ word, start: at, end: at + 1 });
const show = ({ word, start, end }: TimedWord): string => `${word} ${start}-${end}`;

test("a number is one word, however many are spoken for it", (t) => {
  t.deepEqual(timed("It costs $42.50, or 3 kg."), [
    ...["It 0-1", "costs 1-2", "$42.50, 2-8", "or 8-9", "3 9-10", "kg. 10-11"],
  ]);
  t.deepEqual(timed("On 14 March we met"), ["On 0-1", "14 1-4", "March 4-5", "we 5-6", "met 6-7"]);
  t.deepEqual(timed("March 14, 2025 at 7:30 p.m. sharp"), [
    ...["March 0-1", "14, 1-2", "2025 2-5", "at 5-6", "7:30 6-8", "p.m. 8-9", "sharp 9-10"],
  ]);
  t.deepEqual(timed("₹12 crore today"), ["₹12 0-1", "crore 1-3", "today 3-4"]);
  t.deepEqual(timed("mail info@example.com now"), ["mail 0-1", "info@example.com 1-6", "now 6-7"]);
});

test("signs alone are words where they are spoken, and emoji are none", (t) => {
  t.deepEqual(timed("salt & pepper 😀 — done"), ["salt 0-1", "& 1-2", "pepper 2-3", "done 3-4"]);
});

test("in scripts without spaces each letter is a word", (t) => {
  t.deepEqual(timed("今日は 雨", "ja"), ["今 0-1", "日 1-2", "は 2-3", "雨 3-4"]);
});

test("of markup, the words are those that stand there", (t) => {
  const parsed = parseSsml(
    "<speak>The <sub alias='World Wide Web'>WWW</sub> has <say-as interpret-as='characters'>AB</say-as> 12 sites</speak>",
  );
  if (!parsed.ok) throw new Error(parsed.message);
  t.deepEqual(timed("The World Wide Web has A, B, twelve sites", "en", parsed.parts), [
    ...["The 0-1", "WWW 1-4", "has 4-5", "AB 5-7", "12 7-8", "sites 8-9"],
  ]);
});

test("words keep their times when edges are cut, pieces are joined and a pause is between", (t) => {
  const piece = (words: readonly TimedWord[], start: number, keptTo: number) => {
    return { source: "model" as const, words, position: { start, keptFrom: 0.5, keptTo } };
  };
  const [first, second] = [
    [
      { word: "Good", start: 0.4, end: 1 },
      { word: "morning.", start: 1, end: 2.4 },
    ],
    [{ word: "Hello", start: 0.75, end: 1.5 }],
  ];
  const written = writtenWords([{ text: "Good morning. Hello" }], { language: "en" });
  const result = writtenWordTimes(written, [piece(first, 0, 2), { ...piece(second, 3, 1.5), source: "estimate" }], 4);
  t.is(result.source, "estimate", "the least exact one");
  t.deepEqual(result.words.map(show), ["Good 0-0.5", "morning. 0.5-1.5", "Hello 3.25-4"]);
});

test("times never decrease, never leave the sound, and each written word has one", (t) => {
  const token = fc.oneof(
    fc.constantFrom(
      "Dr.",
      "$5",
      "1/2",
      "&",
      "😀",
      "15%",
      "of",
      "the",
      "2025",
      "e.g.",
      "XIV",
      "नमस्ते",
      "雨が",
      "+91 98765 43210",
    ),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
      const text = tokens.join(" ");
      const words = soundingWords(normalizeForSpeech(text, "en")).map(atSeconds);
      const position = { start: 0, keptFrom: 0, keptTo: words.length };
      const written = writtenWords([{ text }], { language: "en" });
      const result = writtenWordTimes(written, [{ source: "model", words, position }], words.length).words;
      let last = 0;
      for (const { start, end } of result) {
        if (start < last || end < start || end > words.length) return false;
        last = end;
      }
      return result.length === written.length;
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test("five thousand characters take little time", (t) => {
  for (const text of [
    "a ".repeat(2_500),
    "1".repeat(5_000),
    "$9 ".repeat(1_666),
    "雨".repeat(5_000),
    "½".repeat(5_000),
  ]) {
    t.true(cpuTimeMs(() => timed(text)) < 10_000, text.slice(0, 5));
  }
});
