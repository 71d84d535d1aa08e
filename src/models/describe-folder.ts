import { access, constants, mkdir, readdir, statfs } from "node:fs/promises";
import { type CatalogueEntry, configuredNames, downloadBytes, isVerifiable } from "./catalogue.ts";
import { matchesCatalogue } from "./install-model.ts";
import { checkInstalledModel, findInstalledModel, type Manifest } from "./installed.ts";
import { DamagedModelError } from "./model-error.ts";
import { hasProgram } from "./program.ts";

type Facts = Pick<Manifest, "name" | "kind" | "languages" | "tier" | "licence" | "memoryMb">;

/** A model that can be installed here, or is. */
export interface DescribedModel extends Facts {
  /** The bytes of the download; null where they are not known. */
  readonly sizeBytes: number | null;
  readonly inCatalogue: boolean;
  readonly tried: boolean;
  /** Whether the catalogue has the SHA-256 of what is installed. */
  readonly verifiable: boolean;
  readonly state: "available" | "installed" | "outdated" | "damaged";
  readonly problem: string | null;
  readonly configured: boolean;
}

interface FolderSettings {
  readonly directory: string;
  /** The names in SPEECH_MODELS. */
  readonly names: readonly string[];
}

/** The models of the catalogue and those in the folder, without reading more of them than their descriptions. */
export async function describeModels(
  entries: readonly CatalogueEntry[],
  { directory, names }: FolderSettings,
): Promise<readonly DescribedModel[]> {
  const { defaults, others } = configuredNames(entries, names);
  const configured = new Set([...defaults, ...others]);
  const listed = await Promise.all(
    entries.map(async (entry) => ({
      ...factsOf(entry),
      ...(await stateOf(entry, directory)),
      ...{
        sizeBytes: downloadBytes(entry),
        inCatalogue: true,
        tried: entry.tried,
        configured: configured.has(entry.name),
      },
      verifiable: isVerifiable(entry),
    })),
  );
  const found = await readdir(directory).catch(() => []);
  const own = found.filter((name) => !entries.some((entry) => entry.name === name)).toSorted();
  const models = await Promise.all(own.map((name) => findInstalledModel(directory, name)));
  const byHand = models.flatMap((model) => {
    if (model === null) return [];
    const facts = {
      sizeBytes: null,
      inCatalogue: false,
      tried: true,
      verifiable: false,
      state: "installed",
      problem: null,
    } as const;
    return [{ ...factsOf(model), ...facts, configured: configured.has(model.name) }];
  });
  return [...listed, ...byHand];
}

/** Whether models can be installed in the folder, and how much room there is. */
export async function describeDisk(
  directory: string,
): Promise<{ readonly writable: boolean; readonly freeBytes: number }> {
  try {
    await mkdir(directory, { recursive: true });
    const { bavail, bsize } = await statfs(directory);
    const writable = await access(directory, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { writable, freeBytes: bavail * bsize };
  } catch {
    return { writable: false, freeBytes: 0 };
  }
}

const factsOf = ({ name, kind, languages, tier, licence, memoryMb }: Facts): Facts => ({
  ...{ name, kind, languages, tier, licence, memoryMb },
});

async function stateOf(entry: CatalogueEntry, directory: string): Promise<Pick<DescribedModel, "state" | "problem">> {
  try {
    const found = await checkInstalledModel(directory, entry.name);
    if (found === null) return { state: "available", problem: null };
    const isCurrent = matchesCatalogue(found, entry) && (await hasProgram(entry, directory));
    return { state: isCurrent ? "installed" : "outdated", problem: null };
  } catch (error) {
    if (error instanceof DamagedModelError) return { state: "damaged", problem: error.problem };
    throw error;
  }
}
