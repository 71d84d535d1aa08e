import test, { type ExecutionContext } from "ava";
import type { Range } from "#workers/speech/audio/piece.ts";
import { cutPieces } from "#workers/speech/recognition/cut-pieces.ts";
import { evened } from "#workers/speech/recognition/even-level.ts";
import { type Detect, findSpeech } from "#workers/speech/recognition/find-speech.ts";
import type { PcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { type FileReader, transcribeFile } from "#workers/speech/recognition/transcribe-file.ts";
import { calm, privateFolder } from "./synth-support.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const rate = 16_000;

/** A sound from one second to another, of a level of full scale; below 0 it is music, which swings half as fast. */
type Sound = readonly [from: number, to: number, level: number];

const levelAt = (sounds: readonly Sound[], index: number): number =>
  32_767 * (sounds.find(([from, to]) => index >= from * rate && index < to * rate)?.[2] ?? 0);

const samplesOf = (seconds: number, sounds: readonly Sound[]): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    const level = levelAt(sounds, index);
    const isUp = level < 0 ? index % 4 < 2 : index % 2 === 0;
    return Math.round((isUp ? 1 : -1) * Math.abs(level));
  });

const sourceOf = (samples: Int16Array): PcmSource => ({
  length: samples.length,
  read: (from, to) => Promise.resolve(samples.slice(from, to)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

const frame = 0.1 * rate;

/** Finds sound of a tenth of full scale or more that swings with every sample and lasts longer than a frame. */
const detect: Detect = (samples) => {
  const ranges: [number, number][] = [];
  for (let from = 0; from < samples.length; from += frame) {
    const [one = 0, next = 0, third = 0] = samples.subarray(from + frame / 2);
    if (Math.abs(one) < 3_277 || one * next >= 0 || next * third >= 0) continue;
    const last = ranges.at(-1);
    const to = Math.min(samples.length, from + frame);
    if (last !== undefined && last[1] === from) last[1] = to;
    else ranges.push([from, to]);
  }
  const found = ranges.filter(([from, to]) => to - from > frame);
  return Promise.resolve({ ranges: found, isOpen: found.at(-1)?.[1] === samples.length });
};

const inSeconds = ([from, to]: Range): readonly number[] => [from, to].map((sample) => Math.round(sample / 1600) / 10);

async function speechIn(samples: Int16Array, heard: Detect = detect) {
  const ranges: (readonly number[])[] = [];
  for await (const range of findSpeech(sourceOf(samples), heard)) ranges.push(inSeconds(range));
  return ranges;
}

test("quiet speech between loud speech is found", async (t) => {
  const samples = samplesOf(14, [
    [0, 3, 0.5],
    [5, 8, 0.01],
    [10, 14, 0.5],
  ]);
  const [first, ...others] = await speechIn(samples);
  t.deepEqual(
    [first, others.at(-1)],
    [
      [0, 3],
      [10, 14],
    ],
  );
  t.is(others.length, 2);
  t.true(Math.abs((others[0]?.[0] ?? 0) - 5) <= 0.1 && Math.abs((others[0]?.[1] ?? 0) - 8) <= 0.1);
});

test("quiet speech is found where a click in the same gap is loud, and none is looked for in silence", async (t) => {
  const click: Sound = [7.1, 7.101, 1];
  const found = await speechIn(samplesOf(12, [[0, 2, 0.5], [3, 5, 0.01], click, [10, 12, 0.5]]));
  t.is(found.length, 3, JSON.stringify(found));
  let searches = 0;
  const counted: Detect = (samples) => {
    searches += 1;
    return detect(samples);
  };
  t.deepEqual(await speechIn(samplesOf(30, [[10, 12, 0.5]]), counted), [[10, 12]]);
  t.is(searches, 1);
});

test("speech is found where music in the same gap hides it", async (t) => {
  const isMusic = (one = 0, next = 0, third = 0): boolean => one !== 0 && (one * next > 0 || next * third > 0);
  const deafened: Detect = (samples) => {
    const music = samples.findIndex((sample, index) => isMusic(sample, samples[index + 1], samples[index + 2]));
    return detect(music === -1 ? samples : samples.subarray(0, music));
  };
  const samples = samplesOf(32, [
    [0, 2, 0.5],
    [3, 11, -0.9],
    [20, 22, 0.5],
  ]);
  t.deepEqual(await speechIn(samples, deafened), [
    [0, 2],
    [20, 22],
  ]);
});

test("speech that goes on over the end of a chunk is one range", async (t) => {
  t.deepEqual(await speechIn(samplesOf(80, [[55, 70, 0.5]])), [[55, 70]]);
  const long = await speechIn(samplesOf(100, [[30, 98, 0.5]]));
  t.deepEqual([long[0]?.[0], long.at(-1)?.[1]], [30, 98]);
  t.true(long.every(([from], index) => index === 0 || from === long[index - 1]?.[1]));
});

async function* given(ranges: readonly Range[]): AsyncGenerator<Range> {
  for (const [from, to] of ranges) yield [from * rate, to * rate];
}

async function piecesOf(samples: Int16Array, speech: readonly Range[], maxSeconds = 24) {
  const pieces = [];
  for await (const piece of cutPieces(sourceOf(samples), given(speech), maxSeconds * rate)) pieces.push(piece);
  return pieces.map(({ from, to, speech: within }) => ({
    range: inSeconds([from, to]),
    speech: within.map(inSeconds),
  }));
}

test("a piece is as long as it may be, and cut at the quietest place of its last third", async (t) => {
  const pieces = await piecesOf(
    samplesOf(60, [
      [0, 6, 0.5],
      [6.3, 18, 0.5],
      [18, 18.3, 0.1],
      [18.3, 60, 0.5],
    ]),
    [[0, 60]],
  );
  t.true(pieces.every(({ range: [from = 0, to = 0] }) => to - from <= 24));
  t.is(pieces.length, 3);
  t.true(Math.abs((pieces[0]?.range[1] ?? 0) - 18.15) < 0.2, "not at the pause in its first half");
  t.deepEqual(
    pieces.slice(1).map(({ range: [from] }) => from),
    pieces.slice(0, -1).map(({ range: [, to] }) => to),
    "nothing is left out or read twice",
  );
});

test("a short gap is read with the speech around it, and a longer one is not, however loud it is", async (t) => {
  const loudGaps = samplesOf(60, [[0, 60, -1]]);
  const speech: readonly Range[] = [
    [10, 12],
    [13, 15],
    [40, 45],
    [59.9, 60],
  ];
  t.deepEqual(await piecesOf(loudGaps, speech), [
    {
      range: [9.8, 15.2],
      speech: [
        [10, 12],
        [13, 15],
      ],
    },
    { range: [39.8, 45.2], speech: [[40, 45]] },
    { range: [59.7, 60], speech: [[59.9, 60]] },
  ]);
  t.deepEqual(await piecesOf(loudGaps, []), []);
});

test("a long file is read a minute at a time", async (t) => {
  const length = 1200 * rate;
  let most = 0;
  const source: PcmSource = {
    length,
    read: (from, to) => {
      most = Math.max(most, to - from);
      return Promise.resolve(new Int16Array(to - from).fill(from % 2 === 0 ? 8_000 : 300));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const isHeard: Detect = ({ length: count }) => Promise.resolve({ ranges: [[0, count / 2]], isOpen: false });
  let pieces = 0;
  for await (const { from, to, speech } of cutPieces(source, findSpeech(source, isHeard), 24 * rate)) {
    pieces += 1;
    t.true(to - from <= 24 * rate && speech.length < 100);
  }
  t.true(pieces > 30);
  t.true(most <= 60 * rate, `${most}`);
});

const levelOf = (samples: Int16Array, second: number): number => Math.abs(samples[second * rate] ?? 0) / 32_767;
const whole = (seconds: number): readonly Range[] => [[0, seconds * rate]];

test("a piece has the same peak however loud it is, is raised 100 times at most, and silence stays silent", (t) => {
  for (const [level, peak] of [
    [1, 0.9],
    [0.1, 0.9],
    [0.001, 0.1],
    [0, 0],
  ] as const) {
    const piece = evened(samplesOf(2, [[0, 2, level]]), { from: 0, speech: whole(2) });
    t.true(Math.abs(levelOf(piece, 1) - peak) < 0.01, `${level}`);
  }
});

test("faint speech in a piece is raised to 6 dB below the loudest, and what is a little quieter is not", (t) => {
  const samples = samplesOf(30, [
    [0, 8, 0.9],
    [10, 18, 0.01],
    [20, 28, 0.1],
  ]);
  const speech = [
    [0, 8],
    [10, 18],
    [20, 28],
  ].map(([from = 0, to = 0]): Range => [100 + from * rate, 100 + to * rate]);
  const piece = evened(samples, { from: 100, speech });
  t.true(Math.abs(levelOf(piece, 4) - 0.9) < 0.01);
  t.true(Math.abs(levelOf(piece, 14) - 0.45) < 0.01, "raised 45 times");
  t.true(Math.abs(levelOf(piece, 24) - 0.1) < 0.01);
});

/** The transcription of samples by this reader. */
async function transcribed(
  t: ExecutionContext,
  samples: Int16Array,
  reader: Pick<FileReader, "read"> & Partial<FileReader>,
) {
  const path = join(await privateFolder(t), "sound.raw");
  await writeFile(path, samples);
  const audio = { path, sampleRate: rate, durationSeconds: samples.length / rate };
  return transcribeFile(audio, {
    detect,
    align: () => Promise.resolve(null),
    noticesOtherLanguages: false,
    maxPieceSamples: 24 * rate,
    piecesAtOnce: 1,
    stop: new AbortController(),
    signal: calm(),
    onProgress: () => undefined,
    ...reader,
  });
}

test("words that fit their sound nowhere are left out as unintelligible, unless they are few or of another language", async (t) => {
  const samples = samplesOf(6, [[1, 5, 0.5]]);
  const made = "I am going to show you";
  const fitting = (confidence: number, text: string, more: Partial<FileReader> = {}) =>
    transcribed(t, samples, {
      read: () => Promise.resolve({ text, words: null, language: null }),
      align: (_, words) =>
        Promise.resolve(words.map((_word, index) => ({ start: index / 3, end: (index + 1) / 3, confidence }))),
      ...more,
    });
  t.like(await fitting(0.3, made), { text: "", words: [], unintelligible: [{ start: 1, end: 5 }] });
  t.like(await fitting(0.4, made), { text: made });
  t.like(await fitting(0.3, "I am going to"), { text: "I am going to" });
  let count = 0;
  const read = (): ReturnType<FileReader["read"]> => {
    count += 1;
    const others = "abcdef".split("").map((letter) => `${letter}${count}`);
    return Promise.resolve({ text: count === 1 ? made : others.join(" "), words: null, language: null });
  };
  const other = await fitting(0.3, made, { read, noticesOtherLanguages: true });
  t.like(other, { text: made, isOtherLanguage: true });
});

test("loud sound between speech is not read, and quiet speech is read as loud as the rest", async (t) => {
  const samples = samplesOf(50, [
    [1, 5, 0.5],
    [6, 36, -0.95],
    [37, 41, 0.5],
    [42, 46, 0.005],
  ]);
  const read: Int16Array[] = [];
  const { text } = await transcribed(t, samples, {
    read: (part) => {
      read.push(part);
      return Promise.resolve({ text: `piece ${read.length}`, words: null, language: null });
    },
  });
  t.is(text, "piece 1 piece 2");
  t.deepEqual(
    read.map(({ length }) => length / rate),
    [4.4, 9.4],
  );
  t.true(levelOf(read[1] ?? samples, 7.5) > 0.3);
});
