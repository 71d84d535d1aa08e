import { existsSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { kokoroFiles } from "#test/support/toy-kokoro.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { kokoroVoice, openHosts } from "./kokoro-support.ts";
import { installedModels, openHosts as openRecognition } from "./moonshine-support.ts";
import { calm, peakOf, saying } from "./synth-support.ts";

/** An engine of a model of MODELS_DIR; null, which is said in the log of the test, where it is not installed. */
async function openInstalled(t: ExecutionContext, name: string) {
  const folder = join(modelsDirectory, name);
  if (Object.values(kokoroFiles(folder)).every((file) => existsSync(file))) return openHosts(t, { folder, threads: 2 });
  t.log(`Not run: MODELS_DIR has no ${name}.`);
  t.pass();
  return null;
}

const english = "The quick brown fox jumps over the lazy dog.";

/** A sentence for the voices of each language. */
const sentences = {
  en: ["bm_george", "The quick brown fox jumps over the lazy dog."],
  es: ["ef_dora", "El tren sale de la estación a las ocho."],
  fr: ["ff_siwis", "Le train part de la gare à huit heures."],
  hi: ["hm_omega", "नमस्ते, आपका order सुबह आठ बजे आएगा।"],
  it: ["if_sara", "Il treno parte dalla stazione alle otto."],
  ja: ["jf_alpha", "でんしゃ は はちじ に でます。"],
  pt: ["pf_dora", "O trem sai da estação às oito horas."],
} as const;

test("Kokoro speaks its languages, at the requested speed and never beyond full scale", async (t) => {
  t.timeout(600_000);
  const opened = await openInstalled(t, "kokoro-82m");
  if (opened === null) return;
  const { engine, directory } = opened;
  for (const [language, [name, text]] of Object.entries(sentences)) {
    const pcm = await engine.synthesize(saying(text, { directory, language, voice: kokoroVoice(name) }));
    t.true(pcm.durationSeconds > 1.5 && pcm.durationSeconds < 6, `${language}: ${pcm.durationSeconds} s`);
    const peak = await peakOf(pcm);
    t.true(peak > 0.1 && peak <= 0.951, `${language}: ${peak}`);
  }
  const secondsAt = async (speed: number) =>
    (await engine.synthesize(saying(english, { directory, voice: kokoroVoice("af_heart"), speed }))).durationSeconds;
  const usual = await secondsAt(1);
  for (const speed of [0.5, 2]) {
    const factor = usual / (await secondsAt(speed));
    t.true(Math.abs(factor / speed - 1) < 0.25, `at speed ${speed} it was ${factor} times as fast`);
  }
});

for (const name of ["kokoro-82m", "kokoro-82m-int8"]) {
  test(`${name} is understood`, async (t) => {
    t.timeout(600_000);
    const [opened, models] = [await openInstalled(t, name), installedModels(t)];
    if (opened === null || models === null) return;
    const { engine, directory } = opened;
    const { engine: recognizer } = await openRecognition(t, models);
    const text = `${english} She had your dark suit in greasy wash water all year.`;
    const pcm = await engine.synthesize(saying(text, { directory, voice: kokoroVoice("af_heart") }));
    const audio = await convertPcm(pcm, { path: `${pcm.path}.16`, sampleRate: 16_000, signal: calm() });
    const heard = (await recognizer.transcribe(audio, { language: "en", signal: calm() })).text;
    t.log(heard);
    const words = new Set(heard.toLowerCase().match(/[a-z]+/g));
    const missed = text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !words.has(word));
    t.true((missed?.length ?? 99) <= 1, `${heard}: ${missed?.join(", ")}`);
  });
}
