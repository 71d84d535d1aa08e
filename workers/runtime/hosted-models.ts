import { createHash } from "node:crypto";
import type { Config } from "#src/config.ts";
import { configuredNames, readCatalogue } from "#src/models/catalogue.ts";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";

/** The installed ones of the models that SPEECH_MODELS names. */
export interface InstalledModels {
  /** In the order in which they are named, those of the default set first. */
  readonly installed: readonly InstalledModel[];
  /** The faults of installed models of the catalogue, and what to do. */
  readonly damages: readonly string[];
  /** The faults of models that were put there by hand, for an unknown purpose. */
  readonly otherDamages: readonly string[];
  /** Names of the catalogue that are not installed. */
  readonly missing: readonly string[];
}

/** The models with this loader. */
export async function findModelsFor(loader: string, { directory, names }: Config["models"]): Promise<InstalledModels> {
  const catalogue = await readCatalogue();
  const { defaults, others } = configuredNames(
    catalogue.filter((entry) => entry.loader === loader),
    names,
  );
  const [installed, damages, otherDamages, missing]: [InstalledModel[], string[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const name of [...defaults, ...others]) {
    const entry = catalogue.find((one) => one.name === name);
    let damage: string | undefined;
    const model = await findInstalledModel(directory, name, (problem) => {
      damage = problem;
    });
    if (model?.loader === loader) installed.push(model);
    else if (damage !== undefined && entry?.loader === loader) damages.push(damage);
    else if (damage !== undefined && entry === undefined) otherDamages.push(damage);
    else if (model === null && entry?.loader === loader) missing.push(name);
  }
  return { installed, damages, otherDamages, missing };
}

/** The engine, known by a digest of what speaks for it. */
export const withModelDigest = (engine: SynthesisEngine, origins: readonly string[]): SynthesisEngine => ({
  ...engine,
  manifest: {
    ...engine.manifest,
    modelDigest: createHash("sha256").update(JSON.stringify(origins)).digest("hex").slice(0, 32),
  },
});

/** More cores hardly speed up a single text. */
const mostThreads = 4;

/** Models that are not preferred are unloaded when they have had no work for so long: together they may need much memory. */
export const defaultIdleMs = 600_000;

/**
 * One host uses several cores, since each holds its own copy of the models.
 * @param idleMs of hosts without work where the configuration names no time; null when they stay
 */
export const hostShares = (
  { synthesisEngines, engineIdleMs }: Pick<Config["workers"], "synthesisEngines" | "engineIdleMs">,
  idleMs: number | null,
) => ({
  processes: Math.max(1, Math.floor(synthesisEngines / mostThreads)),
  threads: Math.min(mostThreads, synthesisEngines),
  idleMs: engineIdleMs ?? idleMs,
});
