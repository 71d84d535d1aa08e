import { rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import {
  type ToyModel,
  toyVad,
  nemoCtc,
  nemoTransducer,
  omnilingual,
  senseVoice,
  streamingNemoTransducer,
  streamingZipformer,
  writeModel,
} from "#test/support/toy-models.ts";
import { moonshine } from "#test/support/toy-moonshine.ts";
import { whisper } from "#test/support/toy-whisper.ts";
import { onnxFile, tensor } from "#test/support/onnx.ts";
import type { PcmFile, Recognition } from "#workers/speech/engine.ts";
import { sherpaManifest } from "#workers/speech/engines/sherpa/manifest.ts";
import { openSherpa, type SherpaOptions } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import { pcmOfSound } from "./moonshine-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

interface Tone {
  readonly from: number;
  readonly to: number;
  readonly hertz: number;
}

/** Seconds of tones, low or high, and of the silence between them. */
const tones: readonly Tone[] = [
  { from: 0.5, to: 1.2, hertz: 300 },
  { from: 1.8, to: 2.5, hertz: 3000 },
  { from: 3.1, to: 3.8, hertz: 300 },
];

const soundOf = (t: ExecutionContext, heard: readonly Tone[] = tones): Promise<PcmFile> =>
  pcmOfSound(t, 4.5, (second) => {
    const tone = heard.find(({ from, to }) => second >= from && second < to);
    return tone === undefined ? 0 : 0.3 * Math.sin(2 * Math.PI * tone.hertz * second);
  });

/** With two files of each that can be taken for each other. */
const kinds: readonly (readonly [string, ToyModel, string, string])[] = [
  ["NeMo transducer", nemoTransducer(5), "encoder.onnx", "joiner.onnx"],
  ["NeMo CTC", nemoCtc(), "model.onnx", "tokens.txt"],
  ["omnilingual CTC", omnilingual(), "model.onnx", "tokens.txt"],
  ["SenseVoice", senseVoice(), "model.onnx", "tokens.txt"],
  ["Moonshine", moonshine(), "encoder_model.ort", "decoder_model_merged.ort"],
  ["Whisper", whisper(), "encoder.onnx", "decoder.onnx"],
  ["streaming Zipformer", streamingZipformer(), "encoder.onnx", "decoder.onnx"],
  ["streaming NeMo transducer", streamingNemoTransducer(), "encoder.onnx", "decoder.onnx"],
];

interface Installed extends Pick<SherpaOptions, "align"> {
  readonly languages: readonly string[];
  /** Done to the files before they are loaded. */
  readonly damage?: (files: Record<string, string>) => Promise<void> | void;
}

/** An engine of one host with a toy model and a toy VAD. */
async function open(t: ExecutionContext, model: ToyModel, { languages, damage, ...more }: Installed) {
  const directory = await privateFolder(t);
  const files = { ...(await writeModel(join(directory, "model"), model)) };
  const vad = join(directory, "silero_vad.onnx");
  await writeFile(vad, toyVad);
  await damage?.(files);
  const { loader } = model;
  const manifest = sherpaManifest({ name: "toy-model", languages, tier: "fast", memoryMb: null, loader, files });
  if (manifest === null) throw new Error(`There is no loader ${loader}.`);
  const logged: string[] = [];
  const log = (message: string): unknown => logged.push(message);
  const engine = openSherpa({ manifest, loader, files, vad, processes: 1, directory, log, ...more });
  t.teardown(() => engine.close());
  const read = (audio: PcmFile, language: string) => engine.transcribe(audio, { language, signal: calm() });
  return { manifest, read, logged };
}

/** The words begin where the tones do, to a tenth of a second, and end in order. */
function areAtTones(t: ExecutionContext, { words }: Recognition): void {
  t.is(words.length, tones.length);
  for (const [index, { start, end }] of words.entries()) {
    const { from = 0 } = tones[index] ?? {};
    t.true(Math.abs(start - from) < 0.1, `${start} instead of ${from}`);
    t.true(end > start && end <= (words[index + 1]?.start ?? 4.5));
  }
}

const wordsOf = ({ words }: Recognition): readonly string[] => words.map(({ word }) => word);

for (const [name, durations, bands] of [
  ["a NeMo transducer", 0, 80],
  ["a NeMo transducer with durations (TDT) and 128 bands", 5, 128],
] as const) {
  test.serial(`${name} gives words with their times and the model's own confidence`, async (t) => {
    const { read, manifest, logged } = await open(t, nemoTransducer(durations, bands), { languages: ["de", "nl"] });
    const recognition = await read(await soundOf(t), "de");
    t.is(recognition.text, "tief hoch tief");
    areAtTones(t, recognition);
    t.is(recognition.confidenceSource, "model");
    t.true(recognition.words.every(({ confidence }) => confidence > 0.9 && confidence <= 1));
    t.is(recognition.model, "toy-model");
    t.false(manifest.detectsLanguage, "it does not say which language it has found");
    t.true(manifest.memoryMb > 0);
    t.deepEqual(logged, []);
  });
}

test.serial("a NeMo CTC model gives words with their times, letters and signs together", async (t) => {
  const { read } = await open(t, nemoCtc(), { languages: ["hi"] });
  const recognition = await read(await soundOf(t), "hi");
  t.is(recognition.text, "नीचे ऊपर नीचे");
  t.deepEqual(wordsOf(recognition), ["नीचे", "ऊपर", "नीचे"]);
  areAtTones(t, recognition);
  t.is(recognition.confidenceSource, "none");
});

test.serial(
  "an omnilingual CTC model, whose tokens are letters and spaces, gives words with their times",
  async (t) => {
    const { read } = await open(t, omnilingual(), { languages: ["hi", "ta"] });
    const recognition = await read(await soundOf(t), "ta");
    t.is(recognition.text, "l h l");
    areAtTones(t, recognition);
  },
);

test.serial("SenseVoice takes or detects the language, and each Chinese character is a word", async (t) => {
  const { read, manifest } = await open(t, senseVoice(), { languages: ["ja", "zh"] });
  t.true(manifest.detectsLanguage);
  const audio = await soundOf(t);
  const detected = await read(audio, "auto");
  t.is(detected.language, "ja");
  t.is(detected.text, "低高低");
  t.deepEqual(wordsOf(detected), ["低", "高", "低"]);
  areAtTones(t, detected);
  const told = await read(audio, "zh");
  t.is(told.language, undefined);
  t.is(told.text, "矮尖矮");
  t.is((await read(audio, "ja")).text, "低高低");
});

test.serial("Whisper takes or detects the language, and its words share the time of the speech", async (t) => {
  const { read, manifest } = await open(t, whisper(), { languages: ["de", "hi"] });
  t.true(manifest.detectsLanguage);
  const [low, high] = await Promise.all([soundOf(t, tones.slice(0, 1)), soundOf(t, tones.slice(1, 2))]);
  const [found, other] = [await read(low, "auto"), await read(high, "auto")];
  t.like(found, { text: "tief", language: "de", confidenceSource: "none" });
  t.like(other, { text: "ऊपर", language: "hi" });
  t.like(await read(low, "hi"), { text: "नीचे", language: undefined });
  t.like(await read(high, "de"), { text: "hoch", language: undefined });
  const [word] = found.words;
  t.true(word !== undefined && Math.abs(word.start - 0.5) < 0.3 && Math.abs(word.end - 1.2) < 0.5);
});

test.serial(
  "English words without times are aligned with the sound, and those of other languages are not",
  async (t) => {
    const english = { code: "en", low: " How old is the bridge?", high: " The bridge" };
    const align: SherpaOptions["align"] = ({ words }) =>
      Promise.resolve(words.map((_, index) => ({ start: 0.3 + index / 10, end: 0.4 + index / 10, confidence: 0.75 })));
    const { read } = await open(t, whisper(english), { languages: ["en", "hi"], align });
    const low = await soundOf(t, tones.slice(0, 1));
    const [told, found] = [await read(low, "en"), await read(low, "auto")];
    const aligned = { confidenceSource: "alignment", hasEstimatedTimes: undefined } as const;
    t.like(told, { text: "How old is the bridge?", ...aligned, language: undefined });
    t.true(told.words.every(({ confidence }) => confidence === 0.75));
    t.like(found, { text: "How old is the bridge?", confidenceSource: "alignment", language: "en" });
    t.like(await read(low, "hi"), { text: "नीचे", confidenceSource: "none", hasEstimatedTimes: true });
  },
);

test.serial("Moonshine for another language gives words that share the time of the speech", async (t) => {
  const { read } = await open(t, moonshine(), { languages: ["ja"] });
  const low = await read(await soundOf(t, tones.slice(0, 1)), "ja");
  t.like(low, { text: "低い。", confidenceSource: "none" });
  t.deepEqual(wordsOf(low), ["低", "い"]);
  t.is((await read(await soundOf(t, tones.slice(1, 2)), "ja")).text, "高い。");
});

for (const generation of ["first", "second"] as const) {
  test.serial(`a streaming Zipformer of the ${generation} generation reads a piece to its end`, async (t) => {
    const { read } = await open(t, streamingZipformer(generation), { languages: ["nl"] });
    const recognition = await read(await soundOf(t), "nl");
    t.is(recognition.text, "low high low");
    areAtTones(t, recognition);
    t.is(recognition.confidenceSource, "model");
  });
}

test.serial("a streaming NeMo transducer reads a piece to its end", async (t) => {
  const { read } = await open(t, streamingNemoTransducer(), { languages: ["de"] });
  const recognition = await read(await soundOf(t), "de");
  t.is(recognition.text, "tief hoch tief");
  areAtTones(t, recognition);
});

test.serial("a sound of a few milliseconds, and none, are an empty transcript for every kind", async (t) => {
  for (const [name, model] of kinds) {
    const { read, logged } = await open(t, model, { languages: ["de", "zh"] });
    for (const seconds of [0.001, 0.02, 0.1]) {
      const loud = await pcmOfSound(t, seconds, (second) => 0.5 * Math.sin(2 * Math.PI * 300 * second));
      t.is((await read(loud, "de")).text, "", name);
    }
    t.is((await read(await soundOf(t, []), "de")).text, "", name);
    t.deepEqual(logged, [], name);
  }
});

/** The error of a model that cannot be loaded, in a new engine. */
async function refusal(t: ExecutionContext, model: ToyModel, installed: Installed): Promise<string> {
  const { read, logged } = await open(t, model, installed);
  const [language = ""] = installed.languages;
  const error = await t.throwsAsync(read(await soundOf(t), language), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.regex(logged.join(), /host of toy-model/);
  t.log(error?.message);
  return error?.message ?? "";
}

const remedy = /toy-model .*Run: npm run models -- verify toy-model/;
const cutOff = (name: string) => async (files: Record<string, string>) => truncate(files[name] ?? "", 100);
const swapped = (one: string, other: string) => (files: Record<string, string>) => {
  [files[one], files[other]] = [files[other] ?? "", files[one] ?? ""];
};

for (const [name, model, first, second] of kinds) {
  test.serial(`${name}: files that are cut off, swapped or missing are refused with what to do`, async (t) => {
    const languages = ["de"];
    t.regex(await refusal(t, model, { languages, damage: cutOff(first) }), remedy);
    t.regex(await refusal(t, model, { languages, damage: swapped(first, second) }), remedy);
    const gone = await refusal(t, model, { languages, damage: (files) => rm(files[first] ?? "") });
    t.regex(gone, /^The file .* is missing\. Run: npm run models -- verify toy-model/);
  });
}

test.serial("a model without the facts that the runtime needs is refused with what to do", async (t) => {
  const bare = onnxFile({
    inputs: [tensor("x", "float", "N")],
    outputs: [tensor("y", "float", "N")],
    nodes: [{ op: "Identity", inputs: ["x"], outputs: ["y"] }],
  });
  for (const model of [nemoTransducer(0), senseVoice(), whisper(), streamingZipformer()]) {
    const [file = ""] = Object.keys(model.files);
    const damage = (files: Record<string, string>) => writeFile(files[file] ?? "", bare);
    t.regex(await refusal(t, model, { languages: ["de"], damage }), remedy, model.loader);
  }
});

test.serial("a model whose description lacks a file is refused by its name", async (t) => {
  const damage = (files: Record<string, string>) => void Reflect.deleteProperty(files, "joiner.onnx");
  t.regex(
    await refusal(t, nemoTransducer(0), { languages: ["de"], damage }),
    /^toy-model has no file joiner\.onnx\. Run: /,
  );
});

test.serial("an English model must find the words of the test clip", async (t) => {
  t.regex(await refusal(t, streamingZipformer(), { languages: ["en"] }), /returned other words for the test clip/);
});
