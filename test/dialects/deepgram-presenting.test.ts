import test from "ava";
import { wordsWithin } from "#src/domain/speech/paragraphs.ts";
import { presentParagraphs } from "#src/api/dialects/deepgram/present-paragraphs.ts";

const sentence = (id: number, start: number) => ({ id, start, end: start + 1, text: `Say ${id}.`, confidence: 0.9 });
const wordsOf = ({ id, start }: { readonly id: number; readonly start: number }) => [
  { word: "Say", written: "Say", start, end: start + 0.4, confidence: 0.9 },
  { word: `${id}`, written: `${id}.`, start: start + 0.5, end: start + 1, confidence: 0.9 },
];

/** A transcript of a sentence at each of these seconds. */
function transcriptOf(starts: readonly number[], textOf = (id: number) => `Say ${id}.`) {
  const segments = starts.map((start, id) => ({ ...sentence(id, start), text: textOf(id) }));
  return { text: segments.map(({ text }) => text).join(" "), segments, words: segments.flatMap(wordsOf) };
}

const sizesOf = (starts: readonly number[], textOf?: (id: number) => string) =>
  presentParagraphs(transcriptOf(starts, textOf)).paragraphs.map(({ sentences }) => sentences.length);

test("a paragraph ends at a pause of two seconds, and after five sentences", (t) => {
  t.deepEqual(sizesOf([0, 1, 2.9, 5.9, 7]), [3, 2]);
  t.deepEqual(sizesOf([0, 1, 2, 3, 4, 5, 6]), [5, 2]);
  t.deepEqual(sizesOf([0, 9, 18]), [1, 1, 1]);
  t.deepEqual(sizesOf([]), []);
});

test("a full paragraph goes on to the end of its sentence, but no longer than ten segments", (t) => {
  const seconds = Array.from({ length: 12 }, (_, second) => second);
  t.deepEqual(
    sizesOf(seconds, (id) => (id === 6 ? `Say ${id}.` : `Say ${id},`)),
    [7, 5],
  );
  t.deepEqual(
    sizesOf(seconds, (id) => `Say ${id},`),
    [10, 2],
  );
});

test("a recording may begin with a pause", (t) => {
  t.deepEqual(sizesOf([5, 6]), [2]);
});

test("a paragraph tells its sentences, its words and its times, and the whole text has a line for each", (t) => {
  const { transcript, paragraphs } = presentParagraphs(transcriptOf([0, 1, 5]));
  t.is(transcript, "\nSay 0. Say 1.\n\nSay 2.");
  t.deepEqual(paragraphs[0], {
    sentences: [
      { text: "Say 0.", start: 0, end: 1 },
      { text: "Say 1.", start: 1, end: 2 },
    ],
    num_words: 4,
    start: 0,
    end: 2,
  });
  t.like(paragraphs[1], { num_words: 2, start: 5, end: 6 });
});

test("a paragraph with which another speaker begins names the speaker, as Deepgram has it", (t) => {
  const { segments, ...rest } = transcriptOf([0, 1, 5, 9]);
  const told = segments.map((segment, id) => ({ ...segment, speaker: [0, 1, 1, 0][id] ?? 0 }));
  const { transcript } = presentParagraphs({ ...rest, segments: told });
  t.is(transcript, "\nSpeaker 0: Say 0.\n\nSpeaker 1: Say 1.\n\nSay 2.\n\nSpeaker 0: Say 3.");
});

test("the words of a part are those that begin in it, for every part of a recording", (t) => {
  const words = Array.from({ length: 50 }, (_, at) => ({
    word: `${at}`,
    start: Math.floor(at / 2),
    end: at,
    confidence: 1,
  }));
  const times = Array.from({ length: 28 }, (_, at) => at - 1.5);
  for (const start of times.flatMap((time) => [time, time + 0.5]))
    for (const end of times)
      t.deepEqual(
        wordsWithin(words, { start, end }),
        words.filter((word) => word.start >= start && word.start < end),
      );
});
