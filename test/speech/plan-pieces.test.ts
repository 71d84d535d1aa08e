import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { parseHypothesis, parseWord } from "#workers/speech/engines/pocketsphinx/parse-output.ts";
import { joinSegments } from "#workers/speech/alignment/join-segments.ts";
import { wordTimes } from "#workers/speech/engines/pocketsphinx/word-times.ts";
import { planPieces } from "#workers/speech/engines/pocketsphinx/plan-pieces.ts";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import { privateFolder } from "./synth-support.ts";

const room = 30;
const voice = 65;

/** Levels of stretches, each so many seconds long; voice comes in syllables of 0.2 s with 0.05 s between. */
const levelsOf = (...stretches: readonly (readonly [seconds: number, level: number])[]): Float32Array =>
  Float32Array.from(
    stretches.flatMap(([seconds, level]) =>
      Array.from({ length: Math.round(seconds * 100) }, (_, frame) =>
        level >= voice && frame % 25 >= 20 ? level - 15 : level + (frame % 3),
      ),
    ),
  );

test("a short file is decoded in one piece, without its long pauses", async (t) => {
  const { kept, pieces } = await planPieces(levelsOf([3, room], [2, voice], [4, room], [2, voice], [3, room]), []);
  t.deepEqual(pieces, [[0, kept.length]]);
  t.true(kept.length >= 400 && kept.length <= 400 + 2 * 50, `${kept.length} frames`);
  const spoken = [...kept].filter((frame) => (frame >= 300 && frame < 500) || (frame >= 900 && frame < 1100));
  t.is(spoken.length, 400, "every frame of speech is heard");
  t.true(kept.every((frame, index) => index === 0 || frame > (kept[index - 1] ?? 0)));
});

test("pauses that are part of speaking stay as they are", async (t) => {
  const { kept } = await planPieces(levelsOf([2, voice], [0.4, room], [2, voice]), []);
  t.is(kept.length, 440);
});

test("a cut file is decoded completely, and nothing is skipped or decoded twice", async (t) => {
  const levels = levelsOf([5, voice], [0.4, room], [5, voice], [2, room], [5, voice]);
  const { kept, pieces } = await planPieces(levels, [520, 1140]);
  t.deepEqual(
    pieces.map(([from]) => kept[from]),
    [0, 520, 1140].map((cut) => kept.find((frame) => frame >= cut)),
  );
  t.is(pieces.at(-1)?.[1], kept.length);
  for (const [index, [from]] of pieces.entries()) t.is(from, pieces[index - 1]?.[1] ?? 0);
});

test("a piece in which there is only silence is not decoded", async (t) => {
  const { kept, pieces } = await planPieces(levelsOf([5, voice], [30, 0], [5, voice]), [1000, 2000, 3000]);
  t.is(pieces.length, 2);
  t.deepEqual(pieces.flat(), [0, pieces[0]?.[1] ?? 0, pieces[0]?.[1] ?? 0, kept.length]);
});

test("silence, hum and clicks are nothing to decode; a single word in an hour of noise is", async (t) => {
  for (const levels of [
    levelsOf([60, 0]),
    levelsOf([60, room]),
    levelsOf([10, 5], [0.03, 80], [10, 5]),
    new Float32Array(),
  ]) {
    t.deepEqual((await planPieces(levels, [])).pieces, []);
  }
  const { kept, pieces } = await planPieces(levelsOf([1800, room], [0.4, voice], [1800, room]), []);
  t.is(pieces.length, 1);
  t.true(kept.includes(180_000) && kept.includes(180_039) && kept.length < 2500, `${kept.length} frames`);
});

test("speech quieter than a neighbouring line is still speech", async (t) => {
  const phrase = [
    [1.7, 40],
    [0.3, 25],
  ] as const;
  const levels = levelsOf([10, 85], ...Array.from({ length: 8 }, () => phrase).flat());
  const spoken = ({ kept }: { readonly kept: Uint32Array }): number => kept.filter((frame) => frame >= 1000).length;
  t.true(spoken(await planPieces(levels, [1000])) > 1500);
  t.true(spoken(await planPieces(levels, [])) < spoken(await planPieces(levels, [1000])));
});

test("levels are decibels over one step of the converter, and an offset is not sound", async (t) => {
  const path = join(await privateFolder(t), "audio.raw");
  const samples = Int16Array.from({ length: 16_000 * 30 + 7 }, (_, index) =>
    index < 16_000 ? 1000 : index % 2 === 0 ? 32_767 : -32_767,
  );
  await writeFile(path, samples);
  const levels = await readSoundLevels(path);
  t.is(levels.length, 3000);
  t.is(levels[0], 0);
  t.true(Math.abs((levels[2999] ?? 0) - 90.3) < 0.1, `${levels[2999]}`);
});

test("words are placed in the file, and one that reaches over a pause that was left out keeps its length", (t) => {
  const frames = Uint32Array.from([
    ...Array.from({ length: 100 }, (_, at) => at),
    ...Array.from({ length: 100 }, (_, at) => 600 + at),
  ]);
  const word = { word: "x", confidence: 1 };
  t.deepEqual(
    wordTimes(
      [
        { ...word, fromFrame: 10, toFrame: 40 },
        { ...word, fromFrame: 90, toFrame: 150 },
        { ...word, fromFrame: 160, toFrame: 230 },
      ],
      frames,
    ),
    [
      { ...word, start: 0.1, end: 0.4 },
      { ...word, start: 5.9, end: 6.5 },
      { ...word, start: 6.6, end: 7 },
    ],
  );
});

test("half a second between two words parts segments, less does not", (t) => {
  const words = [
    [0, 0.4],
    [0.89, 1],
    [1.5, 2],
  ].map(([start = 0, end = 0], index) => ({ word: `w${index}`, start, end, confidence: index / 2 }));
  t.deepEqual(joinSegments(words), [
    { id: 0, start: 0, end: 1, text: "w0 w1", confidence: 0.25 },
    { id: 1, start: 1.5, end: 2, text: "w2", confidence: 1 },
  ]);
  t.deepEqual(joinSegments([]), []);
});

test("the decoder's lines are read: variants lose their number, noises are no words, trust is within 0 and 1", (t) => {
  t.deepEqual(parseHypothesis("how old is (u7 -8376)"), { name: "u7", wordCount: 3, score: -8376 });
  t.deepEqual(parseHypothesis(" (u7 0)"), { name: "u7", wordCount: 0, score: 0 });
  t.is(parseHypothesis("u7 1 0.06 0.23 how 0.976"), null);
  t.deepEqual(parseWord("u7 1 0.06 0.23 And(2) 0.976"), { word: "and", fromFrame: 6, toFrame: 29, confidence: 0.976 });
  t.is(parseWord("u7 1 0.06 0.23 that's 1.001")?.confidence, 1);
  for (const noise of ["<sil>", "[NOISE]", "++cough++"]) t.is(parseWord(`u7 1 0.06 0.23 ${noise} 0.5`), null);
});
