import type { Config } from "#src/config.ts";
import { fileOf, type InstalledModel } from "#src/models/installed.ts";
import { findModelsFor, hostShares, withModelDigest } from "#workers/runtime/hosted-models.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { kokoroManifest, type KokoroOptions, openKokoro } from "#workers/speech/engines/kokoro/open-kokoro.ts";
import { unavailableSynthesis } from "#workers/speech/unavailable-synthesis.ts";

type Options = Required<Pick<KokoroOptions, "log" | "observe">>;

/** The loader of Kokoro's models in the catalogue. */
const loader = "kokoro";
/** The memory of models for which it is not known. */
const usualMemoryMb = 1000;
/** A model is preferred while twice its memory is free: for what else the machine does, and for the texts to come. */
const spareFactor = 2;

/**
 * Kokoro with one of the models that SPEECH_MODELS names: the largest that fits into the memory that is free, else the smallest
 * that is installed. Null where none is. Damaged models are used as little as missing ones; where there is nothing else, it is an
 * engine that cannot work.
 */
export async function kokoroEngine(
  { models, workers }: Pick<Config, "models" | "workers">,
  options: Options,
): Promise<SynthesisEngine | null> {
  const { installed, damages, missing } = await findModelsFor(loader, models);
  if (installed.length > 0 && damages.length > 0) options.log(damages.join(" "));
  const chosen = chooseModel(installed, process.availableMemory() / 2 ** 20);
  if (chosen !== undefined)
    return withModelDigest(openKokoro({ ...options, ...hostShares(workers, null), ...filesOf(chosen) }), [
      chosen.digest,
    ]);
  if (damages.length > 0) return unavailableSynthesis(kokoroManifest(usualMemoryMb), damages.join(" "));
  const [first] = missing;
  if (first !== undefined)
    options.log(
      `SPEECH_MODELS names ${first}, which is not installed: flite and espeak-ng speak. Run: npm run models -- pull ${first}`,
    );
  return null;
}

const memoryOf = ({ memoryMb }: Pick<InstalledModel, "memoryMb">): number => memoryMb ?? usualMemoryMb;

/** The largest that fits twice into what is free, else the smallest. */
export function chooseModel<Model extends Pick<InstalledModel, "memoryMb">>(
  models: readonly Model[],
  freeMb: number,
): Model | undefined {
  const largestFirst = models.toSorted((a, b) => memoryOf(b) - memoryOf(a));
  return largestFirst.find((model) => spareFactor * memoryOf(model) <= freeMb) ?? largestFirst.at(-1);
}

function filesOf(model: InstalledModel): Pick<KokoroOptions, "model" | "memoryMb"> {
  const of = (file: string): string => fileOf(model, file);
  const files = { "model.onnx": of("model.onnx"), "voices.bin": of("voices.bin"), "tokens.txt": of("tokens.txt") };
  return { model: { name: model.name, files }, memoryMb: memoryOf(model) };
}
