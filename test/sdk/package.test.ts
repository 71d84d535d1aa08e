import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import test from "ava";
import { z } from "zod";
import { packClients } from "#sdk-tools/pack-clients.ts";
import { python } from "#test/support/python.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");
/** Compressed bytes of what a program loads that imports the client. */
const maxLibraryBytes = 32_000;

const folder = await mkdtemp(join(tmpdir(), "speech-package-"));
await packClients(folder);
const archive = join(folder, "speech-service-sdk.tgz");
await run("tar", ["-xzf", archive, "-C", folder]);
const unpacked = join(folder, "package");
test.after.always(() => rm(folder, { recursive: true, force: true }));

test("the package holds what is built and its README, and nothing else", async (t) => {
  const { stdout } = await run("tar", ["-tzf", archive]);
  const names = stdout
    .trim()
    .split("\n")
    .map((name) => name.replace(/^package\//, ""));
  t.true(names.includes("dist/index.js"));
  t.true(names.includes("dist/index.d.ts"));
  t.true(names.includes("README.md"));
  t.deepEqual(
    names.filter((name) => !/^(dist\/.*\.(js|d\.ts)|README\.md|package\.json)$/.test(name)),
    [],
  );
});

/** A module and everything that it imports, by its path in the package. */
async function modulesOf(path: string, known = new Map<string, string>()): Promise<ReadonlyMap<string, string>> {
  if (known.has(path)) return known;
  const code = await readFile(join(unpacked, path), "utf8");
  known.set(path, code);
  for (const [, target = ""] of code.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/gm)) {
    if (target.startsWith(".")) await modulesOf(join(path, "..", target), known);
    else known.set(target, "");
  }
  return known;
}

test("the client needs no other package, and is small", async (t) => {
  const modules = await modulesOf("dist/index.js");
  t.deepEqual(
    [...modules.keys()].filter((name) => !name.startsWith("dist/")),
    [],
  );
  const bytes = gzipSync([...modules.values()].join("\n")).length;
  t.true(bytes <= maxLibraryBytes, `${bytes} bytes`);
});

test("the command line needs commander alone, which runs in the same versions of Node", async (t) => {
  const modules = await modulesOf("dist/cli/main.js");
  const others = [...modules.keys()].filter((name) => !name.startsWith("dist/") && !name.startsWith("node:"));
  t.deepEqual(others, ["commander"]);
  const facts = z.object({
    version: z.string(),
    engines: z.object({ node: z.string() }),
    dependencies: z.record(z.string(), z.string()).default({}),
  });
  const factsIn = async (path: string) => facts.parse(JSON.parse(await readFile(path, "utf8")));
  const { dependencies, engines } = await factsIn(join(unpacked, "package.json"));
  const commander = await factsIn(join(project, "node_modules/commander/package.json"));
  t.deepEqual(dependencies, { commander: commander.version }, "the tests run with the version that is installed");
  t.deepEqual(engines, commander.engines, "a Node that runs the package runs what it needs");
});

test("what is installed from the package runs", async (t) => {
  await mkdir(join(unpacked, "node_modules"));
  await symlink(join(project, "node_modules/commander"), join(unpacked, "node_modules/commander"));
  const help = await run(process.execPath, [join(unpacked, "dist/cli/main.js"), "--help"]);
  t.regex(help.stdout, /transcribe/);
  const program =
    'import { SpeechClient } from "./dist/index.js"; console.log(typeof new SpeechClient({ baseUrl: "http://localhost", apiKey: "sk" }).api.usage.get)';
  const imported = await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: unpacked });
  t.is(imported.stdout.trim(), "function");
});

test("pip installs the wheel under the name that the documentation gives, with its types and what it needs", async (t) => {
  const documented = /\/sdk\/(\S+\.whl)/.exec(await readFile(join(project, "docs/quickstart.md"), "utf8"))?.[1] ?? "";
  const site = join(folder, "site");
  const install = ["install", "--no-deps", "--no-index", "--no-compile", "--target", site, join(folder, documented)];
  await run(python, ["-m", "pip", ...install]);
  t.true((await readdir(join(site, "speech_service"))).includes("py.typed"));
  const program = `import sys; sys.path.insert(0, sys.argv[1])
from importlib.metadata import requires, metadata
print(requires("speech-service-sdk"), metadata("speech-service-sdk")["Requires-Python"])`;
  const { stdout } = await run(python, ["-c", program, site]);
  t.is(stdout.trim(), `['httpx>=0.27,<1', 'websockets>=14,<18; extra == "live"'] >=3.11`);
});
