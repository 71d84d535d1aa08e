import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { modelFacts, modelFileName, modelName, sha256 } from "./catalogue.ts";
import { differenceOf, digestOf, sizeOf } from "./digest.ts";
import { DamagedModelError } from "./model-error.ts";

/** The file of an installed model that says what the others are; it is written last. */
export const manifestName = "model.json";

export const manifest = z.object({
  ...modelFacts,
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).readonly(),
  sources: z.array(z.string()).readonly(),
  files: z
    .array(z.object({ path: modelFileName, size: z.int().nonnegative(), sha256 }))
    .min(1)
    .readonly(),
});

export type Manifest = z.output<typeof manifest>;

/** A model on this machine. */
export interface InstalledModel extends Omit<Manifest, "files" | "sources"> {
  readonly directory: string;
  /** The absolute path of each file by its name. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 over those of its files. */
  readonly digest: string;
}

/** Takes the sentence that says why a model that is there cannot be used. */
type OnDamage = (problem: string) => void;

/**
 * A model in MODELS_DIR, by its name; null when it is not installed or is damaged. Looks at `model.json` and at the
 * sizes of the files only, so it is fast.
 */
export async function findInstalledModel(
  directory: string,
  name: string,
  onDamage: OnDamage = () => {},
): Promise<InstalledModel | null> {
  try {
    const found = await checkInstalledModel(directory, name);
    return found === null ? null : installedOf(directory, found);
  } catch (error) {
    if (!(error instanceof DamagedModelError)) throw error;
    onDamage(error.message);
    return null;
  }
}

/**
 * The description of an installed model whose files have the right sizes; null when it is not installed.
 * @throws DamagedModelError
 */
export async function checkInstalledModel(directory: string, name: string): Promise<Manifest | null> {
  const found = await readManifest(directory, name);
  if (found !== null) await checkSizes(directory, found);
  return found;
}

/**
 * Reads every byte of an installed model; null when it is not installed.
 * @throws DamagedModelError when a file is not what was installed
 */
export async function verifyInstalledModel(directory: string, name: string): Promise<Manifest | null> {
  const found = await checkInstalledModel(directory, name);
  if (found === null) return null;
  for (const { path, ...expected } of found.files) {
    const difference = differenceOf(await digestOf(join(directory, name, path)), expected);
    if (difference !== null) throw new DamagedModelError(name, path, difference);
  }
  return found;
}

/** @throws DamagedModelError when there is one that cannot be read */
async function readManifest(directory: string, name: string): Promise<Manifest | null> {
  if (!modelName.safeParse(name).success) return null;
  const text = await readFile(join(directory, name, manifestName), "utf8").catch(nullWhenMissing);
  if (text === null) return null;
  const parsed = manifest.safeParse(jsonOf(text));
  if (!parsed.success) throw new DamagedModelError(name, manifestName, "it is not the description of a model");
  if (parsed.data.name !== name) throw new DamagedModelError(name, manifestName, `it describes ${parsed.data.name}`);
  return parsed.data;
}

/** @throws DamagedModelError */
async function checkSizes(directory: string, { name, files }: Manifest): Promise<void> {
  for (const { path, size } of files) {
    const found = await sizeOf(join(directory, name, path));
    if (found === null) throw new DamagedModelError(name, path, "it is missing");
    if (found !== size) throw new DamagedModelError(name, path, `it has ${found} bytes instead of ${size}`);
  }
}

function installedOf(directory: string, { files, sources: _sources, ...facts }: Manifest): InstalledModel {
  const folder = join(directory, facts.name);
  const paths = Object.fromEntries(files.map(({ path }) => [path, join(folder, path)]));
  const digest = hash("sha256", JSON.stringify(files.map((file) => [file.path, file.sha256])));
  return { ...facts, directory: folder, files: paths, digest };
}

/** Returns the path of a file of a model. @throws when it has none of this name */
export function fileOf({ name, files }: Pick<InstalledModel, "name" | "files">, file: string): string {
  const path = files[file];
  if (path === undefined) throw new Error(`The model ${name} has no file ${file}.`);
  return path;
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
  throw error;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
