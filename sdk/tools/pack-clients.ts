import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { zipOf } from "#sdk/zip.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");
const [typescript, python] = [join(project, "sdk/typescript"), join(project, "sdk/python")];

/** The package of npm, under a name without its version. Errors: those of the compiler and of npm. */
async function packTypeScript(folder: string): Promise<void> {
  await rm(join(typescript, "dist"), { recursive: true, force: true });
  await run(join(project, "node_modules/.bin/tsc"), ["--project", "tsconfig.json"], { cwd: typescript });
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(await readFile(join(typescript, "package.json"), "utf8")));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: typescript });
  await rename(join(folder, `${name}-${version}.tgz`), join(folder, `${name}.tgz`));
}

const pyproject = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  "requires-python": z.string(),
  dependencies: z.array(z.string()),
  live: z.array(z.string()),
});

/** The fields of `pyproject.toml`, whose values are written as they are in JSON. */
async function readProject(): Promise<z.infer<typeof pyproject>> {
  const text = await readFile(join(python, "pyproject.toml"), "utf8");
  const fields = [...text.matchAll(/^([\w-]+) = (.+)$/gm)];
  return pyproject.parse(Object.fromEntries(fields.map(([, name, value = ""]) => [name, JSON.parse(value)])));
}

const metadataOf = (facts: z.infer<typeof pyproject>, readme: string): string =>
  [
    "Metadata-Version: 2.4",
    `Name: ${facts.name}`,
    `Version: ${facts.version}`,
    `Summary: ${facts.description}`,
    `License-Expression: ${facts.license}`,
    `Requires-Python: ${facts["requires-python"]}`,
    ...facts.dependencies.map((one) => `Requires-Dist: ${one}`),
    "Provides-Extra: live",
    ...facts.live.map((one) => `Requires-Dist: ${one}; extra == "live"`),
    "Description-Content-Type: text/markdown",
    "",
    readme,
  ].join("\n");

const wheelFacts = "Wheel-Version: 1.0\nGenerator: speech-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

/** The line of a file in `RECORD`. */
async function recordOf(file: File): Promise<string> {
  const hash = createHash("sha256")
    .update(await file.bytes())
    .digest("base64url");
  return `${file.name},sha256=${hash},${file.size}\n`;
}

/** The wheel, which is a zip of the modules and of what is said of them. */
async function packPython(folder: string): Promise<void> {
  const facts = await readProject();
  const stem = `${facts.name.replaceAll("-", "_")}-${facts.version}`;
  const about = (name: string, text: string) => new File([text], `${stem}.dist-info/${name}`);
  const names = (await readdir(join(python, "speech_service"))).filter((name) => /\.(py|typed)$/.test(name));
  const modules = names.toSorted().map(async (name) => {
    const path = `speech_service/${name}`;
    return new File([await readFile(join(python, path))], path);
  });
  const files = [
    ...(await Promise.all(modules)),
    about("METADATA", metadataOf(facts, await readFile(join(python, "README.md"), "utf8"))),
    about("WHEEL", wheelFacts),
  ];
  const records = await Promise.all(files.map(recordOf));
  const record = about("RECORD", `${records.join("")}${stem}.dist-info/RECORD,,\n`);
  const wheel = await zipOf([...files, record], (_place, name) => name);
  await writeFile(join(folder, `${stem}-py3-none-any.whl`), await wheel.bytes());
}

/** Writes the packages of both clients, as `npm install` and `pip install` take them, into a folder. */
export async function packClients(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await packTypeScript(folder);
  await packPython(folder);
}
