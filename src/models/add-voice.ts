import { copyFile, mkdir, readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type CatalogueEntry, maxUnknownBytes, modelName, reservedNames } from "./catalogue.ts";
import { sizeOf } from "./digest.ts";
import { downloadArchive, forgetDownload, isSecure } from "./download.ts";
import { downloadsName, completeInstallation } from "./install-model.ts";
import { ModelError } from "./model-error.ts";
import { type FolderLock, requireDiskSpace, withBuildFolder } from "./models-folder.ts";

/** As Piper's voices are published: a model, and its configuration beside it under the same name. */
const [modelSuffix, configurationSuffix] = [".onnx", ".json"];
/** Lies beside them in https://huggingface.co/rhasspy/piper-voices and has a line for the licence. */
const cardName = "MODEL_CARD";
/** More than a configuration or a card ever has. */
const maxTextBytes = 16 * 1024 ** 2;
const unknown = { size: null, sha256: null };

/** The fields that tell the configuration of a voice from another file; `synthesis` reads the rest. */
const configuration = z.object({
  audio: z.object({ sample_rate: z.int() }),
  phoneme_id_map: z.record(z.string(), z.array(z.int())),
  language: z.object({ code: z.string() }).optional(),
  espeak: z.object({ voice: z.string() }).optional(),
});

export interface AddedVoice {
  readonly name: string;
  /** The path or address of the model. */
  readonly from: string;
  /** The licence; that of its card when absent. */
  readonly licence: string | undefined;
}

/**
 * Installs a voice of Piper that the catalogue does not have, in place of one that was added by the same name before.
 * @throws ModelError
 */
export async function addVoice({ name, from, licence }: AddedVoice, locked: FolderLock): Promise<void> {
  if (!modelName.safeParse(name).success)
    throw new ModelError(
      `${name} is not a valid model name: use up to 64 of a-z, 0-9, ".", "_" and "-", and none of ${reservedNames.join(", ")}.`,
    );
  if (!from.endsWith(modelSuffix))
    throw new ModelError(`${from} is not a Piper model: name a file or a URL that ends with ${modelSuffix}.`);
  if (isAddress(from)) requireSafe(from);
  const get = isAddress(from) ? fromServer(locked) : fromDisk(locked);
  await withBuildFolder(locked.directory, async (folder) => {
    const built = join(folder, "model");
    await mkdir(built);
    const settings = join(built, "model.onnx.json");
    await get(`${from}${configurationSuffix}`, settings, maxTextBytes);
    const language = await languageOf(settings, `${from}${configurationSuffix}`);
    await get(from, join(built, "model.onnx"), maxUnknownBytes);
    const known = licence ?? (await licenceOf(get, cardBeside(from), join(folder, cardName)));
    const source = isAddress(from) ? from : pathToFileURL(resolve(from)).href;
    await completeInstallation(
      entryOf({ name, language, source, licence: known ?? `Not stated; see ${source}` }),
      built,
      locked.directory,
    );
  });
}

const isAddress = (from: string): boolean => /^[a-z]+:\/\//i.test(from);

/** Nothing else vouches for what is had from there. */
function requireSafe(from: string): void {
  if (!isSecure(from)) throw new ModelError(`${from} is not secure: use a URL that begins with https://.`);
}

/** The file of this name in the same folder. */
const cardBeside = (from: string): string => `${from.slice(0, from.lastIndexOf("/") + 1)}${cardName}`;

/** Puts a file of so many bytes at most there. @throws ModelError */
type Get = (from: string, target: string, maxBytes: number) => Promise<void>;

const fromDisk =
  ({ directory }: FolderLock): Get =>
  async (from, target, maxBytes) => {
    const size = await sizeOf(from);
    if (size === null) throw new ModelError(`File not found: ${from}.`);
    if (size > maxBytes)
      throw new ModelError(`${from} has ${size} bytes; the maximum is ${maxBytes}. Check that it is the right file.`);
    await requireDiskSpace(directory, from, size);
    await copyFile(from, target);
  };

function fromServer(locked: FolderLock): Get {
  const downloads = join(locked.directory, downloadsName);
  return async (from, target, maxBytes) => {
    await rename(await downloadArchive({ url: from, ...unknown, maxBytes }, downloads, locked), target);
    await forgetDownload(from, downloads);
  };
}

/** The primary tag of the language that a configuration names. @throws ModelError when it is not a language tag */
async function languageOf(path: string, origin: string): Promise<string> {
  const parsed = configuration.safeParse(jsonOf(await readFile(path, "utf8")));
  const { language, espeak } = parsed.data ?? {};
  const tag = /^[a-z]{2,3}(?![a-z])/i.exec(language?.code ?? espeak?.voice ?? "")?.[0].toLowerCase();
  if (tag === undefined)
    throw new ModelError(`${origin} is not the configuration of a Piper voice. Nothing was installed.`);
  return tag;
}

/** Reads the licence from the card of the voice; null where there is none. */
async function licenceOf(get: Get, card: string, target: string): Promise<string | null> {
  try {
    await get(card, target, maxTextBytes);
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
  const lines = (await readFile(target, "utf8")).split("\n").map((line) => line.replace(/^[\s*-]+/, ""));
  const licences = lines.map((line) => /^Licen[cs]e:(.*)/i.exec(line)?.[1]?.trim());
  return licences.find((licence) => licence !== undefined && licence !== "") ?? null;
}

interface Facts {
  readonly name: string;
  readonly language: string;
  /** An address. */
  readonly source: string;
  readonly licence: string;
}

const entryOf = ({ name, language, source, licence }: Facts): CatalogueEntry => ({
  ...{ name, licence, kind: "synthesis", loader: "piper", languages: [language], tier: "fast", memoryMb: null },
  ...{ default: false, tried: false, sources: [{ url: source, ...unknown }] },
  files: ["model.onnx", "model.onnx.json"].map((path) => ({ step: "copy", path, from: path, ...unknown })),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
