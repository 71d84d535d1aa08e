import { stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { readCatalogue } from "#src/models/catalogue.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { kokoroVoice, openHosts } from "./kokoro-support.ts";
import { installedModels, openHosts as openRecognition } from "./moonshine-support.ts";
import { calm, saying } from "./synth-support.ts";

const name = "kokoro-82m";
const path = join(modelsDirectory, name, "model.onnx");

/** The model of MODELS_DIR; null, which is said in the log of the test, where it is not installed as the catalogue has it now. */
async function openInstalled(t: ExecutionContext) {
  const files = (await readCatalogue()).find((entry) => entry.name === name)?.files;
  const size = files?.find((file) => file.path === "model.onnx")?.size;
  if (existsSync(path) && (await stat(path)).size === size)
    return openHosts(t, { folder: join(modelsDirectory, name), threads: 2 });
  t.log(`Not run: MODELS_DIR has no ${name}, or an earlier one. Run: npm run models -- pull ${name}`);
  t.pass();
  return null;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Infinity;
const letters = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");

const text =
  "The end of the day was a quiet one, and the dog slept in the house. The quick brown fox jumps over the lazy dog in the garden.";

test("the times of Kokoro's words are those at which the service hears them, at any speed", async (t) => {
  t.timeout(600_000);
  const [opened, models] = [await openInstalled(t), installedModels(t)];
  if (opened === null || models === null) return;
  const { engine, directory } = opened;
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const { engine: recognizer } = await openRecognition(t, { ...models, align });
  const fallback = openEspeak();
  const synthesizer = openSynthesizer({ engines: [engine, fallback], fallback });
  for (const [voice, speed] of [
    ["af_heart", 1],
    ["bm_george", 0.7],
    ["am_michael", 1.5],
  ] as const) {
    const options = { directory, voice: kokoroVoice(voice), speed, wordTimestamps: true };
    const pcm = await synthesizer.synthesize(saying(text, options));
    const { words = [], source } = pcm.words ?? {};
    t.is(source, "model");
    t.is(words.map(({ word }) => word).join(" "), text);
    const audio = await convertPcm(pcm, { path: `${pcm.path}.16`, sampleRate: 16_000, signal: calm() });
    const heard = await recognizer.transcribe(audio, { language: "en", signal: calm() });
    const off: number[] = [];
    let next = 0;
    for (const { word, start } of words) {
      const at = heard.words.findIndex(
        (one, index) => index >= next && index < next + 4 && letters(one.word) === letters(word),
      );
      if (at < 0) continue;
      next = at + 1;
      off.push(Math.abs((heard.words[at]?.start ?? Infinity) - start));
    }
    t.log(
      `${voice} at speed ${speed}: ${off.length} words, median ${median(off).toFixed(3)} s, at most ${Math.max(...off).toFixed(3)} s`,
    );
    t.true(off.length > 0.8 * words.length, heard.text);
    t.true(median(off) <= 0.08);
  }
});

test("other languages have their words' times from the model, too", async (t) => {
  t.timeout(600_000);
  const opened = await openInstalled(t);
  if (opened === null) return;
  const { engine, directory } = opened;
  const fallback = openEspeak();
  const synthesizer = openSynthesizer({ engines: [engine, fallback], fallback });
  for (const [language, voice, said] of [
    ["hi", "hm_omega", "नमस्ते, आपका order सुबह 8 बजे आएगा।"],
    ["fr", "ff_siwis", "Le train de 8 h 30 part de l’ancienne gare."],
    ["ja", "jf_alpha", "でんしゃ は はちじ に でます。"],
  ] as const) {
    const options = { directory, language, voice: kokoroVoice(voice), wordTimestamps: true };
    const { words: spoken, durationSeconds } = await synthesizer.synthesize(saying(said, options));
    t.is(spoken?.source, "model", language);
    const words = spoken?.words ?? [];
    t.is(words.map(({ word }) => word).join(""), said.replaceAll(" ", ""));
    t.true((words.at(-1)?.end ?? 0) > 0.8 * durationSeconds, language);
  }
});
