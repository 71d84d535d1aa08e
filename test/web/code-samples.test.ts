import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { hasPythonPackage, python } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";
import { codeSamples } from "#web/pages/public/code-samples.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const service = await startService({ workers: ["synthesis", "transcription"] });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "code-samples-"));
// For the packages that a sample imports.
await symlink(join(root, "node_modules"), join(folder, "node_modules"));
/** Runs a sample as a person would, with the key in the environment. @returns what it printed */
async function runSample(program: string, file: string, sample: string): Promise<string> {
  await writeFile(join(folder, file), sample);
  const env = { ...process.env, SPEECH_API_KEY: key };
  return (await run(program, [file], { cwd: folder, env })).stdout;
}

const hasOpenAi = await hasPythonPackage("openai");
const samples = new Map(codeSamples(service.baseUrl));
const readme = (await readFile(join(root, "README.md"), "utf8")).replaceAll(
  /(?:http:\/\/)?localhost:8080/g,
  service.baseUrl,
);

test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The first block of README.md in a language that has this in it. */
const blockOf = (language: string, part: string): string =>
  [...readme.matchAll(/```(\w+)\n([^]*?)```/g)].find(
    ([, name, text]) => name === language && text?.includes(part),
  )?.[2] ?? "";

/** The sample without the line that asks a program of the operator for a key. */
const withoutOperator = (text: string): string => text.replace(/^export .*$/m, "");

test.serial("the calls by curl on the public page and in README.md work as they are written", async (t) => {
  t.regex(await runSample("bash", "page.sh", samples.get("curl") ?? ""), /hello from the/i);
  await rm(join(folder, "hello.mp3"));
  const block = withoutOperator(blockOf("sh", "show-key"));
  t.regex(block, /curl/);
  await runSample("bash", "readme.sh", block);
  t.true((await stat(join(folder, "hello.mp3"))).size > 1_000);
});

test.serial("the TypeScript on the public page works as it is written", async (t) => {
  t.regex(await runSample(process.execPath, "page.ts", samples.get("TypeScript") ?? ""), /hello from the/i);
});

if (hasOpenAi) {
  test.serial("the Python on the public page and in README.md works as it is written", async (t) => {
    t.regex(await runSample(python, "page.py", samples.get("Python") ?? ""), /hello from the/i);
    t.regex(await runSample(python, "readme.py", blockOf("python", "OpenAI")), /hello/i);
  });
} else {
  test.serial.skip("the Python samples: not run, because python3 has no package `openai`", () => undefined);
}
