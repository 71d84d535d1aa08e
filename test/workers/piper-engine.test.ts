import { mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { readConfig } from "#src/config.ts";
import { hostShares, defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { speechVersion } from "#workers/synthesis/speech-version.ts";
import { piperEngine } from "#workers/synthesis/piper-engine.ts";
import { toyPiper, type ToyPiper } from "#test/support/toy-piper.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";

async function folder(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "speech-piper-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function open(t: ExecutionContext, directory: string, names: string) {
  const logged: string[] = [];
  const log = (message: string): unknown => logged.push(message);
  const config = readConfig({ MODELS_DIR: directory, SPEECH_MODELS: names });
  const found = await piperEngine(config, { log, observe: () => undefined });
  t.teardown(() => found?.engine.close());
  return { engine: found?.engine, voices: found?.voices ?? [], logged };
}

const install = (directory: string, name: string, hand: ToyPiper = {}) =>
  installCustomModel(
    directory,
    { loader: "piper", files: toyPiper(hand) },
    { name, kind: "synthesis", languages: ["de"] },
  );

test("without a model there is no engine, and where one is named it is said what to do", async (t) => {
  const missing = await open(t, await folder(t), "default,piper-en-us-joe");
  t.is(missing.engine, undefined);
  t.deepEqual(missing.logged, [
    "SPEECH_MODELS names piper-en-us-joe, which is not installed. Run: npm run models -- pull piper-en-us-joe",
  ]);
  const unasked = await open(t, await folder(t), "default");
  t.deepEqual([unasked.engine, unasked.logged], [undefined, []]);
});

test("voices have what their configuration says, and the best of a language is preferred", async (t) => {
  const directory = await folder(t);
  const english = { espeak: { voice: "en-gb-x-rp" }, language: { code: "en_GB" } };
  await install(directory, "small", { changes: { audio: { sample_rate: 16_000, quality: "x_low" } } });
  await install(directory, "of-mine");
  const speakers = { num_speakers: 2, speaker_id_map: { p225: 1 }, dataset: "vctk_two" };
  await install(directory, "two", { changes: { ...english, ...speakers } });
  const { engine, voices, logged } = await open(t, directory, "small,of-mine,two");
  t.deepEqual(logged, []);
  t.is(engine?.manifest.name, "piper");
  t.deepEqual(engine?.manifest.languages, ["de", "en"]);
  t.deepEqual(engine?.manifest.preferredVoices, { de: "of-mine", en: "two/0" });
  t.is(engine?.manifest.memoryMb, 3 * 350);
  const licence = "None.";
  const british = { language: "en", accent: "British", licence, quality: "natural", gender: null };
  t.deepEqual(
    voices.map((voice) => ({ ...voice, description: "" })),
    [
      { ...british, language: "de", accent: null, quality: "standard", name: "Hum", engineVoice: "small" },
      { ...british, language: "de", accent: null, name: "Hum", engineVoice: "of-mine" },
      { ...british, name: "Vctk Two 0", engineVoice: "two/0" },
      { ...british, name: "Vctk Two p225", engineVoice: "two/1" },
    ].map((voice) => ({ ...voice, description: "" })),
  );
  t.is(voices[3]?.description, "Speaker 1 of Piper’s two.");
});

test("hosts of Piper go after ten minutes without work, and all hosts after the time that is set", (t) => {
  const idleOf = (set: string, usual: number | null) =>
    hostShares(readConfig({ ENGINE_IDLE_SECONDS: set }).workers, usual).idleMs;
  t.deepEqual([idleOf("0", defaultIdleMs), idleOf("0", null)], [600_000, null]);
  t.deepEqual([idleOf("30", defaultIdleMs), idleOf("30", null)], [30_000, 30_000]);
});

test("a model that replaces another of its name is distinguished, also by the version of the engine", async (t) => {
  const directory = await folder(t);
  const opened = async () => {
    const { engine } = await open(t, directory, "of-mine");
    const manifests = engine === undefined ? [] : [engine.manifest];
    return [manifests[0]?.modelDigest, await speechVersion(manifests)];
  };
  await install(directory, "of-mine");
  const before = await opened();
  t.regex(String(before[0]), /^[0-9a-f]{32}$/);
  t.deepEqual(await opened(), before);
  await install(directory, "of-mine", { changes: { dataset: "other" } });
  const after = await opened();
  t.not(after[0], before[0]);
  t.not(after[1], before[1]);
});

test("models that cannot be used are said, and where there is no other the engine cannot work", async (t) => {
  const directory = await folder(t);
  await install(directory, "piper-en-us-joe");
  await truncate(join(directory, "piper-en-us-joe/model.onnx"), 5);
  await install(directory, "pinyin", { changes: { phoneme_type: "pinyin" } });
  const { engine, voices } = await open(t, directory, "piper-en-us-joe,pinyin");
  t.deepEqual(voices, []);
  const { state, reason = "" } = engine?.status() ?? { state: "" };
  t.is(state, "unavailable");
  t.regex(reason, /model\.onnx of piper-en-us-joe is damaged: .* pull piper-en-us-joe/);
  t.regex(reason, /model\.onnx\.json of pinyin cannot be used: at phoneme_type: .* verify pinyin$/);
  await install(directory, "of-mine");
  const other = await open(t, directory, "piper-en-us-joe,pinyin,of-mine");
  t.not(other.engine?.status().state, "unavailable");
  t.is(other.logged.length, 2);
});
