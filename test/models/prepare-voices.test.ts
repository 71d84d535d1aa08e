import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { toyKokoro } from "#test/support/toy-kokoro.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { temporaryFolder } from "./support.ts";

const program = join(import.meta.dirname, "../../src/models.ts");

const hearing = ["ge2e-speaker-encoder", "dnsmos", "silero-vad"];

/** Runs the command as an operator does; with `until` it is ended when that is written. */
async function prepare(directory: string, until?: RegExp) {
  const env = { ...process.env, MODELS_DIR: directory, SPEECH_MODELS: ["kokoro-82m", ...hearing].join() };
  const child = spawn(process.execPath, [program, "prepare-voices"], { stdio: ["ignore", "pipe", "pipe"], env });
  let [output, isEnded] = ["", false];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (until?.test(output) !== true || isEnded) return;
      isEnded = true;
      child.kill("SIGTERM");
    });
  await once(child, "close");
  return { code: child.exitCode, output };
}

/** A folder with a Kokoro that hums and the real models that hear; null, which is said in the log, where these are missing. */
async function folderOf(t: ExecutionContext): Promise<string | null> {
  const missing = hearing.filter((name) => !existsSync(join(modelsDirectory, name, "model.json")));
  if (missing.length > 0) {
    t.log(`Not run: MODELS_DIR has no ${missing.join(", ")}.`);
    t.pass();
    return null;
  }
  const directory = await temporaryFolder(t);
  const facts = { name: "kokoro-82m", kind: "synthesis", languages: ["en"] } as const;
  await installCustomModel(directory, { loader: "kokoro", files: toyKokoro() }, facts);
  for (const name of hearing) await symlink(join(modelsDirectory, name), join(directory, name));
  return directory;
}

test("voices are prepared once, with progress, also after an interruption", async (t) => {
  t.timeout(600_000);
  const directory = await folderOf(t);
  if (directory === null) return;
  const first = await prepare(directory, /voices: 25 of 100/);
  t.is(first.code, 1, first.output);
  t.regex(first.output, /Interrupted\. Run the same command again/);
  const folder = (await readdir(directory)).find((name) => name.startsWith("voice-matching-")) ?? "";
  const spoken = (await readdir(join(directory, folder))).filter((name) => name.endsWith(".raw")).length;
  t.true(spoken >= 25 && spoken < 100, `${spoken}`);
  const second = await prepare(directory);
  t.is(second.code, 0, second.output);
  t.regex(second.output, /voices: 50 of 100\nvoices: 75 of 100\nvoices: 100 of 100\n/);
  t.true(second.output.endsWith(`Voice matching is prepared: 100 voices in ${join(directory, folder)}.\n`));
  const third = await prepare(directory);
  t.deepEqual(third, {
    code: 0,
    output: `Voice matching is already prepared, in ${join(directory, folder)}.\n`,
  });
});

test("without the models the command says what to do", async (t) => {
  const { code, output } = await prepare(await temporaryFolder(t));
  t.is(code, 1);
  t.regex(output, /It needs kokoro-82m, .*installs them with: npm run models -- pull\n$/);
});
