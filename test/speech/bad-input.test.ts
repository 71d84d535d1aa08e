import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { openRandom, wordlessSounds } from "#harness/audio/wordless-sounds.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import type { EngineManifest, PcmFile, Recognition, RecognitionEngine } from "#workers/speech/engine.ts";
import { openRecognizer } from "#workers/speech/recognizer.ts";
import { installedModels, openHosts } from "./moonshine-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const run = promisify(execFile);
const rate = 16_000;
const question = "How old is the bridge?";
const request = "Open the window, please.";
type Samples = readonly number[];

const samplesOf = (bytes: Uint8Array): Samples =>
  Array.from(new Int16Array(Uint8Array.from(bytes).buffer), (sample) => sample / 32_768);
const said = async (text: string, voice?: string): Promise<Samples> =>
  samplesOf((await speech(text, voice)).subarray(44));
const silence = (seconds: number): Samples => Array.from<number>({ length: seconds * rate }).fill(0);

/** With its loudest sample at so many dB of full scale. */
function atLevel(samples: Samples, decibels: number): Samples {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * 10 ** (decibels / 20)) / peak);
}

const mixed = (one: Samples, other: Samples): Samples =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));

async function fileOf(t: ExecutionContext, ...parts: readonly Samples[]): Promise<PcmFile> {
  const path = join(await privateFolder(t), "sound.raw");
  const samples = parts.flat();
  await writeFile(
    path,
    Int16Array.from(samples, (sample) => 32_767 * Math.max(-1, Math.min(1, sample))),
  );
  return { path, sampleRate: rate, durationSeconds: samples.length / rate };
}

/** Moonshine with its alignment; null where it is not installed. */
async function openEngine(t: ExecutionContext): Promise<RecognitionEngine | null> {
  const models = installedModels(t);
  if (models === null) return null;
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  return (await openHosts(t, { ...models, align })).engine;
}

const english = () => ({ language: "en", signal: calm() });

/** No more words than people say, in their order and within the file. */
function isBounded(t: ExecutionContext, { words }: Recognition, { durationSeconds }: PcmFile): void {
  t.true(words.length <= 6 * durationSeconds);
  t.true(words.every(({ start, end }, index) => start >= (words[index - 1]?.end ?? 0) && end <= durationSeconds));
}

test.serial("a sentence behind half a minute of silence is read, and nothing before it", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const read = await engine.transcribe(await fileOf(t, silence(30), await said(question)), english());
  t.is(read.text, question);
  t.true((read.words[0]?.start ?? 0) >= 29.9);
  t.deepEqual(read.unintelligible, []);
});

test.serial("a speaker at −50 dB is read beside one at −6 dB", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const [loud, quiet] = [atLevel(await said(question), -6), atLevel(await said(request, "slt"), -50)];
  const audio = await fileOf(t, loud, silence(0.7), quiet, silence(0.7), loud, silence(0.7), quiet);
  const read = await engine.transcribe(audio, english());
  t.is(read.text.match(/bridge/g)?.length, 2);
  t.is(read.text.match(/window/g)?.length, 2);
  isBounded(t, read, audio);
});

test.serial("a sentence that is cut in its first and last sound keeps the words between", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const whole = await said(question);
  const first = whole.findIndex((sample) => Math.abs(sample) > 0.02);
  const last = whole.findLastIndex((sample) => Math.abs(sample) > 0.02);
  const audio = await fileOf(t, whole.slice(first + 0.04 * rate, last - 0.04 * rate));
  const read = await engine.transcribe(audio, english());
  t.regex(read.text, /old is the/);
  isBounded(t, read, audio);
});

test.serial("speech in music is read or said to be unintelligible, and music alone is neither", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const spoken = [...silence(6), ...atLevel(await said(`${question} ${request}`), -8), ...silence(6)];
  const band = wordlessSounds.band(openRandom(3));
  const music = spoken.map((_, index) => 0.25 * band(index / rate));
  const audio = await fileOf(t, mixed(spoken, music));
  const read = await engine.transcribe(audio, english());
  const heard = [...read.words, ...(read.unintelligible ?? [])];
  t.true(heard.length > 0);
  t.true(heard.every(({ start, end }) => start > 5 && end < audio.durationSeconds - 5));
  isBounded(t, read, audio);
});

test.serial("two people at once are read as one, or said to be unintelligible", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const [one, other] = [
    await said(`${question} ${request}`),
    await said("The weather was cold and it rained all day.", "slt"),
  ];
  const audio = await fileOf(t, mixed(atLevel(one, -9), atLevel(other, -9)));
  const read = await engine.transcribe(audio, english());
  t.true(read.words.length + (read.unintelligible ?? []).length > 0);
  isBounded(t, read, audio);
});

/** Bursts of breath and a falling vowel, five each second. */
function laughter(seconds: number): Samples {
  const random = openRandom(7);
  return Array.from({ length: seconds * rate }, (_, index) => {
    const second = index / rate;
    const beat = (second * 5) % 1;
    const pitch = 240 * (1.2 - 0.3 * beat);
    const voice = beat < 0.35 ? 0 : Math.sin((Math.PI * (beat - 0.35)) / 0.65);
    const vowel = [1, 2, 3, 4, 5].reduce((sum, nth) => sum + Math.sin(2 * Math.PI * nth * pitch * second) / nth, 0);
    return 0.15 * voice * vowel + 0.1 * Math.exp(-(((beat - 0.2) / 0.12) ** 2)) * (2 * random() - 1);
  });
}

test.serial("laughter has no words and is unintelligible, or is no speech", async (t) => {
  const engine = await openEngine(t);
  if (engine === null) return;
  const audio = await fileOf(t, laughter(8));
  const read = await engine.transcribe(audio, english());
  t.is(read.text, "");
  isBounded(t, read, audio);
});

const several: EngineManifest = {
  ...{ name: "several", kind: "recognition", languages: ["en", "de"], tier: "accurate", detectsLanguage: true },
  ...{ memoryMb: 1, requires: "" },
};

/** Takes what is nowhere louder than a third of full scale for the language that a test says. */
const findingEngine = (quiet: string): RecognitionEngine => ({
  manifest: several,
  findLanguage: async ({ path }) => {
    const isQuiet = samplesOf(await readFile(path)).every((sample) => Math.abs(sample) < 0.35);
    return { language: isQuiet ? quiet : "en", probability: 0.9 };
  },
  transcribe: async (_, { language }) => {
    const word = { start: 0.1, end: 3, confidence: 0.5 };
    const segments = [{ ...word, id: 0, text: language }];
    return {
      text: language,
      segments,
      words: [{ ...word, word: language }],
      model: "several",
      confidenceSource: "none",
    };
  },
  status: () => ({ state: "ready" }),
  close: async () => undefined,
});

async function german(t: ExecutionContext): Promise<Samples> {
  const path = join(await privateFolder(t), "german.wav");
  const text = "Der hinter diesem Portal liegende Raum wurde lange nicht mehr genutzt. Niemand weiß heute noch, warum.";
  await run("espeak-ng", ["-v", "de", "-w", path, text]);
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-ar", String(rate), "-"], {
    encoding: "buffer",
  });
  return samplesOf(stdout);
}

for (const { language, isRead } of [
  { language: "de", isRead: true },
  { language: "hi", isRead: false },
]) {
  test.serial(
    `a part in ${isRead ? "another language" : "a language of no model"} does not spoil the English`,
    async (t) => {
      const engine = await openEngine(t);
      if (engine === null) return;
      const choices = [engine, findingEngine(language)].map((one) => ({ manifest: one.manifest, open: () => one }));
      const recognizer = openRecognizer(choices, { log: t.log, unsupported: (tag) => `No model reads ${tag}.` });
      const loud = atLevel(await said(`${question} ${request} ${question}`), -3);
      const quiet = atLevel(await german(t), -12);
      const audio = await fileOf(t, loud, loud, silence(2), quiet, silence(2), loud, loud);
      const read = await recognizer.transcribe(audio, { language: "auto", signal: calm() });
      t.is(read.text.match(/bridge/g)?.length, 8);
      t.deepEqual(
        read.languages?.map((each) => each.language),
        ["en", language, "en"],
      );
      t.is(read.text.includes("de"), isRead);
      t.is(read.unintelligible?.length, isRead ? 0 : 1);
      t.deepEqual(read.unread, isRead ? undefined : [{ code: "language_unsupported", message: "No model reads hi." }]);
      isBounded(t, read, audio);
    },
  );
}
