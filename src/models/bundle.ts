import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { create, extract, list } from "tar";
import { type CatalogueEntry, maxUnknownBytes } from "./catalogue.ts";
import { completeInstallation, matchesCatalogue } from "./install-model.ts";
import { manifestName, verifyInstalledModel } from "./installed.ts";
import { DamagedModelError, ModelError } from "./model-error.ts";
import { type FolderLock, withBuildFolder } from "./models-folder.ts";

/** More than a description ever has. */
const maxManifestBytes = 1024 * 1024;

/**
 * Writes installed models into one tar file, for machines without a network, after reading every byte of them.
 * @throws ModelError when one is not installed or damaged
 */
export async function exportModels(names: readonly string[], file: string, directory: string): Promise<void> {
  const paths: string[] = [];
  for (const name of names) {
    const found = await verifyInstalledModel(directory, name);
    if (found === null) throw new ModelError(`${name} is not installed. Run: npm run models -- pull ${name}`);
    paths.push(...[manifestName, ...found.files.map(({ path }) => path)].map((path) => `${name}/${path}`));
  }
  const part = `${resolve(file)}.part`;
  try {
    await create({ file: part, cwd: directory, portable: true, noDirRecurse: true, strict: true }, paths);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Installs the models of a tar file that `exportModels` has written.
 * @returns their names
 * @throws ModelError, and then nothing was installed, unless all of it is files of models of the catalogue
 */
export async function importModels(
  file: string,
  entries: readonly CatalogueEntry[],
  locked: FolderLock,
): Promise<readonly string[]> {
  const found = await listBundle(file, entries);
  await withBuildFolder(locked.directory, async (folder) => {
    await extract({ file, cwd: folder, strict: true, preserveOwner: false, noMtime: true });
    for (const entry of found) await requireContent(entry, folder, file);
    for (const entry of found) await completeInstallation(entry, join(folder, entry.name), locked.directory);
  });
  return found.map(({ name }) => name);
}

/** Looks at every name in the bundle before anything of it is written. */
async function listBundle(file: string, entries: readonly CatalogueEntry[]): Promise<readonly CatalogueEntry[]> {
  const problems: string[] = [];
  const seen = new Set<string>();
  await list({
    file,
    strict: true,
    onReadEntry: ({ path, type, size }) => {
      const problem = seen.has(path) ? "comes twice" : problemOf({ path, type, size }, entries);
      if (problem !== null) problems.push(`${JSON.stringify(path)} ${problem}`);
      seen.add(path);
    },
  }).catch((error: unknown) => {
    throw new ModelError(
      `${file} cannot be read as a bundle of models (${error instanceof Error ? error.message : String(error)}).`,
    );
  });
  const found = entries.filter(({ name }) => seen.has(`${name}/${manifestName}`));
  if (found.length === 0 && problems.length === 0) problems.push("it contains no model");
  if (problems.length > 0) {
    const shown = problems.slice(0, 3).join("; ");
    throw new ModelError(`${file} is not a bundle of models of this catalogue: ${shown}. Nothing was imported.`);
  }
  return found;
}

interface Header {
  readonly path: string;
  readonly type: string;
  readonly size: number;
}

/** Returns the problem of an entry of a bundle, as the end of a sentence; null when it is a file of a model. */
function problemOf({ path, type, size }: Header, entries: readonly CatalogueEntry[]): string | null {
  const [model, name, ...below] = path.split("/");
  const entry = entries.find((one) => one.name === model);
  if (entry === undefined || name === undefined || below.length > 0) return "is not a file of a model of the catalogue";
  if (type !== "File" && type !== "OldFile") return "is not a plain file";
  const file = entry.files.find((one) => one.path === name);
  if (file === undefined && name !== manifestName) return "is not a file of that model";
  const most = file === undefined ? maxManifestBytes : (file.size ?? maxUnknownBytes);
  return size <= most ? null : `has ${size} bytes; at most ${most} are expected`;
}

/** Holds the files against their own description and against the catalogue. @throws ModelError */
async function requireContent(entry: CatalogueEntry, folder: string, file: string): Promise<void> {
  try {
    const found = await verifyInstalledModel(folder, entry.name);
    if (found !== null && matchesCatalogue(found, entry)) return;
  } catch (error) {
    if (!(error instanceof DamagedModelError)) throw error;
    throw new ModelError(`${file} is damaged: ${error.problem}. Nothing was imported: export it again.`);
  }
  throw new ModelError(
    `${entry.name} in ${file} is not the one of this catalogue: export it with the same release. Nothing was imported.`,
  );
}
