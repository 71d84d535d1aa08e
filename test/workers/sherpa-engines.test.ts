import { rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { temporaryFolder } from "#test/models/support.ts";
import { nemoCtc, nemoTransducer } from "#test/support/toy-models.ts";
import { whisper } from "#test/support/toy-whisper.ts";
import { installCustomModel, installToyVad } from "#test/support/install-custom-model.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";

const files = { "encoder_model.ort": "", "decoder_model_merged.ort": "", "tokens.txt": "" };

/** A folder with models of several kinds. */
async function models(t: ExecutionContext): Promise<string> {
  const directory = await temporaryFolder(t);
  await installToyVad(directory);
  await installCustomModel(directory, whisper(), {
    name: "whisper-large-v3",
    languages: ["de", "en"],
    tier: "accurate",
  });
  await installCustomModel(directory, whisper(), { name: "whisper-tiny", languages: ["de", "en"] });
  await installCustomModel(directory, nemoCtc(), { name: "indic-of-mine", languages: ["hi"], tier: "accurate" });
  await installCustomModel(directory, nemoTransducer(0), { name: "parakeet", languages: ["en"] });
  await installCustomModel(directory, { loader: "moonshine", files }, { name: "moonshine-tiny-en", languages: ["en"] });
  await installCustomModel(directory, { loader: "of-tomorrow", files }, { name: "unknown-kind", languages: ["en"] });
  return directory;
}

/** The names of the engines, and what was logged. */
async function enginesOf(t: ExecutionContext, directory: string, names: readonly string[]) {
  const logged: string[] = [];
  const options = {
    idleMs: null,
    processes: 1,
    directory: await temporaryFolder(t),
    log: (message: string) => logged.push(message),
  };
  const engines = await sherpaEngines({ models: { directory, names } }, options);
  return { names: engines.map(({ manifest }) => manifest.name), engines, logged };
}

test("the installed models that are named are used: the default ones first, then the fast ones, as they are named", async (t) => {
  const directory = await models(t);
  const all = ["whisper-large-v3", "indic-of-mine", "parakeet", "default", "whisper-tiny", "missing", "unknown-kind"];
  const { names, logged } = await enginesOf(t, directory, all);
  t.deepEqual(names, ["moonshine-tiny-en", "parakeet", "whisper-tiny", "whisper-large-v3", "indic-of-mine"]);
  t.deepEqual(logged, []);
  t.deepEqual((await enginesOf(t, directory, ["whisper-tiny"])).names, ["whisper-tiny"]);
  t.deepEqual((await enginesOf(t, directory, [])).names, []);
});

test("what a model can do is what its description and its kind say", async (t) => {
  const { engines } = await enginesOf(t, await models(t), ["whisper-large-v3", "indic-of-mine"]);
  const [large, indic] = engines.map(({ manifest }) => manifest);
  t.like(large, { languages: ["de", "en"], tier: "accurate", detectsLanguage: true, kind: "recognition" });
  t.like(indic, { languages: ["hi"], detectsLanguage: false, requires: "The models indic-of-mine and silero-vad." });
  t.true((indic?.memoryMb ?? 0) > 0);
});

test("without the finder of speech no model is used, which is logged with what to do", async (t) => {
  const directory = await models(t);
  await rm(join(directory, "silero-vad"), { recursive: true });
  const { names, logged } = await enginesOf(t, directory, ["default"]);
  t.deepEqual(names, []);
  t.deepEqual(logged, [
    "moonshine-tiny-en needs silero-vad, which is not installed. Run: npm run models -- pull silero-vad",
  ]);
});

test("a model with a truncated file is skipped, and the log names the remedy", async (t) => {
  const directory = await models(t);
  await truncate(join(directory, "parakeet", "encoder.onnx"), 10);
  const { names, logged } = await enginesOf(t, directory, ["parakeet", "default"]);
  t.deepEqual(names, ["moonshine-tiny-en"]);
  t.regex(logged.join(), /^encoder\.onnx of parakeet is damaged: it has 10 bytes instead of \d+\. Run: /);
});
