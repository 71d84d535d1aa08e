import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { readCatalogue } from "#src/models/catalogue.ts";
import { until } from "#harness/until.ts";
import { temporaryFolder } from "#test/models/support.ts";
import { whisperEngines } from "#workers/transcription/whisper-engines.ts";

const entries = await readCatalogue();

/** A folder in which models of the catalogue have small files in place of their weights, and an empty program. */
async function folderOf(t: ExecutionContext, names: readonly string[]): Promise<string> {
  const directory = await temporaryFolder(t);
  await install(directory, names);
  return directory;
}

async function install(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined) throw new Error(`The catalogue has no ${name}.`);
    const folder = join(directory, name);
    const program = join(directory, ".programs", entry.program?.name ?? "none");
    for (const path of [folder, program]) await mkdir(path, { recursive: true });
    await writeFile(join(program, "requirements.txt"), "");
    const files = entry.files.map(({ path, sha256 }) => ({ path, size: 1, sha256 }));
    for (const { path } of files) await writeFile(join(folder, path), "x");
    await writeFile(join(folder, "model.json"), JSON.stringify({ ...entry, sources: [], files }));
  }
}

const open = async (directory: string, names: readonly string[]) => {
  const logged: string[] = [];
  const options = { processes: 1, directory, idleMs: null, log: (message: string) => void logged.push(message) };
  const choices = await whisperEngines({ models: { directory, names } }, { ...options, observe: () => undefined });
  return { choices, manifests: choices.map(({ manifest }) => manifest), logged };
};

test("English goes to the model of English alone first, and other languages to the one of several", async (t) => {
  const directory = await folderOf(t, ["whisper-base", "whisper-tiny.en", "silero-vad"]);
  const { manifests, logged } = await open(directory, ["default", "whisper-base", "whisper-tiny.en"]);
  t.deepEqual(logged, []);
  const readersOf = (language: string) =>
    manifests.filter(({ languages }) => languages.includes(language)).map(({ name }) => name);
  t.deepEqual(readersOf("en"), ["whisper-tiny.en", "whisper-base"]);
  t.deepEqual(readersOf("es"), ["whisper-base"]);
  t.deepEqual(readersOf("hi"), []);
});

test("a model that SPEECH_MODELS does not name is not used, and one that is missing is unavailable with its pull", async (t) => {
  const directory = await folderOf(t, ["whisper-base", "silero-vad"]);
  t.deepEqual((await open(directory, ["default"])).choices, []);
  const { choices } = await open(directory, ["whisper-tiny.en", "whisper-base"]);
  t.deepEqual(
    choices.map(({ manifest, status }) => [manifest.name, status?.().state]),
    [
      ["whisper-tiny.en", "unavailable"],
      ["whisper-base", undefined],
    ],
  );
  const reason = choices[0]?.status?.().reason ?? "";
  t.regex(reason, /whisper-tiny\.en is not installed\. Run: npm run models -- pull whisper-tiny\.en$/);
});

test("a model whose program an earlier release installed in its folder is unavailable with the pull of the program", async (t) => {
  const directory = await folderOf(t, ["whisper-tiny.en", "silero-vad"]);
  await rename(join(directory, ".programs", "whisper"), join(directory, "whisper-tiny.en", "env"));
  const [choice] = (await open(directory, ["whisper-tiny.en"])).choices;
  const reason =
    "whisper-tiny.en is not used yet: its program is not installed. Run: npm run models -- pull whisper-tiny.en";
  t.deepEqual(choice?.status?.(), { state: "unavailable", reason });
});

test("auto names whisper-base, which is used as soon as it is installed, and the default set does not", async (t) => {
  const directory = await folderOf(t, ["silero-vad"]);
  t.deepEqual((await open(directory, ["default"])).choices, []);
  const [choice, ...more] = (await open(directory, ["auto"])).choices;
  t.deepEqual([choice?.manifest.name, more], ["whisper-base", []]);
  const stateOf = () => choice?.status?.().state;
  t.is(stateOf(), "unavailable");
  t.false(choice?.isOffered?.(), "it need not be there");
  t.true((await open(directory, ["whisper-base"])).choices[0]?.isOffered?.(), "where it is named it is missed");
  await install(directory, ["whisper-base"]);
  t.true(await until(async () => stateOf() === "idle", { withinMs: 20_000, signal: AbortSignal.timeout(30_000) }));
  t.true(choice?.isOffered?.());
});

test("a model of another loader that is installed under the name is left to it", async (t) => {
  const directory = await folderOf(t, ["whisper-base", "silero-vad"]);
  const description = join(directory, "whisper-base", "model.json");
  const facts = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(description, "utf8")));
  await writeFile(description, JSON.stringify({ ...facts, loader: "whisper" }));
  t.deepEqual((await open(directory, ["whisper-base"])).choices, []);
});
