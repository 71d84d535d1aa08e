import { readFile, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import type { DetectedLanguage, PcmFile, Recognition } from "#workers/speech/engine.ts";
import { doubtfulWindows, otherLanguages } from "#workers/speech/recognition/language-sections.ts";
import { type LanguageReader, readLanguages } from "#workers/speech/recognition/read-languages.ts";
import { calm, privateFolder } from "./synth-support.ts";

const rate = 16_000;

/** A reading: a segment of one word for each of these, with its confidence by alignment. */
function reading(parts: readonly (readonly [start: number, end: number, confidence: number, text?: string])[]) {
  const segments = parts.map(([start, end, confidence, text = "word"], id) => ({ id, start, end, confidence, text }));
  const words = segments.map(({ text: word, start, end, confidence }) => ({ word, start, end, confidence }));
  const text = segments.map((segment) => segment.text).join(" ");
  return { text, segments, words, model: "english", confidenceSource: "alignment" } satisfies Recognition;
}

test("doubtful speech is asked for its language in short windows without gaps, and clear speech is not", (t) => {
  const windows = (...parts: Parameters<typeof reading>[0]) => doubtfulWindows(reading(parts), 40);
  t.deepEqual(windows([1, 5, 0.7], [6, 12, 0.66], [13, 20, 0.8]), []);
  t.deepEqual(windows([1, 5, 0.8], [6, 10, 0.5], [11, 15, 0.4], [20, 30, 0.9]), [
    { start: 5, end: 11, speechSeconds: 4, confidence: 0.5 },
    { start: 11, end: 20, speechSeconds: 4, confidence: 0.4 },
  ]);
  t.deepEqual(windows([3, 9, 0.2]), [{ start: 0, end: 40, speechSeconds: 6, confidence: 0.2 }]);
  const unread = { ...reading([[1, 5, 0.8]]), unintelligible: [{ start: 6, end: 12 }] };
  const silent = { start: 5, end: 20, speechSeconds: 6, confidence: 0 };
  t.deepEqual(doubtfulWindows(unread, 20), [silent], "what was not read at all");
  const within = {
    ...reading([
      [1, 20, 0.8],
      [20, 25, 0.8],
    ]),
    unintelligible: [{ start: 6, end: 10 }],
  };
  const between = { start: 6, end: 10, speechSeconds: 4, confidence: 0 };
  t.deepEqual(doubtfulWindows(within, 30), [between], "what was not read in a segment");
  const untold = { ...reading([[1, 5, 0.5]]), confidenceSource: "none" } as const;
  t.is(doubtfulWindows(untold, 20).length, 1, "where nothing is known of the fit");
  const sure = { ...reading([[1, 5, 0.9]]), confidenceSource: "model" } as const;
  t.is(doubtfulWindows(sure, 20).length, 1, "where a model is sure of its words");
});

test("a language needs three seconds of speech and a probability of 0.6, and else is that around it", (t) => {
  const german = { language: "de", probability: 0.9 };
  const window = (start: number, found: DetectedLanguage | null, speechSeconds = 4) => {
    return { start, end: start + 5, found, speechSeconds, confidence: 0.4 };
  };
  const others = (...windows: readonly ReturnType<typeof window>[]) => otherLanguages(windows, "en");
  t.deepEqual(others(window(0, { language: "en", probability: 1 }), window(5, null)), []);
  t.deepEqual(others(window(0, german, 2.5)), []);
  t.deepEqual(others(window(0, { language: "de", probability: 0.5 })), []);
  t.deepEqual(others(window(0, german), window(5, { language: "nl", probability: 0.4 }), window(10, german)), [
    { ...german, start: 0, end: 15 },
  ]);
  t.deepEqual(others(window(0, german), window(5, { language: "fr", probability: 0.7 })), [
    { ...german, start: 0, end: 5 },
    { language: "fr", probability: 0.7, start: 5, end: 10 },
  ]);
});

const languages = { 1: "en", 2: "de", 3: "hi" } as const;

/** A recording of so many seconds in each language; each sample says which one. */
async function recordingOf(t: ExecutionContext, parts: readonly (readonly [keyof typeof languages, number])[]) {
  const samples = parts.flatMap(([said, seconds]) => Array.from<number>({ length: seconds * rate }).fill(said));
  const path = join(await privateFolder(t), "sound.raw");
  await writeFile(path, Int16Array.from(samples));
  return { path, sampleRate: rate, durationSeconds: samples.length / rate };
}

/** Finds the language of the first sample, and reads a sentence of four seconds each five; of others than English badly as English. */
function fakeReader(reads: string[]): LanguageReader {
  const saidIn = async ({ path }: PcmFile): Promise<readonly string[]> => {
    const bytes = await readFile(path);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    return Array.from(samples, (sample) => (sample === 1 ? "en" : sample === 2 ? "de" : "hi"));
  };
  return {
    find: async (audio) => ({ language: (await saidIn(audio))[0] ?? "en", probability: 0.9 }),
    canRead: (language) => language !== "hi",
    read: async (audio, language, onProgress) => {
      for (const percent of [50, 100]) onProgress(percent);
      const said = await saidIn(audio);
      reads.push(`${language} ${audio.durationSeconds}`);
      const starts = Array.from({ length: Math.floor(audio.durationSeconds / 5) }, (_, index) => 5 * index);
      const read = reading(
        starts.map((start) => {
          const isRight = said[start * rate + 1] === language;
          return [start, start + 5, isRight ? 0.9 : 0.3, isRight ? language : "wrong"] as const;
        }),
      );
      return { ...read, model: language };
    },
    isWhole: false,
    mayLeaveOut: false,
    unsupported: (language) => `No model reads ${language}.`,
    signal: calm(),
    onProgress: () => undefined,
  };
}

test("a part in another language is read in that one, and the answer says which is where", async (t) => {
  const reads: string[] = [];
  const audio = await recordingOf(t, [
    [1, 20],
    [2, 10],
    [1, 5],
  ]);
  const { text, words, ...read } = await readLanguages(audio, fakeReader(reads));
  t.is(text, "en en en en de de en");
  t.deepEqual(
    words.map(({ start }) => start),
    [0, 5, 10, 15, 20, 25, 30],
  );
  t.like(read, { language: "en", languageProbability: 0.9, model: "en" });
  t.deepEqual(
    read.languages?.map(({ language, start, end }) => [language, start, end]),
    [
      ["en", 0, 20],
      ["de", 20, 30],
      ["en", 30, 35],
    ],
  );
  t.deepEqual(reads, ["en 35", "de 10"], "nothing is read twice that was read well");
  t.deepEqual(readdirSync(dirname(audio.path)), ["sound.raw"], "no part is left behind");
});

test("the progress covers reading, finding languages and reading again, and ends with all of it", async (t) => {
  const heard: (number | string)[] = [];
  const reader = fakeReader([]);
  const audio = await recordingOf(t, [
    [1, 20],
    [2, 10],
    [1, 10],
    [2, 10],
  ]);
  await readLanguages(audio, {
    ...reader,
    find: (part) => {
      heard.push("find");
      return reader.find(part);
    },
    onProgress: (percent) => heard.push(percent),
  });
  t.deepEqual(heard, ["find", 37, 75, "find", 75, "find", 76, "find", 76, "find", 77, 85, 90, 95, 100, 100]);
});

test("a finder of languages that goes away leaves the recording as it was read", async (t) => {
  const audio = await recordingOf(t, [
    [1, 20],
    [2, 10],
  ]);
  const reader = fakeReader([]);
  const find = (part: PcmFile) =>
    part.path === audio.path ? reader.find(part) : Promise.reject(new DomainError("engine_unavailable"));
  const { text, languages: found } = await readLanguages(audio, { ...reader, find });
  t.deepEqual([text, found], ["en en en en wrong wrong", undefined]);
});

test("the language is that of most speech, and a recording in one language has no list", async (t) => {
  const mostly = await readLanguages(
    await recordingOf(t, [
      [1, 10],
      [2, 30],
    ]),
    fakeReader([]),
  );
  t.like(mostly, { language: "de", model: "de" });
  const reads: string[] = [];
  const single = await readLanguages(await recordingOf(t, [[1, 30]]), fakeReader(reads));
  t.is(single.languages, undefined);
  t.deepEqual(reads, ["en 30"]);
});

test("a part in a language that no model reads is unintelligible, and most of a recording in one is refused", async (t) => {
  const read = await readLanguages(
    await recordingOf(t, [
      [1, 30],
      [3, 10],
      [1, 10],
    ]),
    fakeReader([]),
  );
  t.is(read.text, "en en en en en en en en");
  t.deepEqual(read.unintelligible, [{ start: 30, end: 40 }]);
  t.deepEqual(read.unread, [{ code: "language_unsupported", message: "No model reads hi." }]);
  const later = await readLanguages(
    await recordingOf(t, [
      [3, 10],
      [1, 50],
    ]),
    fakeReader([]),
  );
  t.like(later, { language: "en", unintelligible: [{ start: 0, end: 10 }] }, "it need not begin in one that is read");
  for (const parts of [
    [[3, 60]],
    [
      [1, 15],
      [3, 30],
    ],
    [
      [3, 60],
      [1, 15],
    ],
  ] as const) {
    const audio = await recordingOf(t, parts);
    const error = await t.throwsAsync(readLanguages(audio, fakeReader([])), { instanceOf: DomainError });
    t.is(error?.code, "language_unsupported");
    t.is(error?.message, "No model reads hi.");
  }
});

test("a part whose model is not available is waited for, or left out where it may be and is not most of the speech", async (t) => {
  const heard = (...parts: Parameters<typeof recordingOf>[1]) => recordingOf(t, parts);
  const readWithoutGerman = async (audio: PcmFile, mayLeaveOut: boolean) => {
    const reader = fakeReader([]);
    const torn = new DomainError("engine_unavailable", "torn");
    const read: LanguageReader["read"] = (part, language, onProgress) =>
      language === "de" ? Promise.reject(torn) : reader.read(part, language, onProgress);
    return readLanguages(audio, { ...reader, read, mayLeaveOut });
  };
  const audio = await heard([1, 20], [2, 10], [1, 5], [2, 5]);
  const unavailable = { instanceOf: DomainError, code: "engine_unavailable" } as const;
  await t.throwsAsync(readWithoutGerman(audio, false), unavailable);
  const { text, unintelligible, unread } = await readWithoutGerman(audio, true);
  t.is(text, "en en en en en");
  t.deepEqual(unintelligible, [
    { start: 20, end: 30 },
    { start: 35, end: 40 },
  ]);
  const message = "The model that reads German was not available, so a part in it was not transcribed.";
  t.deepEqual(unread, [{ code: "engine_unavailable", message }]);
  await t.throwsAsync(readWithoutGerman(await heard([1, 10], [2, 20]), true), unavailable);
});
