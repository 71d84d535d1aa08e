import test, { type ExecutionContext } from "ava";
import { parseSsml } from "#src/domain/speech/ssml/parse-ssml.ts";
import type { SynthesizeOptions, TimedWord } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { openSynthesizer, type SynthesizerOptions } from "#workers/speech/synthesizer.ts";
import { espeakVoice, fliteVoice, privateFolder, saying } from "./synth-support.ts";

const fallback = openEspeak();
const engines = { engines: [openFlite(), fallback], fallback };
const align = openAligner({ modelDirectory: defaultModelDirectory });

async function speak(
  t: ExecutionContext,
  text: string,
  { synthesizer = {}, ...options }: Partial<SynthesizeOptions> & { synthesizer?: Partial<SynthesizerOptions> } = {},
) {
  const directory = await privateFolder(t);
  const ssml = parseSsml(text);
  const parts = ssml.ok ? ssml.parts : undefined;
  const spoken = await openSynthesizer({ ...engines, align, ...synthesizer }).synthesize({
    ...saying(text, { directory, wordTimestamps: true, ...options }),
    parts,
  });
  const words = spoken.words?.words ?? [];
  const startOf = (word: string): number => words.find((one) => one.word === word)?.start ?? Number.NaN;
  return { ...spoken, source: spoken.words?.source, words, startOf };
}

const written = (words: readonly TimedWord[]): string => words.map(({ word }) => word).join(" ");

test("English words of engines that do not tell their times are found in the sound", async (t) => {
  const text = "The tickets cost $42.50, and the train leaves at 7:30 in the evening. Dr. Lee paid on March 14, 2025.";
  for (const voice of [fliteVoice, espeakVoice]) {
    const { source, words, durationSeconds } = await speak(t, text, { voice });
    t.is(source, "alignment");
    t.is(written(words), text);
    t.true(words.every(({ start, end }) => end > start));
    t.true((words.at(-1)?.end ?? 0) > durationSeconds - 0.5);
    const price = words.find(({ word }) => word === "$42.50,");
    t.true(price !== undefined && price.end - price.start > 1, "it is spoken as six words");
  }
});

test("a break moves the words behind it by as much", async (t) => {
  const textWith = (markup: string) => `<speak>The first one is here.${markup} Second comes the other one.</speak>`;
  const [plain, apart] = [
    await speak(t, textWith("<break time='10ms'/>")),
    await speak(t, textWith("<break time='2s'/>")),
  ];
  const moved = apart.startOf("Second") - plain.startOf("Second");
  t.true(Math.abs(moved - 1.99) < 0.03, `${moved} s`);
  t.true(Math.abs(apart.startOf("here.") - plain.startOf("here.")) < 0.03);
  const late = await speak(t, "<speak><break time='1s'/>Hello there.</speak>");
  t.true(late.startOf("Hello") > 0.95 && late.startOf("Hello") < 1.2, `${late.startOf("Hello")} s`);
});

test("other languages, and a machine without the aligner, get an estimate", async (t) => {
  const german = await speak(t, "Der Zug fährt um acht Uhr ab. Bitte steigen Sie ein.", {
    voice: espeakVoice,
    language: "de",
  });
  t.is(german.source, "estimate");
  t.is(written(german.words), "Der Zug fährt um acht Uhr ab. Bitte steigen Sie ein.");
  const text = "The parcel will be there before noon, and the driver rings twice.";
  const failing = { align: () => Promise.reject(new Error("It is not installed.")) };
  const [found, guessed] = [await speak(t, text), await speak(t, text, { synthesizer: failing })];
  t.deepEqual([found.source, guessed.source], ["alignment", "estimate"]);
  const off = found.words.map(({ start }, index) => Math.abs(start - (guessed.words[index]?.start ?? Infinity)));
  t.true(Math.max(...off) < 0.6, `${Math.max(...off)} s`);
});

test("word times of two engines have the less exact source, and spelled words are estimated", async (t) => {
  const mixed = await speak(t, "Good morning नमस्ते to you");
  t.is(mixed.source, "estimate");
  t.is(written(mixed.words), "Good morning नमस्ते to you");
  const spelled = await speak(t, "Say ᏣᎳᎩ now");
  t.deepEqual([spelled.source, written(spelled.words)], ["estimate", "Say ᏣᎳᎩ now"]);
  const word = spelled.words[1];
  t.true(word !== undefined && word.end - word.start > 1.5, "it takes long to name its letters");
});

test("word times are made only on request", async (t) => {
  t.is((await speak(t, "Good morning", { wordTimestamps: false })).source, undefined);
});
