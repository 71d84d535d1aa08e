import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { readConfiguration } from "#workers/speech/engines/piper/configuration.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { installedModels, openHosts as openRecognition } from "./moonshine-support.ts";
import { openHosts, piperVoice } from "./piper-support.ts";
import { calm, peakOf, saying } from "./synth-support.ts";

const name = "piper-en-us-joe";
const path = join(modelsDirectory, name, "model.onnx");
const sentence =
  "Good morning. The train to the city leaves at nine, and the bus stops in front of the library. Is it far?";
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

test("Joe of Piper is understood, through the whole pipeline", async (t) => {
  t.timeout(600_000);
  if (!existsSync(path)) {
    t.log(`Not run: MODELS_DIR has no ${name}. Run: npm run models -- pull ${name}`);
    t.pass();
    return;
  }
  const configuration = readConfiguration(await readFile(`${path}.json`, "utf8"));
  t.like(configuration, { languageTag: "en-US", espeakVoice: "en-us", sampleRate: 22_050, quality: "medium" });
  const { engine, directory } = await openHosts(t, [{ name, path, configuration, language: "en" }], { threads: 2 });
  const fallback = openEspeak();
  const synthesizer = openSynthesizer({ engines: [engine, fallback], fallback });
  const pcm = await synthesizer.synthesize(saying(sentence, { directory, voice: piperVoice(name) }));
  t.is(pcm.engine, "piper");
  t.true(pcm.durationSeconds > 4 && pcm.durationSeconds < 9, `${pcm.durationSeconds} s`);
  t.true((await peakOf(pcm)) > 0.1);

  const models = installedModels(t);
  if (models === null) return;
  const { engine: recognizer } = await openRecognition(t, models);
  const audio = await convertPcm(pcm, { path: `${pcm.path}.16`, sampleRate: 16_000, signal: calm() });
  const heard = (await recognizer.transcribe(audio, { language: "en", signal: calm() })).text;
  t.log(heard);
  const missed = wordsOf(sentence).filter((word) => !wordsOf(heard).includes(word));
  // It speaks otherwise each time, so that now this word is misheard, now that.
  t.true(missed.length <= 3, `${heard}: ${missed.join(", ")}`);
});
