import { open, readdir } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { joinSegments } from "#workers/speech/alignment/join-segments.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { readWord } from "#workers/speech/engines/pocketsphinx/read-word.ts";
import { openEngine, pcmOf, processesIn, until } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const english = () => ({ language: "en", signal: calm() });
const decoders = (directory: string): readonly number[] => processesIn(directory, "pocketsphinx_batch");

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
  t.deepEqual(recognition, {
    ...{ text: "", segments: [], words: [] },
    ...{ model: "pocketsphinx", confidenceSource: "model" },
  });
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
  t.deepEqual(await readdir(directory), [], "no piece is left");
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

test("a missing model says how to install it", async (t) => {
  const audio = await pcmOf(t, ["hello"]);
  const { engine } = await openEngine(t, { modelDirectory: "/nonexistent" });
  const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.regex(error?.message ?? "", /nonexistent.* is missing.*apt-get install -y pocketsphinx pocketsphinx-en-us/);
  t.deepEqual(engine.status(), { state: "unavailable", reason: error?.message ?? "" });
});

test("a decoder that takes too long is killed at the deadline and leaves no file", async (t) => {
  const { engine, directory } = await openEngine(t, { deadline: { baseMs: 1, perAudioSecondMs: 0 } });
  const error = await t.throwsAsync(engine.transcribe(await pcmOf(t, ["hello"]), english()), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_timeout");
  t.deepEqual(decoders(directory), []);
  t.deepEqual(await readdir(directory), []);
});

/** Kills so many decoders, each as soon as it is there. */
async function killDecoders(directory: string, count: number): Promise<void> {
  const killed = new Set<number>();
  await until(() => {
    const pid = decoders(directory).find((one) => !killed.has(one));
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    if (pid !== undefined) killed.add(pid);
    return killed.size === count;
  });
}

test("a piece whose decoder is killed from outside is read once more", async (t) => {
  const { engine, directory } = await openEngine(t);
  const audio = await pcmOf(t, ["there is a story about the elephant in the book that I was given"]);
  const reading = engine.transcribe(audio, english());
  await killDecoders(directory, 1);
  t.regex((await reading).text, /elephant/);
  t.deepEqual(await readdir(directory), []);
});

test("a piece that has two decoders killed makes the engine unavailable", async (t) => {
  const { engine, directory } = await openEngine(t);
  const audio = await pcmOf(t, ["there is a story about the elephant in the book that I was given"]);
  const reading = t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  await killDecoders(directory, 2);
  t.is((await reading)?.code, "engine_unavailable");
  t.deepEqual(decoders(directory), []);
  t.deepEqual(await readdir(directory), []);
});

test("an abort stops the work at once, with its reason, and the next caller is served", async (t) => {
  const { engine, directory } = await openEngine(t);
  const audio = await pcmOf(t, ["there is a story about the elephant in the book that I was given"]);
  const reason = new Error("no caller waits any more");
  const abort = new AbortController();
  const running = engine.transcribe(audio, { language: "en", signal: abort.signal });
  const waiting = engine.transcribe(audio, { language: "en", signal: abort.signal });
  await until(() => decoders(directory).length === 1);
  abort.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(waiting), reason);
  t.deepEqual(decoders(directory), []);
  t.deepEqual(await readdir(directory), []);
  t.is(await t.throwsAsync(engine.transcribe(audio, { language: "en", signal: abort.signal })), reason);
  t.regex((await engine.transcribe(audio, english())).text, /elephant/);
});

test("decoders run at low priority, and closing ends them, fails running work and leaves no file", async (t) => {
  const { engine, directory } = await openEngine(t);
  const audio = await pcmOf(t, ["there is a story about the elephant"]);
  const failure = t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  await until(() => decoders(directory).length === 1);
  t.deepEqual(
    decoders(directory).map((pid) => getPriority(pid)),
    [getPriority() + 10],
  );
  await engine.close();
  t.is((await failure)?.code, "engine_unavailable");
  t.deepEqual(decoders(directory), []);
  t.deepEqual(await readdir(directory), []);
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
  t.deepEqual(readWord("u7 1 0.06 0.25 And(2) 0.976"), { written: "and", start: 0.06, end: 0.31, confidence: 0.976 });
  t.is(readWord("u7 1 0.06 0.23 that's 1.001")?.confidence, 1);
  for (const noise of ["<sil>", "[NOISE]", "++cough++"]) t.is(readWord(`u7 1 0.06 0.23 ${noise} 0.5`), null);
});
