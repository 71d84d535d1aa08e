import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inheritedEnvironment } from "#src/config.ts";
import type { CatalogueEntry, ModelProgram } from "./catalogue.ts";
import { ModelError } from "./model-error.ts";
import { type FolderLock, requireDiskSpace, withBuildFolder } from "./models-folder.ts";
import { outputOf, pipArguments, reasonOf, sizeBelow } from "./pip.ts";

const run = promisify(execFile);

type Entry = Pick<CatalogueEntry, "name" | "program">;

interface ModelWithProgram {
  readonly name: string;
  readonly program: ModelProgram;
}

/** The folder of all programs, beside the models: each is a Python virtual environment, of which only `bin/python` is used. */
const programsName = ".programs";
const folderOf = (directory: string, program: string): string => join(directory, programsName, program);

/** The file that lists the installed packages; written last. */
const requirementsName = "requirements.txt";
const lookMs = 1000;
const startTimeoutMs = 120_000;
const maxOutputBytes = 16 * 1024 * 1024;

/** The interpreter that runs a program, by its name in the catalogue; null where it is not installed. */
export async function findPython(directory: string, program: string): Promise<string | null> {
  const folder = folderOf(directory, program);
  return (await readRequirements(folder)) === null ? null : pythonIn(folder);
}

/** False where the catalogue asks for other packages than are installed. True for a model without a program. */
export async function hasProgram({ program }: Pick<Entry, "program">, directory: string): Promise<boolean> {
  if (program === undefined) return true;
  return (await readRequirements(folderOf(directory, program.name))) === requirementsOf(program);
}

/** Returns the problem with the program of an installed model, in a sentence; null when it starts, or the model needs none. */
export async function findProgramProblem({ name, program }: Entry, directory: string): Promise<string | null> {
  if (program === undefined) return null;
  const remedy = `Run: npm run models -- pull ${name}`;
  if (!(await hasProgram({ program }, directory))) return `The program of ${name} is not installed. ${remedy}`;
  const problem = await findStartProblem(program, folderOf(directory, program.name));
  return problem === null ? null : `The program of ${name} does not start (${problem}). ${remedy}`;
}

/**
 * Installs the program of a model in a build folder, and puts it in its place when it starts. An environment can be moved
 * as long as it is entered by `bin/python`: its other programs have the old path in their first line.
 * @throws ModelError
 */
export async function installProgram({ name, program }: ModelWithProgram, locked: FolderLock): Promise<void> {
  const { directory, progress } = locked;
  await requireDiskSpace(directory, `the program of ${name}`, 2 * program.size);
  progress.say(`Installing the program of ${name}: ${program.pypi.length} packages of PyPI …`);
  await withBuildFolder(directory, async (folder) => {
    const environment = join(folder, program.name);
    await makeEnvironment(name, environment, locked);
    await fillEnvironment({ name, program }, environment, { ...locked, folder });
    const problem = await findStartProblem(program, environment);
    if (problem !== null) throw new ModelError(`The program of ${name} does not start: ${problem}`);
    // Engines may run as another user than the one who installs.
    await chmod(environment, 0o755);
    await writeFile(join(environment, requirementsName), requirementsOf(program), { flush: true });
    const target = folderOf(directory, program.name);
    await mkdir(join(directory, programsName), { recursive: true });
    await chmod(join(directory, programsName), 0o755);
    await rename(target, join(folder, "old")).catch(unlessMissing);
    await rename(environment, target);
  });
}

/** Removes the programs of the catalogue that no model in the folder needs any more. Another release may use others in it. */
export async function removeUnusedPrograms(entries: readonly Entry[], directory: string): Promise<void> {
  const models = await readdir(directory).catch(unlessMissing);
  const used = entries.filter(({ name }) => models?.includes(name)).map(({ program }) => program?.name);
  for (const { program } of entries)
    if (program !== undefined && !used.includes(program.name))
      await rm(folderOf(directory, program.name), { recursive: true, force: true });
}

async function makeEnvironment(name: string, environment: string, { signal }: FolderLock): Promise<void> {
  try {
    await run("python3", ["-m", "venv", environment], {
      signal,
      maxBuffer: maxOutputBytes,
      env: inheritedEnvironment({}),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new ModelError(`Python 3 is missing, which runs ${name}. Install it: apt-get install python3 python3-venv`);
    const output = `${error instanceof Error && "stdout" in error ? String(error.stdout) : ""}\n${outputOf(error)}`;
    if (/ensurepip|No module named venv/.test(output))
      throw new ModelError(
        `Python's venv is missing, which installs ${name}. Install it: apt-get install python3-venv`,
      );
    throw new ModelError(`python3 could not make an environment for ${name}: ${reasonOf(output)}`);
  }
}

interface Filling extends FolderLock {
  /** Is removed in the end. */
  readonly folder: string;
}

async function fillEnvironment(
  { name, program }: ModelWithProgram,
  environment: string,
  { folder, progress, signal }: Filling,
): Promise<void> {
  const temporary = join(folder, "tmp");
  await mkdir(temporary);
  const label = `program of ${name}`;
  // Files that pip unpacks on its way count as well, so the end is shown when it is there.
  const show = async (): Promise<void> =>
    progress.show(label, Math.min(await sizeBelow(environment), program.size - 1), program.size);
  const timer = setInterval(() => void show().catch(() => {}), lookMs);
  try {
    await run(pythonIn(environment), ["-m", "pip", "install", ...pipArguments, ...program.pypi], {
      env: inheritedEnvironment({ TMPDIR: temporary }),
      ...{ signal, maxBuffer: maxOutputBytes },
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new ModelError(`The program of ${name} could not be installed: ${reasonOf(outputOf(error))}`);
  } finally {
    clearInterval(timer);
  }
  progress.show(label, program.size, program.size);
}

/** It needs nothing of the operator's, and is to see none of the secrets there. */
const bareEnvironment = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", LANG: "C.UTF-8" } as const;

async function findStartProblem({ module }: ModelProgram, environment: string): Promise<string | null> {
  try {
    const options = { timeout: startTimeoutMs, maxBuffer: maxOutputBytes, env: bareEnvironment };
    await run(pythonIn(environment), ["-I", "-c", `import ${module}`], options);
    return null;
  } catch (error) {
    return reasonOf(outputOf(error));
  }
}

const pythonIn = (environment: string): string => join(environment, "bin", "python");

const requirementsOf = ({ pypi }: ModelProgram): string => `${pypi.join("\n")}\n`;

const readRequirements = (folder: string): Promise<string | null> =>
  readFile(join(folder, requirementsName), "utf8").catch(unlessMissing);

function unlessMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
  throw error;
}
