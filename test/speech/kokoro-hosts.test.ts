import { readFile, truncate, writeFile } from "node:fs/promises";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { EngineVoice, SpokenPcm, StyleProfile, SynthesizeOptions } from "#workers/speech/engine.ts";
import { phonemize } from "#workers/speech/engines/kokoro/phonemize.ts";
import { samplesPerPhoneme } from "#test/support/toy-kokoro.ts";
import { until } from "./recognition-support.ts";
import { frequencyOf, kokoroVoice, openHosts } from "./kokoro-support.ts";
import { calm, peakOf, readSamples, saying } from "./synth-support.ts";

const text = "How old is the bridge?";
const voice = kokoroVoice("af_heart");

/** The phonemes of the text, with its mark. */
const countOf = async (said: string, directory: string): Promise<number> => {
  const clauses = await phonemize({ text: said, voice: "en-us", directory, signal: calm() });
  return [...clauses.join(" ")].length;
};

const near = (value: number, expected: number, off = 0.02): boolean => Math.abs(value / expected - 1) < off;

test("a text takes the style for its number of phonemes, and the speed", async (t) => {
  const { engine, directory } = await openHosts(t);
  const count = await countOf(text, directory);
  for (const speed of [0.5, 1, 2]) {
    const pcm = await engine.synthesize(saying(text, { directory, voice, speed }));
    t.is(pcm.sampleRate, 24_000);
    t.true(near(pcm.durationSeconds, (count * samplesPerPhoneme) / 24_000 / speed), `${pcm.durationSeconds} s`);
    t.true(near(await frequencyOf(pcm), 300 + count), `${await frequencyOf(pcm)} Hz`);
  }
});

test("sound beyond full scale is turned down, and no other", async (t) => {
  const { engine, directory } = await openHosts(t);
  const peakBy = async (name: string) =>
    peakOf(await engine.synthesize(saying(text, { directory, voice: kokoroVoice(name) })));
  t.true(near(await peakBy("am_onyx"), 0.95), "1.3 becomes 0.95");
  t.true(near(await peakBy("af_heart"), 0.4));
});

test("a style profile moves the style of its base voice, the pitch by resampling, and filters", async (t) => {
  const { engine, directory } = await openHosts(t);
  const plain: StyleProfile = {
    ...{ kind: "style", baseVoice: "bm_george", resampling: 1, equalizer: null },
    styleOffset: Array.from({ length: 256 }, (_, at) => (at === 0 ? 50 : 0)),
  };
  const speak = (profile: StyleProfile) => {
    const own: EngineVoice = { engine: "kokoro", name: "bm_george", profile };
    return engine.synthesize(saying(text, { directory, voice: own }));
  };
  const moved = await speak(plain);
  // The voice is British, and so are its phonemes.
  const british = await phonemize({ text, voice: "en-gb", directory, signal: calm() });
  t.true(near(await frequencyOf(moved), 200 + [...british.join(" ")].length + 50), `${await frequencyOf(moved)} Hz`);

  const higher = await speak({ ...plain, resampling: 1.06 });
  t.true(near(await frequencyOf(higher), 1.06 * (await frequencyOf(moved))));
  t.true(near(higher.durationSeconds, moved.durationSeconds), "its rate stays");

  const taps = (values: Readonly<Record<number, number>>) => Array.from({ length: 257 }, (_, at) => values[at] ?? 0);
  const identical = await speak({ ...plain, equalizer: taps({ 128: 1 }) });
  const [before, behind] = [await readSamples(moved), await readSamples(identical)];
  t.true(before.every((sample, at) => Math.abs(sample - (behind[at] ?? 9)) < 0.001));
  const delayed = await speak({ ...plain, equalizer: taps({ 129: 2 }) });
  const shifted = await readSamples(delayed);
  t.true(before.slice(0, 1000).every((sample, at) => Math.abs(sample - (shifted[at + 1] ?? 9)) < 0.002));
  t.true(near(await peakOf(delayed), await peakOf(moved)), "it is as loud as before");
});

test("a text without a sound is a short silence, and one that is too long is spoken in parts", async (t) => {
  const { engine, directory } = await openHosts(t);
  const silent = await engine.synthesize(saying("!!! …", { directory, voice }));
  t.is(silent.durationSeconds, 0.25);
  t.is(await peakOf(silent), 0);
  const long = "the parcel will be there before noon and nobody is at home ".repeat(20);
  const count = await countOf(long, directory);
  t.true(count > 510);
  const { durationSeconds } = await engine.synthesize(saying(long, { directory, voice }));
  t.true(near(durationSeconds, count / 10, 0.01), `${durationSeconds} s for ${count} phonemes`);
});

/** The words with their first second; each phoneme takes 0.1 s. */
const wordsOf = ({ words }: SpokenPcm) => words?.map(({ word, start }) => `${word} ${start.toFixed(2)}`);

test("it says when each word is spoken, of those that espeak-ng joins, too", async (t) => {
  const { engine, directory } = await openHosts(t);
  const speak = (said: string, more: Partial<SynthesizeOptions> = {}) =>
    engine.synthesize(saying(said, { directory, voice, wordTimestamps: true, ...more }));
  // ðɪ ˈɛnd ʌvðə dˈA, ɪnðə hˈWs.
  const joined = await speak("The end of the day, in the house.");
  t.deepEqual(wordsOf(joined), [
    "The 0.00",
    "end 0.25",
    "of 0.75",
    "the 1.00",
    "day 1.25",
    "in 1.75",
    "the 2.00",
    "house 2.25",
  ]);
  const words = joined.words ?? [];
  t.true(words.every(({ start, end }, index) => end > start && end <= (words[index + 1]?.start ?? Infinity) + 1e-9));
  t.true((words.at(-1)?.end ?? 9) <= joined.durationSeconds);
  t.deepEqual(wordsOf(await speak("How — old?! …", { speed: 0.5 })), ["How 0.00", "old 0.90"]);
  t.is((await speak("How old?", { wordTimestamps: false })).words, undefined);
  t.deepEqual((await speak("!!!")).words, []);
});

test("words of a text that is spoken in parts are where their part is", async (t) => {
  const { engine, directory } = await openHosts(t);
  const long = "the parcel will be there before noon and nobody is at home ".repeat(20);
  const pcm = await engine.synthesize(saying(long, { directory, voice, wordTimestamps: true }));
  const words = pcm.words ?? [];
  t.is(words.length, 240);
  t.deepEqual(
    words.map(({ start }) => start),
    words.map(({ start }) => start).toSorted((a, b) => a - b),
  );
  t.true(near(words.at(-1)?.end ?? 0, pcm.durationSeconds));
});

test("a model that does not tell the lengths of its phonemes speaks all the same", async (t) => {
  const { files } = await openHosts(t, { processes: 0 });
  const model = await readFile(files["model.onnx"], "latin1");
  await writeFile(files["model.onnx"], model.replaceAll("durations", "dura_ions"), "latin1");
  const folder = files["model.onnx"].slice(0, -"/model.onnx".length);
  const { engine, directory } = await openHosts(t, { folder });
  const pcm = await engine.synthesize(saying(text, { directory, voice, wordTimestamps: true }));
  t.true(pcm.durationSeconds > 1);
  t.is(pcm.words, undefined);
});

test("it speaks seven languages, each in its own letters", async (t) => {
  const { engine } = await openHosts(t);
  t.deepEqual(engine.manifest.languages.toSorted(), ["en", "es", "fr", "hi", "it", "ja", "pt"]);
  for (const [said, language, can] of [
    ["Good morning", "en", true],
    ["नमस्ते Rahul 42", "hi", true],
    ["नमस्ते", "en", false],
    ["こんにちは", "ja", true],
    ["今日は", "ja", false],
    ["வணக்கம்", "hi", false],
    ["Guten Morgen", "de", false],
    ["constructor", "constructor", false],
  ] as const)
    t.is(engine.canSpeak(said, language, voice), can, `${said} in ${language}`);
});

test("an unknown language, an unknown voice and an abort are distinguished", async (t) => {
  const { engine, directory } = await openHosts(t);
  const refuse = async (options: Parameters<typeof saying>[1]) =>
    (await t.throwsAsync(engine.synthesize(saying("a", options)), { instanceOf: DomainError }))?.code;
  t.is(await refuse({ directory, voice, language: "de" }), "language_unsupported");
  t.is(await refuse({ directory, voice: kokoroVoice("../af_heart") }), "engine_unavailable");
  const reason = new Error("the caller left");
  const signal = AbortSignal.abort(reason);
  t.is(await t.throwsAsync(engine.synthesize(saying("a", { directory, voice, signal }))), reason);
});

test("a host that is killed is replaced, and the text is spoken", async (t) => {
  const { engine, directory, logged } = await openHosts(t);
  await engine.synthesize(saying(text, { directory, voice }));
  for (let round = 0; round < 3; round += 1) {
    const [pid = 0] = engine.pids?.() ?? [];
    process.kill(pid, "SIGKILL");
    const pcm = await engine.synthesize(saying(text, { directory, voice }));
    t.true(pcm.durationSeconds > 1);
    t.not(engine.pids?.()[0], pid);
  }
  t.true(logged.length >= 3);
});

test("damaged files are named with what to do", async (t) => {
  for (const [file, damage] of [
    ["model.onnx", (path: string) => truncate(path, 100)],
    ["voices.bin", (path: string) => truncate(path, 1000)],
    ["tokens.txt", (path: string) => writeFile(path, "no list")],
  ] as const) {
    const { files } = await openHosts(t, { processes: 0 });
    await damage(files[file]);
    const folder = files[file].slice(0, -file.length - 1);
    const { engine } = await openHosts(t, { folder });
    await until(() => engine.status().state === "unavailable");
    const { reason = "" } = engine.status();
    t.true(reason.startsWith(`${file} of kokoro-82m cannot be used: `), reason);
    t.true(reason.endsWith("Run: npm run models -- pull kokoro-82m"), reason);
    await engine.close();
  }
});

test("a model that loads and is silent is refused by its self-test", async (t) => {
  const { files } = await openHosts(t, { processes: 0 });
  await writeFile(files["voices.bin"], Buffer.alloc(54 * 510 * 256 * 4));
  const { engine } = await openHosts(t, { folder: files["voices.bin"].slice(0, -"/voices.bin".length) });
  await until(() => engine.status().state === "unavailable");
  t.regex(engine.status().reason ?? "", /does not say "ok" as it should .* pull kokoro-82m$/);
});

test("without work it unloads its model, and loads it again with the next text", async (t) => {
  const { engine, directory } = await openHosts(t, { idleMs: 200 });
  await engine.synthesize(saying(text, { directory, voice }));
  await until(() => engine.status().state === "idle");
  t.deepEqual(engine.pids?.(), []);
  t.true((await engine.synthesize(saying(text, { directory, voice }))).durationSeconds > 1);
});
