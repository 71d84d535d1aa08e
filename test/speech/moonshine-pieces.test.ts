import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { Range } from "#workers/speech/audio/piece.ts";
import {
  classifyTranscript,
  findLoop,
  holdMostEnergy,
  withFewerDigits,
} from "#workers/speech/recognition/hallucinations.ts";
import { joinSentences } from "#workers/speech/recognition/join-sentences.ts";
import { openPcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { unintelligibleSpans, wordlessStretches } from "#workers/speech/recognition/unintelligible.ts";
import { bareWord, clampTimes, estimatedTimes, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { transcribePiece } from "#workers/speech/recognition/transcribe-piece.ts";
import { privateFolder } from "./synth-support.ts";

const rate = 16_000;
const words = (text: string): readonly string[] => text.split(" ");

test("a phrase five times in a row is a loop, four times is not; a long one is with three", (t) => {
  const isLoop = (text: string): boolean => findLoop(words(text)) !== null;
  t.true(isLoop("uh uh uh uh uh"));
  t.false(isLoop("no no no no"));
  t.true(isLoop("so i am a guest i am a guest i am a guest i am a guest i am a guest"));
  t.false(isLoop("i am a guest i am a guest and he is a guest and she is a guest"));
  t.is(findLoop([]), null);
  const long = "it was the best of times and it was the worst of times ";
  t.true(isLoop(long.repeat(3).trim()));
  t.false(isLoop(long.repeat(2).trim()));
  t.deepEqual(findLoop(words("so no no no no no stop it")), { from: 1, to: 6 });
  t.deepEqual(findLoop(words("a very very very very very v")), { from: 1, to: 7 }, "cut off within a word");
});

test("repeated digits are as many as the time allows, in each way to write them", (t) => {
  t.is(withFewerDigits(`The total is 1${"0".repeat(56)}`, 3.3), "The total is 10000000");
  t.is(withFewerDigits(`The total is 1${",000".repeat(12)}`, 3.3), "The total is 10000000");
  t.is(
    withFewerDigits(`I called this "zero${"-zero".repeat(40)}`, 3),
    'I called this "zero-zero-zero-zero-zero-zero-zero',
  );
  t.is(withFewerDigits("Nine, nine, nine, nine, nine, nine, nine,", 1.5), "Nine, nine, nine, nine, nine");
  for (const text of ["no no no no no no no", "It is 1,000,000.", "zero zero zero zero zero zero stop", "5550199"]) {
    t.is(withFewerDigits(text, 1), null, text);
  }
});

test("what no speaker says is doubtful, and what the model invents of noise is nothing", (t) => {
  t.is(classifyTranscript("How old is the bridge?", 1.5), "good");
  t.is(classifyTranscript("", 0.3), "nothing");
  t.is(classifyTranscript("...", 3), "doubtful", "speech without words");
  t.is(classifyTranscript("Thank you.", 0.4), "nothing");
  t.is(classifyTranscript("Thank you.", 0.8), "good");
  t.is(classifyTranscript("Thanks for watching!", 0), "nothing");
  t.is(classifyTranscript("a b c d e f g h i j k l m", 2), "doubtful", "more than six words a second");
  t.is(classifyTranscript("Uh Uh Uh Uh Uh Uh", 5), "doubtful");
  t.is(classifyTranscript("No no no no no no, I do not want that.", 4), "good", "a loop does not come back to words");
  t.is(classifyTranscript(`The total is 1${"0".repeat(56)}`, 4), "doubtful", "more digits than the time allows");
  t.is(classifyTranscript("It is 1,000,000 by 2025.", 2), "good");
  t.is(classifyTranscript(`It is Marcus.Or${"l".repeat(90)}`, 18), "doubtful", "a loop within a word");
  t.is(classifyTranscript(`We ${"bla".repeat(30)} and so on.`, 18), "doubtful");
  t.is(classifyTranscript("Hmmmmmm, hahahahaha, that is 111111.", 5), "good");
});

test("words hold most of the sound where they stand in silence or on a quiet line, and not in music", (t) => {
  const loud = (from: number, to: number, level: number) =>
    Int16Array.from({ length: 3 * rate }, (_, index) => {
      const isWord = index >= from * rate && index < to * rate;
      return (index % 2 === 0 ? 1 : -1) * (isWord ? 8_000 : level);
    });
  const word = [{ start: 1.2, end: 1.6 }];
  t.true(holdMostEnergy(word, loud(1.2, 1.6, 0)));
  t.true(holdMostEnergy(word, loud(1.1, 1.7, 1_000)), "on a line with noise, and found too short");
  t.false(holdMostEnergy(word, loud(1.2, 1.6, 6_000)), "a beat of music");
  t.false(holdMostEnergy([], loud(0, 3, 0)));
});

/** Sound of −0.3 or 0.3 with silence at these seconds. */
function samplesOf(seconds: number, pauses: readonly Range[]): Int16Array {
  return Int16Array.from({ length: seconds * rate }, (_, index) =>
    pauses.some(([from, to]) => index >= from * rate && index < to * rate) ? 0 : index % 2 === 0 ? 10_000 : -10_000,
  );
}

async function sourceOf(t: ExecutionContext, samples: Int16Array) {
  const path = join(await privateFolder(t), "sound.raw");
  await writeFile(path, samples);
  const source = await openPcmSource(path);
  t.teardown(() => source[Symbol.asyncDispose]());
  return source;
}

test("a piece on which the model loops is cut and read again, and left out when it loops to the end", async (t) => {
  const samples = samplesOf(8, [[3, 3.2]]);
  const source = await sourceOf(t, samples);
  const piece = { from: 0, to: samples.length, speech: [[0, samples.length]] as const };
  const saying = (text: string) => Promise.resolve({ text, words: null, language: null });
  const read = (part: Int16Array) =>
    saying(part.length > 6 * rate ? "uh ".repeat(30) : part.length > 4 * rate ? "the end" : "in the beginning");
  const { readings } = await transcribePiece(source, piece, read);
  t.deepEqual(
    readings.map(({ text }) => text),
    ["in the beginning", "the end"],
  );
  const [first, second] = readings;
  t.is(first?.to, second?.from);
  const { readings: none, unread } = await transcribePiece(source, piece, () => saying("uh ".repeat(30)));
  t.deepEqual(none, []);
  t.deepEqual(unintelligibleSpans(unread), [{ start: 0, end: 8 }], "and said to be unintelligible");
  const short = { from: 0, to: 1.5 * rate, speech: [[0, 1.5 * rate]] as const };
  const { readings: repeated } = await transcribePiece(source, short, () => saying("no no no no no"));
  t.is(repeated[0]?.text, "no no no no no", "what is short may be said again and again");
  const looped = await transcribePiece(source, short, () => saying(`Or${"l".repeat(20)}`));
  t.deepEqual(looped, { readings: [], unread: [[0, 1.5 * rate]] });
});

test("a good beginning is kept where the end of a piece is unintelligible", async (t) => {
  const source = await sourceOf(t, samplesOf(8, [[3, 3.2]]));
  const piece = { from: 0, to: 8 * rate, speech: [[0, 3 * rate] as const, [3.2 * rate, 8 * rate] as const] };
  const read = await transcribePiece(source, piece, async ({ length }) => {
    return { text: length < 3.3 * rate && length > 2.9 * rate ? "in the beginning" : "", words: null, language: null };
  });
  t.deepEqual(
    read.readings.map(({ text }) => text),
    ["in the beginning"],
  );
  t.deepEqual(unintelligibleSpans(read.unread), [{ start: 3.2, end: 8 }]);
});

test("unintelligible is what has half a second of speech, as one where it is near", (t) => {
  const spans = (...seconds: readonly Range[]) =>
    unintelligibleSpans(seconds.map(([from, to]): Range => [from * rate, to * rate]));
  t.deepEqual(spans(), []);
  t.deepEqual(spans([1, 1.4], [9, 9.4]), [], "a breath");
  t.deepEqual(spans([5, 6], [1, 1.3], [2, 2.3]), [
    { start: 1, end: 2.3 },
    { start: 5, end: 6 },
  ]);
  t.deepEqual(spans([1, 3], [2, 2.5]), [{ start: 1, end: 3 }], "what was found twice");
});

test("a long stretch of speech between words that were found is without words", (t) => {
  const word = (start: number, end: number) => ({ start, end });
  const speech: readonly Range[] = [[0, 10 * rate]];
  t.deepEqual(wordlessStretches(speech, [word(0, 2), word(3, 5), word(5.1, 9.5)]), []);
  t.deepEqual(wordlessStretches(speech, [word(0, 2), word(6, 9.5)]), [[2.25 * rate, 5.75 * rate]]);
});

test("words behind repeated digits are read", async (t) => {
  const source = await sourceOf(t, samplesOf(6, [[4.4, 4.6]]));
  const piece = { from: 0, to: 6 * rate, speech: [[0, 6 * rate]] as const };
  const { readings } = await transcribePiece(source, piece, async ({ length }) => {
    const isWhole = length === 6 * rate;
    return { text: isWhole ? `The code is ${"0".repeat(80)}` : "and my name is Peter.", words: null, language: null };
  });
  t.deepEqual(
    readings.map(({ text }) => text),
    [`The code is ${"0".repeat(11)}`, "and my name is Peter."],
  );
  t.is(readings[0]?.to, readings[1]?.from);
});

test("words keep what belongs to them, and punctuation belongs to the word before", (t) => {
  t.deepEqual(wordsIn(" It costs $42.50 — or 15%, he said. "), [
    "It",
    "costs",
    "$42.50 —",
    "or",
    "15%,",
    "he",
    "said.",
  ]);
  t.deepEqual(wordsIn("It costs $42.50 — or 15%.").map(bareWord), ["It", "costs", "$42.50", "or", "15%"]);
  t.deepEqual(wordsIn("... ♪"), []);
  t.deepEqual(wordsIn("- The printed book. - Thanks. –"), ["The", "printed", "book.", "Thanks."]);
  t.is(bareWord("“don't!”"), "don't");
});

test("without an alignment, words are spread over the speech by their letters", (t) => {
  const reading = {
    from: 0,
    to: 6 * rate,
    speech: [
      [rate, 2 * rate],
      [4 * rate, 5 * rate],
    ] as const,
    samples: new Int16Array(),
    text: "",
  };
  const timed = estimatedTimes(reading, ["abcd", "ab", "cd"]);
  t.deepEqual(
    timed.map(({ start, end }) => [start, end]),
    [
      [1, 2],
      [4, 4.5],
      [4.5, 5],
    ],
  );
});

test("times never decrease and stay within the file", (t) => {
  const word = (start: number, end: number) => ({ written: "a", start, end, confidence: 1 });
  t.deepEqual(
    clampTimes([word(0.1, 0.5), word(0.4, 0.45), word(0.5, 2)], 1).map(({ start, end }) => [start, end]),
    [
      [0.1, 0.5],
      [0.5, 0.5],
      [0.5, 1],
    ],
  );
});

/** Words of half a second, one after the other. */
const spoken = (text: string) =>
  wordsIn(text).map((written, index) => ({ written, start: index / 2, end: index / 2 + 0.5, confidence: 1 }));
const sentences = (timed: ReturnType<typeof spoken>): readonly string[] => joinSentences(timed).map(({ text }) => text);

test("a segment is a sentence, ends at a long pause, and is parted when it is long", (t) => {
  t.deepEqual(sentences(spoken("Is it? Mr. J. Smith said 3.5 so. Yes.")), [
    "Is it?",
    "Mr. J. Smith said 3.5 so.",
    "Yes.",
  ]);
  const [first, second, ...others] = spoken("One two three");
  const late = [second, ...others].flatMap((word) =>
    word === undefined ? [] : [{ ...word, start: word.start + 2, end: word.end + 2 }],
  );
  t.deepEqual(sentences([...(first === undefined ? [] : [first]), ...late]), ["One", "two three"]);
  const long = joinSentences(spoken(`${"word ".repeat(12)}comma, ${"word ".repeat(30)}end.`));
  t.true(long.every(({ start, end }) => end - start <= 10));
  t.regex(long[0]?.text ?? "", /comma,$/);
});
