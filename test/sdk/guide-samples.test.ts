import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { hasPythonPackage, python } from "#test/support/python.ts";
import { isVoiceName } from "#test/support/voice-names.ts";
import { readPages } from "#web-docs/pages.ts";

const project = join(import.meta.dirname, "../..");
const allPages = await readPages();
const pages = allPages.filter(({ path }) => path.startsWith("docs/"));

const codeSamples = z.array(z.object({ lang: z.string(), source: z.string() })).default([]);
const document = openApiDocument(routes, readConfig({}));

/** The samples of the reference in a language, with their names. */
const samplesOfReference = (fence: Fence) =>
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((one) =>
      codeSamples
        .parse(one["x-codeSamples"])
        .filter(({ lang }) => lang === (fence === "ts" ? "typescript" : "python"))
        .map(({ source }) => ({ name: fileName(`reference.${one.operationId}`, fence), code: `${source}\n` })),
    ),
  );

type Fence = "ts" | "python";
const fileName = (name: string, fence: Fence): string =>
  `${name.replaceAll(/\W/g, "_")}.${fence === "ts" ? "mts" : "py"}`;

/** The samples of the guides and the reference in a language that use our client, each as a file of its own. */
async function writeSamples(folder: string, fence: Fence, client: string): Promise<readonly string[]> {
  const files = pages.flatMap(({ id, body }) =>
    [...body.matchAll(new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\``, "gm"))]
      .map(([, code = ""]) => code)
      .filter((code) => code.includes(client))
      .map((code, at) => ({ name: fileName(`${id}_${at}`, fence), code })),
  );
  const all = [...files, ...samplesOfReference(fence)];
  for (const { name, code } of all) await writeFile(join(folder, name), code);
  return all.map(({ name }) => name);
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

const guidesWithBoth = [
  "voices",
  "speakers",
  "channels",
  "own-words",
  "pronunciation",
  "clean-text",
  "addresses",
  "live",
];

test("the samples for TypeScript have the types of the client", async (t) => {
  t.timeout(120_000);
  const folder = await folderFor(t);
  const names = await writeSamples(folder, "ts", "speech-service-sdk");
  t.true(guidesWithBoth.every((id) => names.some((name) => name.startsWith(id.replaceAll("-", "_")))));
  t.true(names.includes("reference_speech_synthesize.mts"));
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

/** The names that samples give to what they make, and those by which they call voices, in or without quotation marks. */
const given = /(?:\bname\b\\?["']?\s*[:=]\s*|--name )(?:\\?["']([^"'\\\n]+)|([\w.-]+))/g;
const called =
  /\b(?:voice|speaker)\b\\?["']?\s*[:=]\s*\\?["']([^"'\\\n]+)|(?:--voice[ =]|\bvoices (?:preview|delete) )(?:["']([^"'\n]+)|([\w.-]+))/g;
const namesIn = (code: string, pattern: RegExp): readonly string[] =>
  [...code.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));

test("every voice that a sample names is in the catalogue, or was made by a sample of the same page", async (t) => {
  const readme = { path: "README.md", body: await readFile(join(project, "README.md"), "utf8") };
  const found = [...allPages, readme].flatMap(({ path, body }) => {
    const code = [...body.matchAll(/^```\w.*\n([^]*?)^```$/gm)].map(([, text = ""]) => text).join("\n");
    const own = new Set(namesIn(code, given));
    return namesIn(code, called).map((name) => ({ path, name, isKnown: own.has(name) || isVoiceName(name) }));
  });
  t.deepEqual(
    found.filter(({ isKnown }) => !isKnown),
    [],
  );
  for (const path of ["README.md", "docs/voices.md", "docs/sarvam.md", "sdk/typescript/README.md"]) {
    t.true(
      found.some((one) => one.path === path),
      path,
    );
  }
});
