import { mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { readConfig } from "#src/config.ts";
import { chooseModel, kokoroEngine } from "#workers/synthesis/kokoro-engine.ts";
import { toyKokoro } from "#test/support/toy-kokoro.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";

test("the largest model that fits twice into the free memory is chosen, else the smallest", (t) => {
  const [float, int8] = [{ memoryMb: 1000 }, { memoryMb: 600 }];
  t.is(chooseModel([int8, float], 2000), float);
  t.is(chooseModel([int8, float], 1999), int8);
  t.is(chooseModel([int8, float], 300), int8);
  t.is(chooseModel([float], 300), float);
  t.is(chooseModel([], 9000), undefined);
});

async function folder(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "speech-kokoro-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function open(t: ExecutionContext, directory: string, names = "default") {
  const logged: string[] = [];
  const log = (message: string): unknown => logged.push(message);
  const config = readConfig({ MODELS_DIR: directory, SPEECH_MODELS: names });
  const engine = await kokoroEngine(config, { log, observe: () => undefined });
  t.teardown(() => engine?.close());
  return { engine, logged };
}

const install = (directory: string, name = "kokoro-82m") =>
  installCustomModel(
    directory,
    { loader: "kokoro", files: toyKokoro() },
    { name, kind: "synthesis", languages: ["en"] },
  );

test("without a model there is no engine, and where one is named it is said what to do", async (t) => {
  const missing = await open(t, await folder(t));
  t.is(missing.engine, null);
  t.regex(missing.logged.join(), /names kokoro-82m, which is not installed: .* npm run models -- pull kokoro-82m$/);
  const unasked = await open(t, await folder(t), "none");
  t.is(unasked.engine, null);
  t.deepEqual(unasked.logged, []);
});

test("an installed model is opened, also one that the catalogue lacks", async (t) => {
  const directory = await folder(t);
  await install(directory, "hum-of-mine");
  const { engine, logged } = await open(t, directory, "hum-of-mine");
  t.is(engine?.manifest.name, "kokoro");
  t.deepEqual(logged, []);
});

test("a damaged model is an engine that cannot work, unless there is another", async (t) => {
  const directory = await folder(t);
  await install(directory);
  await truncate(join(directory, "kokoro-82m/voices.bin"), 5);
  const { engine } = await open(t, directory);
  t.like(engine?.status(), { state: "unavailable" });
  t.regex(engine?.status().reason ?? "", /^voices\.bin of kokoro-82m is damaged: .* pull kokoro-82m$/);
  await install(directory, "kokoro-82m-int8");
  const other = await open(t, directory, "default,kokoro-82m-int8");
  t.not(other.engine?.status().state, "unavailable");
  t.regex(other.logged.join(), /voices\.bin of kokoro-82m is damaged/);
});
