import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { findPython } from "#src/models/program.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { readText } from "#workers/speech/recognition/host-requests.ts";
import {
  openWhisperServer,
  whisperServerManifest,
  type WhisperServerOptions,
} from "#workers/speech/engines/whisper-server/open-whisper-server.ts";
import { pcmOfSound } from "./moonshine-support.ts";
import { type OpenEngine, pcmOf, until } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

type Models = Pick<WhisperServerOptions, "python" | "model" | "vad">;

const vad = join(modelsDirectory, "silero-vad", "silero_vad.onnx");
const manifest = whisperServerManifest({ name: "whisper-tiny.en", languages: ["en"], tier: "accurate", memoryMb: 345 });
const question = "How old is the bridge?";
const english = () => ({ language: "en", signal: calm() });

/** The installed model; null, which is said in the log of the test, where there is none. */
async function installed(t: ExecutionContext): Promise<Models | null> {
  t.timeout(180_000);
  const found = await findInstalledModel(modelsDirectory, "whisper-tiny.en");
  const python = await findPython(modelsDirectory, "whisper");
  if (found !== null && python !== null && existsSync(vad)) {
    return { python, model: found.directory, vad };
  }
  t.log("Not run: MODELS_DIR has no whisper-tiny.en with its program, or no silero-vad.");
  t.pass();
  return null;
}

/** A server that does as it is told; null, which is said in the log of the test, without Silero VAD. */
async function fake(t: ExecutionContext, does: string): Promise<Models | null> {
  t.timeout(60_000);
  if (!existsSync(vad)) {
    t.log("Not run: MODELS_DIR has no silero-vad.");
    t.pass();
    return null;
  }
  const python = join(await privateFolder(t), "python");
  const program = fileURLToPath(new URL("./fake-whisper-server.ts", import.meta.url));
  await writeFile(python, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(python, 0o755);
  return { python, model: does, vad };
}

async function open(
  t: ExecutionContext,
  models: Models,
  more: Partial<WhisperServerOptions> = {},
): Promise<OpenEngine> {
  const directory = await privateFolder(t);
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const engine = openWhisperServer({ ...models, manifest, processes: 1, directory, log, ...more });
  t.teardown(() => engine.close());
  return { engine, directory, logged };
}

const align = openAligner({ modelDirectory: defaultModelDirectory });

/** Process ids of the programs of Whisper whose host this process, or a child of it, has started. Linux only. */
const serversNow = (): readonly number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => commandOf(pid).includes("whisper-server/serve.py") && isBelow(pid, process.pid));

function isBelow(pid: number, ancestor: number): boolean {
  for (let above = parentOf(pid); above > 1; above = parentOf(above)) if (above === ancestor) return true;
  return false;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The parent of a process; 0 where it has ended. */
function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

test.serial("English is read with punctuation and words at their places, by a server without rights", async (t) => {
  const models = await installed(t);
  if (models === null) return;
  process.env["PAYMENT_KEY_SECRET"] = "canary";
  t.teardown(() => delete process.env["PAYMENT_KEY_SECRET"]);
  const { engine, logged } = await open(t, models, { align });
  const read = await engine.transcribe(await pcmOf(t, [1, question]), english());
  t.is(read.text, question);
  t.is(read.model, "whisper-tiny.en");
  t.is(read.confidenceSource, "alignment");
  t.deepEqual(
    read.words.map(({ word }) => word),
    ["How", "old", "is", "the", "bridge"],
  );
  t.true((read.words[0]?.start ?? 0) > 0.9);
  t.deepEqual(logged, []);
  const [pid = 0] = serversNow();
  const about = (file: string): string => readFileSync(`/proc/${pid}/${file}`, "utf8");
  t.notRegex(about("environ"), /canary|DATABASE/);
  if (process.getuid?.() !== 0 || readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync("/proc/self/ns/net")) return;
  t.notRegex(about("status"), /^[UG]id:.*\b0\b/m);
  t.regex(about("status"), /^CapEff:\s0+$/m);
  t.is(about("net/dev").trim().split("\n").length, 3, "the loopback device alone, which is down");
});

test.serial("sounds without speech have no words", async (t) => {
  const models = await installed(t);
  if (models === null) return;
  const { engine } = await open(t, models, { align });
  const tune = (at: number): number =>
    0.3 * Math.sin(2 * Math.PI * (440 + 110 * Math.floor((2 * at) % 5)) * at) * Math.exp(-2 * ((2 * at) % 1));
  const sounds = { silence: () => 0, noise: () => 2 * Math.random() - 1, hiss: () => Math.random() / 20, tune };
  for (const [name, sound] of Object.entries(sounds)) {
    for (const seconds of [4, 30]) {
      const read = await engine.transcribe(await pcmOfSound(t, seconds, sound), english());
      t.deepEqual([read.text, read.words], ["", []], `${seconds} s of ${name}`);
    }
  }
});

test.serial("a server that is killed in the middle of its work is replaced, and the work is completed", async (t) => {
  const models = await installed(t);
  if (models === null) return;
  const { engine, logged } = await open(t, models);
  const audio = await pcmOf(t, [question]);
  await engine.transcribe(audio, english());
  const [first = 0] = serversNow();
  process.kill(first, "SIGSTOP");
  const reading = engine.transcribe(audio, english());
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(first, "SIGKILL");
  t.is((await reading).text, question);
  t.false(serversNow().includes(first));
  t.is(logged.length, 1);
  t.regex(logged[0] ?? "", /host of whisper-tiny\.en ended by itself, 1 in a row\. .*SIGKILL|does not answer/);
});

test.serial("a server and its host end with the worker, even when that is killed", async (t) => {
  const models = (await installed(t)) ?? (await fake(t, "works"));
  if (models === null) return;
  const directory = await privateFolder(t);
  const module = new URL("../../workers/speech/engines/whisper-server/open-whisper-server.ts", import.meta.url);
  const options = JSON.stringify({ ...models, manifest, processes: 1, directory });
  const program = `(await import(${JSON.stringify(module.href)})).openWhisperServer(${options})`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  await until(() => serversNow().length > 0);
  const [server = 0] = serversNow();
  const host = parentOf(server);
  // It would not notice by itself that its input has ended.
  process.kill(server, "SIGSTOP");
  worker.kill("SIGKILL");
  await until(() => !existsSync(`/proc/${host}`) && !existsSync(`/proc/${server}`));
  t.pass();
});

test.serial("a server ends with its host, and with the engine, and leaves no file", async (t) => {
  const models = await fake(t, "works");
  if (models === null) return;
  const { engine, directory } = await open(t, models);
  const audio = await pcmOf(t, [question]);
  t.is((await engine.transcribe(audio, english())).text, question);
  const [first = 0] = serversNow();
  process.kill(parentOf(first), "SIGKILL");
  await until(() => !existsSync(`/proc/${first}`));
  t.is((await engine.transcribe(audio, english())).text, question);
  const [second = 0] = serversNow();
  await engine.close();
  await until(() => !existsSync(`/proc/${second}`));
  t.deepEqual(readdirSync(directory), []);
});

test.serial(
  "a model of several languages is asked for that of the call, by Whisper's code, and no other is read",
  async (t) => {
    const models = await fake(t, "names the language");
    if (models === null) return;
    const several = { ...manifest, name: "whisper-base", languages: ["en", "es", "jv"] };
    const { engine } = await open(t, models, { manifest: several });
    const audio = await pcmOf(t, [question]);
    for (const [language, code] of [
      ["es", "es"],
      ["jv", "jw"],
    ] as const) {
      const read = await engine.transcribe(audio, { language, signal: calm() });
      t.deepEqual([read.text, read.model], [`How old is the bridge in ${code}?`, "whisper-base"]);
    }
    const translated = await engine.transcribe(audio, { language: "es", task: "translate", signal: calm() });
    t.deepEqual(
      [translated.text, translated.confidenceSource],
      ["How old is the translated bridge in ?", "none"],
      "it finds the language by itself, and words of another language than the sound are not looked for in it",
    );
    const hindi = await t.throwsAsync(engine.transcribe(audio, { language: "hi", signal: calm() }));
    t.true(hindi instanceof DomainError && hindi.code === "language_unsupported");
  },
);

test.serial("the language of a file is found by its first speech, and none where there is no speech", async (t) => {
  const models = await fake(t, "works");
  if (models === null) return;
  const several = { ...manifest, name: "whisper-base", languages: ["en", "es", "jv"], detectsLanguage: true };
  const { engine } = await open(t, models, { manifest: several });
  const find = async (...parts: readonly (string | number)[]) =>
    engine.findLanguage?.(await pcmOf(t, parts), { signal: calm() });
  t.deepEqual(await find(question), { language: "jv", probability: 0.75 });
  t.is(await find(2), null);
  t.false("findLanguage" in (await open(t, models)).engine, "a model of one language finds none");
});

test.serial(
  "a piece that is read in any language is answered with the one that is found, and with words at their places",
  async (t) => {
    const told = await fake(t, "places words");
    if (told === null) return;
    const models = { ...told, name: "whisper-base" };
    const program = new URL("../../workers/speech/engines/whisper-server/host-program.ts", import.meta.url);
    const logged: string[] = [];
    const log = (message: string): void => void logged.push(message);
    const host = startHost({ name: "whisper-base", program, models, memoryMb: 900, loadTimeoutMs: 30_000, log });
    t.teardown(() => host.kill("closed"));
    await host.ready;
    const read = async (language: string) =>
      readText.parse(await host.run({ kind: "read", samples: new Int16Array(16_000), language, task: "transcribe" }));
    const found = await read("auto");
    t.like(found, { text: question, language: "jv", languageProbability: 0.75 });
    t.deepEqual(
      found.words?.map(({ written, start, end, confidence }) => [written, start, end, confidence?.toFixed(2)]),
      [
        ["How", 0.02, 0.2, "0.90"],
        ["old", 0.2, 0.4, "0.90"],
        ["is", 0.4, 0.5, "0.90"],
        ["the", 0.5, 0.6, "0.90"],
        ["bridge?", 0.6, 1.1, "0.60"],
      ],
    );
    t.deepEqual(await read("en"), { text: question, words: null, language: "en" }, "they are found by alignment");
    t.false("languageProbability" in (await read("es")));
    t.deepEqual(logged, []);
  },
);

const refused = {
  "says other words": /^whisper-tiny\.en returned other words .* Run: npm run models -- verify whisper-tiny\.en/,
  exits: /No module named ctranslate2 .*exit code 1/,
  "never answers": /^whisper-tiny\.en was not loaded within \d+ s\./,
  "dies in its work": /./,
};

for (const [does, message] of Object.entries(refused)) {
  test.serial(`a server that ${does} is engine_unavailable, and no call hangs`, async (t) => {
    const models = await fake(t, does);
    if (models === null) return;
    const { engine } = await open(t, models, { loadTimeoutMs: does === "never answers" ? 3000 : 30_000 });
    const audio = await pcmOf(t, [question]);
    const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
    t.is(error?.code, "engine_unavailable");
    t.regex(error?.message ?? "", message);
  });
}

test.serial("a server that holds too much memory is replaced", async (t) => {
  const models = await fake(t, "works");
  if (models === null || process.platform !== "linux") return;
  const { engine, logged } = await open(t, models, { memoryMb: 120 });
  const audio = await pcmOf(t, [question]);
  t.is((await engine.transcribe(audio, english())).text, question);
  t.regex(logged[0] ?? "", /^A host of whisper-tiny\.en holds \d+ MB, more than 120; it is replaced\.$/);
});
