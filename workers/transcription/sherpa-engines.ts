import type { Config } from "#src/config.ts";
import { type CatalogueEntry, configuredNames, readCatalogue } from "#src/models/catalogue.ts";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import { defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { sherpaManifest } from "#workers/speech/engines/sherpa/manifest.ts";
import { modelKind } from "#workers/speech/engines/sherpa/model-kinds.ts";
import { openSherpa, type SherpaOptions } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import { unavailableEngine } from "#workers/speech/unavailable-engine.ts";
import type { EngineManifest } from "#workers/speech/engine.ts";
import type { EngineChoice } from "#workers/speech/recognizer.ts";

type Options = Pick<SherpaOptions, "processes" | "directory" | "observe" | "startsOnUse" | "niceness"> & {
  /** The idle time of the first engine; null when it stays. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
};

const vad = { name: "silero-vad", file: "silero_vad.onnx" } as const;
const tiers = ["fast", "accurate", "fallback"] as const;

/** A model that is there. */
interface FoundModel {
  readonly manifest: EngineManifest;
  /** The installed model, or what is wrong with it and what to do. */
  readonly model: InstalledModel | { readonly damage: string };
}

/**
 * The recognition models that SPEECH_MODELS names, that are installed and that sherpa-onnx loads: those of the default set
 * first, then the fast ones, then the others, each in the order in which they are named. A damaged one is an engine that cannot
 * work.
 */
export async function sherpaEngines(
  { models }: Pick<Config, "models">,
  options: Options,
): Promise<readonly EngineChoice[]> {
  const catalogue = await readCatalogue();
  const { defaults, others } = configuredNames(catalogue, models.names);
  const found: FoundModel[] = [];
  for (const name of [...defaults, ...others]) {
    const model = await findModel(models.directory, name, { catalogue, log: options.log });
    if (model !== null) found.push(model);
  }
  const [first] = found;
  if (first === undefined) return [];
  const damages: string[] = [];
  const voice = await findInstalledModel(models.directory, vad.name, (damage) => damages.push(damage));
  if (voice === null && damages.length === 0) {
    options.log(
      `${first.manifest.name} needs ${vad.name}, which is not installed. Run: npm run models -- pull ${vad.name}`,
    );
    return [];
  }
  const rank = ({ manifest: { name, tier } }: FoundModel): number =>
    defaults.includes(name) ? -1 : tiers.indexOf(tier);
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ manifest, model }, index): EngineChoice => {
      const path = voice?.files[vad.file];
      if ("damage" in model) return unavailableEngine(manifest, model.damage);
      if (path === undefined) return unavailableEngine(manifest, damages.join(" "));
      const idleMs = index === 0 ? options.idleMs : (options.idleMs ?? defaultIdleMs);
      const align = openAligner({ modelDirectory: defaultModelDirectory });
      const { loader, files } = model;
      return { manifest, open: () => openSherpa({ ...options, manifest, loader, files, align, vad: path, idleMs }) };
    });
}

/** The model of this name; null when it is not there, or is not for sherpa-onnx. */
async function findModel(
  directory: string,
  name: string,
  { catalogue, log }: { readonly catalogue: readonly CatalogueEntry[] } & Pick<Options, "log">,
): Promise<FoundModel | null> {
  let damage: string | null = null;
  const model = await findInstalledModel(directory, name, (problem) => {
    damage = problem;
  });
  const entry = catalogue.find((one) => one.name === name);
  if (
    model === null &&
    damage === null &&
    entry !== undefined &&
    entry.kind === "recognition" &&
    modelKind(entry.loader) !== undefined
  ) {
    log(`SPEECH_MODELS names ${name}, which is not installed. Run: npm run models -- pull ${name}`);
    return null;
  }
  // The description of a damaged model may be what is damaged.
  const facts = model ?? (damage !== null && entry !== undefined ? { ...entry, files: {} } : null);
  const manifest = facts?.kind === "recognition" ? sherpaManifest(facts) : null;
  if (manifest === null) {
    if (damage !== null) log(damage);
    return null;
  }
  return { manifest, model: model ?? { damage: damage ?? "" } };
}
