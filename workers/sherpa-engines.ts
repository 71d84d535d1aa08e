import type { Config } from "#src/config.ts";
import { configuredNames, readCatalogue } from "#src/models/catalogue.ts";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import { openAligner } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { sherpaManifest } from "#workers/speech/engines/sherpa/manifest.ts";
import { openSherpa, type SherpaOptions } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import type { EngineChoice } from "#workers/speech/recognizer.ts";

type Options = Pick<SherpaOptions, "processes" | "directory"> & { readonly log: (message: string) => void };

const vad = { name: "silero-vad", file: "silero_vad.onnx" } as const;
/** The models behind the first one are ended when they have had no work for so long: together they may need much memory. */
const idleMs = 600_000;
const tiers = ["fast", "accurate", "fallback"] as const;

/**
 * The recognition models that SPEECH_MODELS names, that are installed and that sherpa-onnx loads: those of the default set
 * first, then the fast ones, then the others, each in the order in which they are named.
 */
export async function sherpaEngines(
  { models }: Pick<Config, "models">,
  options: Options,
): Promise<readonly EngineChoice[]> {
  const { defaults, others } = configuredNames(await readCatalogue(), models.names);
  const find = (name: string): Promise<InstalledModel | null> =>
    findInstalledModel(models.directory, name, options.log);
  const found: InstalledModel[] = [];
  for (const name of [...defaults, ...others]) {
    const model = await find(name);
    if (model?.kind === "recognition" && sherpaManifest(model) !== null) found.push(model);
  }
  if (found.length === 0) return [];
  const voice = (await find(vad.name))?.files[vad.file];
  if (voice === undefined) {
    options.log(`${found[0]?.name} needs ${vad.name}, which is not installed. Run: npm run models -- pull ${vad.name}`);
    return [];
  }
  const rank = ({ name, tier }: InstalledModel): number => (defaults.includes(name) ? -1 : tiers.indexOf(tier));
  const ordered = found.toSorted((one, other) => rank(one) - rank(other));
  return ordered.flatMap((model, index) =>
    choiceOf(model, { ...options, vad: voice, idleMs: index === 0 ? null : idleMs }),
  );
}

function choiceOf(
  model: InstalledModel,
  options: Options & Pick<SherpaOptions, "vad" | "idleMs">,
): readonly EngineChoice[] {
  const manifest = sherpaManifest(model);
  if (manifest === null) return [];
  const { loader, files } = model;
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  return [{ manifest, open: () => openSherpa({ ...options, manifest, loader, files, align }) }];
}
