import { execFile } from "node:child_process";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import type { PcmFile, Recognition } from "#workers/speech/engine.ts";
import type { Align } from "#workers/speech/alignment/align-words.ts";
import { openSherpa } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import { openPocketsphinx, pocketsphinxManifest } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRecognizer } from "#workers/speech/recognizer.ts";
import { residentMb } from "#workers/speech/process/resident-memory.ts";
import { hostsNow, installedModels, openHosts, pcmOfSound } from "./moonshine-support.ts";
import { pcmOf, until } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const run = promisify(execFile);
const english = () => ({ language: "en", signal: calm() });

/** Times never decrease and lie within the file, and the segments are the text. */
function isSound(t: ExecutionContext, { text, words, segments }: Recognition, { durationSeconds }: PcmFile): void {
  t.is(text, segments.map((segment) => segment.text).join(" "));
  let last = 0;
  for (const { start, end, confidence } of words) {
    t.true(start >= last && end >= start && confidence >= 0 && confidence <= 1);
    last = end;
  }
  t.true(last <= durationSeconds);
  t.true(segments.every(({ start, end, id }, index) => start <= end && id === index));
}

test.serial("a sentence becomes its words with case and punctuation, each at its time", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, models);
  const audio = await pcmOf(t, [2, "How old is the bridge?", 3, "Open the window, please.", 1]);
  const progress: number[] = [];
  const options = { ...english(), onProgress: (percent: number) => progress.push(percent) };
  const recognition = await engine.transcribe(audio, options);
  t.is(recognition.text, "How old is the bridge? Open the window, please.");
  t.deepEqual(
    recognition.words.map(({ word }) => word),
    ["How", "old", "is", "the", "bridge", "Open", "the", "window", "please"],
  );
  isSound(t, recognition, audio);
  const [first, second] = recognition.segments;
  t.true(first !== undefined && first.start > 1.9 && first.end < 4.5, `${first?.start} to ${first?.end}`);
  t.true(second !== undefined && second.start > 6 && second.end < audio.durationSeconds - 0.8);
  t.is(recognition.model, "moonshine-tiny-en");
  t.is(recognition.confidenceSource, "none");
  t.is(progress.at(-1), 100);
  t.deepEqual(logged, []);
});

test.serial("words have the times and confidences of the alignment, where there is one", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const asked: (readonly string[])[] = [];
  const align: Align = async ({ words, samples }) => {
    asked.push(words);
    const step = samples.length / 16_000 / words.length;
    return words.map((_, index) => ({ start: index * step, end: (index + 1) * step, confidence: 0.75 }));
  };
  const { engine } = await openHosts(t, { ...models, align });
  const audio = await pcmOf(t, ["How old is the bridge?", 1]);
  const recognition = await engine.transcribe(audio, english());
  t.deepEqual(asked, [["How", "old", "is", "the", "bridge"]]);
  t.is(recognition.confidenceSource, "alignment");
  t.true(recognition.words.every(({ confidence }) => confidence === 0.75));
  isSound(t, recognition, audio);
});

test.serial("an aligner that fails costs the times, not the words", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const align: Align = () => Promise.reject(new DomainError("engine_unavailable", "no aligner here"));
  const { engine, logged } = await openHosts(t, { ...models, align });
  const recognition = await engine.transcribe(await pcmOf(t, ["How old is the bridge?"]), english());
  t.is(recognition.text, "How old is the bridge?");
  t.is(recognition.confidenceSource, "none");
  t.regex(logged.join(), /no aligner here/);
});

const decibels = (level: number): number => 10 ** (level / 20);

/** The samples of a text that is spoken, with this peak in dB of full scale. */
async function spokenAt(t: ExecutionContext, text: string, peakDb: number): Promise<readonly number[]> {
  const bytes = Uint8Array.from(await readFile((await pcmOf(t, [text])).path));
  const samples = Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * decibels(peakDb)) / peak);
}

test.serial("a speaker at −50 dB beside one at −6 dB is heard, or said to be unintelligible", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, models);
  const loud = await spokenAt(t, "Open the window, please.", -6);
  const quiet = await spokenAt(t, "How old is the bridge?", -50);
  for (const pauseSeconds of [0.8, 0.2]) {
    const pause = Array.from<number>({ length: pauseSeconds * 16_000 }).fill(0);
    const turn = [...loud, ...pause, ...quiet, ...pause];
    const samples = [...turn, ...turn, ...loud];
    const audio = await pcmOfSound(t, samples.length / 16_000, (second) => samples[Math.round(second * 16_000)] ?? 0);
    const { text, words, unintelligible = [] } = await engine.transcribe(audio, english());
    for (const from of [0, turn.length].map((index) => (index + loud.length + pause.length) / 16_000)) {
      const to = from + quiet.length / 16_000;
      const isWithin = ({ start, end }: { readonly start: number; readonly end: number }) => start < to && end > from;
      t.true([...words, ...unintelligible].some(isWithin), `${from} to ${to} s: ${text}`);
    }
    t.is(text.match(/bridge/gi)?.length, 2, text);
  }
});

const turns = 2 * Math.PI;
const hissing = () => Math.random() * 2 - 1;
const notes = [262, 294, 330, 349, 392, 440, 494, 523];
const sounds: Readonly<Record<string, (second: number) => number>> = {
  silence: () => 0,
  noise: () => 0.1 * hissing(),
  tone: (second) => 0.2 * Math.sin(turns * 440 * second),
  chord: (second) => [262, 330, 392].reduce((sum, hertz) => sum + 0.1 * Math.sin(turns * hertz * second), 0),
  drums: (second) => 0.6 * Math.exp(-20 * (second % 0.5)) * (Math.sin(turns * 80 * second) + 0.5 * hissing()),
  music: (second) => {
    const hertz = notes[Math.floor(second * 4) % notes.length] ?? 0;
    return (
      0.3 * Math.exp(-6 * (second % 0.25)) * (Math.sin(turns * hertz * second) + Math.sin(2 * turns * hertz * second))
    );
  },
};

test.serial("a file without speech has an empty transcript", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const align: Align = ({ words }) => Promise.resolve(words.map(() => ({ start: 0, end: 0.1, confidence: 0.3 })));
  const { engine } = await openHosts(t, { ...models, align });
  for (const [name, sampleAt] of Object.entries(sounds)) {
    for (const seconds of [0.05, 1.5, 8, 30]) {
      const audio = await pcmOfSound(t, seconds, sampleAt);
      const { text, words, segments } = await engine.transcribe(audio, english());
      t.deepEqual({ text, words, segments }, { text: "", words: [], segments: [] }, `${name}, ${seconds} s`);
    }
  }
});

test.serial("what a file gives does not depend on what was read before", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, models);
  const [first, second] = await Promise.all([
    pcmOf(t, ["The child almost hurt the small dog"]),
    pcmOf(t, ["Four eight two nine", 1, "How old is the bridge"]),
  ]);
  const before = await engine.transcribe(second, english());
  await engine.transcribe(first, english());
  t.deepEqual(await engine.transcribe(second, english()), before);
});

test.serial("a file of ten minutes is read whole and in order, within the memory of a host", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  t.timeout(170_000);
  const { engine, logged } = await openHosts(t, { ...models, processes: 2 });
  const parts = await pcmOf(t, ["Open the window, please.", 2, "How old is the bridge?", 17]);
  const bytes = await readFile(parts.path);
  const rounds = Math.ceil(600 / parts.durationSeconds);
  const path = join(await privateFolder(t), "long.raw");
  await writeFile(path, Buffer.concat(Array.from({ length: rounds }, () => bytes)));
  const audio = { path, sampleRate: 16_000, durationSeconds: rounds * parts.durationSeconds };
  const progress: number[] = [];
  const recognition = await engine.transcribe(audio, { ...english(), onProgress: (value) => progress.push(value) });
  isSound(t, recognition, audio);
  t.is(recognition.words.filter(({ word }) => word === "bridge").length, rounds);
  t.is(recognition.words.filter(({ word }) => word === "window").length, rounds);
  for (const [round, { start }] of recognition.words.filter(({ word }) => word === "bridge").entries()) {
    const begin = round * parts.durationSeconds;
    t.true(start > begin && start < begin + 7, `${start}`);
  }
  t.deepEqual(
    progress,
    progress.toSorted((one, other) => one - other),
  );
  t.true(progress.length > 10);
  for (const pid of hostsNow()) t.true((residentMb(pid) ?? 0) < 900);
  t.deepEqual(logged, []);
});

test.serial("a host that holds too much is replaced between two pieces, and nothing is lost", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, { ...models, memoryMb: 180 });
  const audio = await pcmOf(t, ["How old is the bridge?", 3, "Open the window, please."]);
  t.is((await engine.transcribe(audio, english())).text, "How old is the bridge? Open the window, please.");
  t.regex(logged.join(), /moonshine-tiny-en holds \d+ MB, more than 180; it is replaced/);
  t.log(logged[0]);
});

test.serial("a host that holds twice as much is killed at once", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, { ...models, memoryMb: 20 });
  const error = await t.throwsAsync(engine.transcribe(await pcmOf(t, ["hello"]), english()), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_unavailable");
  t.regex(logged.join(), /host of moonshine-tiny-en held \d+ MB and was killed/);
});

const swapped = (encoder: string, decoder: string) => ({
  "encoder_model.ort": decoder,
  "decoder_model_merged.ort": encoder,
});

test.serial("files of the wrong kind are refused at the start, by name and with what to do", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const files = models.files;
  const { "encoder_model.ort": encoder, "decoder_model_merged.ort": decoder } = files;
  const directory = await privateFolder(t);
  const [empty, torn] = [join(directory, "tokens.txt"), join(directory, "encoder.ort")];
  await writeFile(empty, "");
  await writeFile(torn, await readFile(encoder));
  await truncate(torn, 1_000_000);
  const audio = await pcmOf(t, ["hello"]);
  const cases = [
    { changed: swapped(encoder, decoder), fault: /returned no words for the test clip/ },
    { changed: { "tokens.txt": empty }, fault: /moonshine-tiny-en|test clip/ },
    { changed: { "encoder_model.ort": torn }, fault: /cannot be loaded/ },
    { changed: { "encoder_model.ort": join(directory, "none") }, fault: /none is missing/ },
  ];
  for (const { changed, fault } of cases) {
    const { engine, logged } = await openHosts(t, { ...models, files: { ...files, ...changed } });
    const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
    t.is(error?.code, "engine_unavailable");
    t.regex(error?.message ?? "", fault);
    t.regex(error?.message ?? "", /Run: npm run models -- verify moonshine-tiny-en/);
    t.regex(logged.join(), /host of moonshine-tiny-en/);
    await engine.close();
  }
});

test.serial("English is read by pocketsphinx while Moonshine's model is damaged", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { files, manifest } = models;
  const damaged = { ...files, ...swapped(files["encoder_model.ort"], files["decoder_model_merged.ort"]) };
  const directory = await privateFolder(t);
  const log = () => undefined;
  const recognizer = openRecognizer(
    [
      { manifest, open: () => openSherpa({ ...models, files: damaged, processes: 1, directory, log }) },
      { manifest: pocketsphinxManifest, open: () => openPocketsphinx({ processes: 1, directory }) },
    ],
    { log, unsupported: String },
  );
  t.teardown(() => recognizer.close());
  const { text, model } = await recognizer.transcribe(await pcmOf(t, ["How old is the bridge?"]), english());
  t.is(model, "pocketsphinx");
  t.is(text, "how old is the bridge");
});

test.serial("a host is started with the first file and ended when idle, if so configured", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine, logged } = await openHosts(t, { ...models, startsOnUse: true, idleMs: 300 });
  t.deepEqual(hostsNow(), []);
  const audio = await pcmOf(t, ["How old is the bridge?"]);
  t.is((await engine.transcribe(audio, english())).text, "How old is the bridge?");
  await until(() => hostsNow().length === 0);
  t.is((await engine.transcribe(audio, english())).text, "How old is the bridge?");
  t.deepEqual(logged, []);
});

test.serial("no more digits are read than the time allows, and the words behind them are kept", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, { ...models, startsOnUse: true });
  const directory = await privateFolder(t);
  const path = join(directory, "digits.raw");
  const digits = "zero ".repeat(10);
  const voice = ["-v", "en-us", "-s", "170", "-w", join(directory, "digits.wav")];
  await run("espeak-ng", [...voice, `My code is ${digits} and I live in London`]);
  await run("ffmpeg", ["-v", "error", "-i", join(directory, "digits.wav"), "-ar", "16000", "-f", "s16le", path]);
  const durationSeconds = (await stat(path)).size / 32_000;
  const { text } = await engine.transcribe({ path, sampleRate: 16_000, durationSeconds }, english());
  t.regex(text, /live in London\.?$/);
  t.true((text.match(/zero|0/gi) ?? []).length <= 16, text);
});

test.serial("another language is refused", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  const { engine } = await openHosts(t, { ...models, startsOnUse: true });
  const audio = await pcmOfSound(t, 0.1, () => 0);
  const error = await t.throwsAsync(engine.transcribe(audio, { language: "de", signal: calm() }));
  t.true(error instanceof DomainError && error.code === "language_unsupported");
});
