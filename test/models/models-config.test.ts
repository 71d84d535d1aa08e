import { join, resolve } from "node:path";
import test from "ava";
import { readConfig } from "#src/config.ts";

test("models lie in MODELS_DIR, in the user's cache, or in DATA_DIR where there is no home", (t) => {
  const directoryOf = (env: Record<string, string>) => readConfig(env).models.directory;
  t.is(directoryOf({ MODELS_DIR: "/m", HOME: "/home/a" }), "/m");
  t.is(directoryOf({ MODELS_DIR: "m" }), resolve("m"));
  t.is(directoryOf({ MODELS_DIR: "", XDG_CACHE_HOME: "/cache", HOME: "/home/a" }), "/cache/speech-service/models");
  t.is(directoryOf({ XDG_CACHE_HOME: "", HOME: "/home/a" }), "/home/a/.cache/speech-service/models");
  for (const env of [{}, { HOME: "" }]) t.is(directoryOf({ ...env, DATA_DIR: "/data" }), join("/data", "models"));
});

test("SPEECH_MODELS names the default set, no model or some", (t) => {
  const namesOf = (value?: string) => readConfig(value === undefined ? {} : { SPEECH_MODELS: value }).models.names;
  t.deepEqual(namesOf(), ["auto"]);
  t.deepEqual(namesOf(""), ["auto"]);
  t.deepEqual(namesOf("none"), []);
  t.deepEqual(namesOf("default, whisper-tiny.en"), ["default", "whisper-tiny.en"]);
  t.throws(() => namesOf("none,silero-vad"), { message: /^SPEECH_MODELS: Give auto, default, none, or names/ });
});
