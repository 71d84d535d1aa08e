import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { hasPythonPackage, python } from "#test/support/python.ts";
import { readPages } from "#web-docs/pages.ts";

const project = join(import.meta.dirname, "../..");
const pages = (await readPages()).filter(({ path }) => path.startsWith("docs/"));

/** The samples of the guides in a language that use our client, each as a file of its own. */
async function writeSamples(folder: string, fence: string, client: string): Promise<readonly string[]> {
  const files = pages.flatMap(({ id, body }) =>
    [...body.matchAll(new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\``, "gm"))]
      .map(([, code = ""]) => code)
      .filter((code) => code.includes(client))
      .map((code, at) => ({ name: `${id.replaceAll(/\W/g, "_")}_${at}.${fence === "ts" ? "mts" : "py"}`, code })),
  );
  for (const { name, code } of files) await writeFile(join(folder, name), code);
  return files.map(({ name }) => name);
}

async function folderFor(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-guides-"));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

/** The lines that a checker prints; none where all types fit. */
const problemsOf = (program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  new Promise<readonly string[]>((resolve) => {
    execFile(program, args, options, (_error, output, errors) =>
      resolve(`${output}${errors}`.split("\n").filter(Boolean)),
    );
  });

const guidesWithBoth = ["voices", "speakers", "channels", "own-words", "pronunciation", "clean-text", "addresses"];

test("the samples for TypeScript have the types of the client", async (t) => {
  t.timeout(120_000);
  const folder = await folderFor(t);
  const names = await writeSamples(folder, "ts", "speech-service-sdk");
  t.true(guidesWithBoth.every((id) => names.some((name) => name.startsWith(id.replaceAll("-", "_")))));
  const types = join(project, "node_modules/@types");
  const config = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: "esnext", lib: ["esnext", "dom"] },
      ...{ module: "preserve", moduleResolution: "bundler", allowImportingTsExtensions: true },
      ...{ types: ["node"], typeRoots: [types] },
      paths: { "speech-service-sdk": [join(project, "sdk/typescript/src/index.ts")] },
    },
    include: ["*.mts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(project, "node_modules/.bin/tsc");
  t.deepEqual(await problemsOf(compiler, ["--project", "."], { cwd: folder, env: process.env }), []);
});

test("the samples for Python have the types of the client", async (t) => {
  t.timeout(120_000);
  if (!(await hasPythonPackage("mypy"))) {
    t.log("Not run: Python has no mypy.");
    t.pass();
    return;
  }
  const folder = await folderFor(t);
  const names = await writeSamples(folder, "python", "speech_service");
  t.true(guidesWithBoth.every((id) => names.some((name) => name.startsWith(id.replaceAll("-", "_")))));
  const env = { ...process.env, MYPYPATH: join(project, "sdk/python") };
  const args = ["-m", "mypy", "--no-error-summary", "--cache-dir", join(folder, "cache"), ...names];
  t.deepEqual(await problemsOf(python, args, { cwd: folder, env }), []);
});
