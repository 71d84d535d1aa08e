import { mkdtempSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { openEngine, pcmOf } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const english = () => ({ language: "en", signal: calm() });

test("speech becomes lower-case words with times inside the audio, in order, and confidences", async (t) => {
  const { engine } = await openEngine(t);
  const audio = await pcmOf(t, ["We are sure that one war is enough. Sunday is the best part of the week."]);
  const { text, words, segments } = await engine.transcribe(audio, english());
  t.regex(text, /sunday is the best part of the week/);
  t.regex(text, /^[a-z' ]+$/);
  t.is(text, words.map(({ word }) => word).join(" "));
  t.is(text, segments.map((segment) => segment.text).join(" "));
  t.deepEqual(
    segments.map(({ id }) => id),
    [...segments.keys()],
  );
  let lastEnd = 0;
  for (const { start, end, confidence } of words) {
    t.true(start >= lastEnd && end > start && confidence >= 0 && confidence <= 1);
    lastEnd = end;
  }
  t.true(lastEnd <= audio.durationSeconds);
});

test("words stand where they were said, however long the pauses before them, and pauses part segments", async (t) => {
  const { engine } = await openEngine(t);
  const audio = await pcmOf(t, [3, "hello world", 5, "hello world", 2]);
  const spoken = (audio.durationSeconds - 10) / 2;
  const { segments } = await engine.transcribe(audio, english());
  t.deepEqual(
    segments.map(({ text }) => text),
    ["hello world", "hello world"],
  );
  for (const [index, expected] of [3, 8 + spoken].entries()) {
    const segment = segments[index];
    t.true(
      segment !== undefined && segment.start >= expected - 0.1 && segment.start < expected + 0.5,
      `${segment?.start}`,
    );
    t.true(segment !== undefined && segment.end <= expected + spoken + 0.1, `${segment?.end}`);
  }
});

test("what a file gives does not depend on what was decoded before", async (t) => {
  const { engine } = await openEngine(t);
  const audio = await Promise.all(
    ["The child almost hurt the small dog", "How old is the bridge", "Four eight two nine"].map((text) =>
      pcmOf(t, [text]),
    ),
  );
  const alone: Recognition[] = [];
  for (const one of audio) {
    const fresh = await openEngine(t);
    alone.push(await fresh.engine.transcribe(one, english()));
    await fresh.engine.close();
  }
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
    [1, 1, 0],
  ]) {
    for (const index of order) {
      const one = audio[index];
      if (one !== undefined) t.deepEqual(await engine.transcribe(one, english()), alone[index]);
    }
  }
});

test("silence is an empty transcript, not an error, and an hour of it is quickly over", async (t) => {
  const { engine } = await openEngine(t);
  const path = join(await privateFolder(t), "hour.raw");
  const file = await open(path, "w");
  await file.truncate(3600 * 32_000);
  await file.close();
  const progress: number[] = [];
  const startedMs = performance.now();
  const options = { ...english(), onProgress: (percent: number) => progress.push(percent) };
  const recognition = await engine.transcribe({ path, sampleRate: 16_000, durationSeconds: 3600 }, options);
  t.like(recognition, { text: "", segments: [], words: [], model: "pocketsphinx" });
  t.deepEqual(progress, [100]);
  // Decoding it would take minutes.
  t.true(performance.now() - startedMs < 60_000);
});

const subjects = [
  "elephant",
  "banana",
  "doctor",
  "mountain",
  "window",
  "president",
  "hospital",
  "paper",
  "chicken",
  "winter",
];

test("a long file is decoded in pieces, with every word once and in its place, and progress that never falls", async (t) => {
  const { engine, directory } = await openEngine(t, { processes: 2 });
  const sentences = subjects.map((subject) => `There is a story about the ${subject} in the book that I was given.`);
  const audio = await pcmOf(t, sentences);
  t.true(audio.durationSeconds > 30, `${audio.durationSeconds} s`);
  const progress: number[] = [];
  const options = { ...english(), onProgress: (percent: number) => progress.push(percent) };
  const { words } = await engine.transcribe(audio, options);
  const found = words.map(({ word }) => word).filter((word) => subjects.includes(word));
  t.deepEqual(found, subjects);
  t.is(words.filter(({ word }) => word === "story").length, subjects.length);
  t.true(words.every(({ start }, index) => start >= (words[index - 1]?.end ?? 0)));
  t.true(progress.length > 1, "there were several pieces");
  t.deepEqual(
    progress,
    progress.toSorted((one, other) => one - other),
  );
  t.is(progress.at(-1), 100);
  const [own = ""] = await readdir(directory);
  t.deepEqual(await readdir(join(directory, own)), [], "no piece is left");
});

test("a short file does not wait for a long one", async (t) => {
  const { engine } = await openEngine(t);
  const long = await pcmOf(
    t,
    subjects.map((subject) => `There is a story about the ${subject} in the book that I was given.`),
  );
  const short = await pcmOf(t, ["hello world"]);
  const finished: string[] = [];
  const first = engine.transcribe(long, english()).then(() => finished.push("long"));
  const second = engine.transcribe(short, english()).then(() => finished.push("short"));
  await Promise.all([first, second]);
  t.deepEqual(finished, ["short", "long"]);
});

test("another language is refused, never transcribed as English", async (t) => {
  const { engine } = await openEngine(t);
  t.deepEqual(engine.manifest.languages, ["en"]);
  const audio = await pcmOf(t, ["hello"]);
  const error = await t.throwsAsync(engine.transcribe(audio, { language: "hi", signal: calm() }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "language_unsupported");
});

test("a missing program or model says how to install it", async (t) => {
  const audio = await pcmOf(t, ["hello"]);
  for (const options of [
    { binary: "/nowhere/pocketsphinx_batch" },
    { modelDirectory: mkdtempSync(join(await privateFolder(t), "none-")) },
  ]) {
    const { engine, logged } = await openEngine(t, options);
    const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
    t.is(error?.code, "engine_unavailable");
    t.regex(error?.message ?? "", /apt-get install -y pocketsphinx pocketsphinx-en-us/);
    t.is(logged.length, 1);
  }
});
