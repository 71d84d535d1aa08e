import { readFile } from "node:fs/promises";
import type { Config } from "#src/config.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import type { ListedVoice } from "#src/domain/voices/register-voices.ts";
import { fileOf, type InstalledModel } from "#src/models/installed.ts";
import { findModelsFor, hostShares, withModelDigest, defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { piperVoices, preferredOf, type UsableModel } from "./piper-voices.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { readConfiguration } from "#workers/speech/engines/piper/configuration.ts";
import { maxLoaded } from "#workers/speech/engines/piper/host-requests.ts";
import { openPiper, piperManifest, type PiperOptions } from "#workers/speech/engines/piper/open-piper.ts";
import { unavailableSynthesis } from "#workers/speech/unavailable-synthesis.ts";

/** An engine with the voices that it has. */
interface EngineWithVoices {
  readonly engine: SynthesisEngine;
  readonly voices: readonly ListedVoice[];
}

/** The loader of Piper's models in the catalogue. */
const loader = "piper";
/** The memory of models for which it is not known: those of medium quality. */
const usualMemoryMb = 350;
/** A host has a file of each open, of 64 that it may have. */
const mostModels = 32;

/**
 * Piper with the models that SPEECH_MODELS names, and their voices. Null where none is installed. Models that cannot be used are
 * logged; where there is nothing else, it is an engine that cannot work.
 */
export async function piperEngine(
  config: Pick<Config, "models" | "workers">,
  options: Required<Pick<PiperOptions, "log" | "observe">>,
): Promise<EngineWithVoices | null> {
  const { log } = options;
  const { installed, damages, otherDamages, missing } = await findModelsFor(loader, config.models);
  const { models, faults } = await readModels(installed);
  const problems = [...damages, ...faults];
  for (const name of missing)
    log(`SPEECH_MODELS names ${name}, which is not installed. Run: npm run models -- pull ${name}`);
  if (models.length === 0 && problems.length > 0) {
    const manifest = piperManifest({ models, memoryMb: usualMemoryMb, preferredVoices: {} });
    return { engine: unavailableSynthesis(manifest, problems.join(" ")), voices: [] };
  }
  for (const problem of [...problems, ...otherDamages]) log(problem);
  if (models.length === 0) return null;
  if (models.length > mostModels)
    log(
      `SPEECH_MODELS names ${models.length} models of Piper, and a worker uses ${mostModels} at most: the first ones.`,
    );
  const used = models.slice(0, mostModels);
  const facts = { models: used, memoryMb: memoryOf(used), preferredVoices: preferredOf(used) };
  return {
    engine: withModelDigest(
      openPiper({ ...options, ...hostShares(config.workers, defaultIdleMs), ...facts }),
      used.map(({ digest }) => digest),
    ),
    voices: used.flatMap(piperVoices),
  };
}

async function readModels(installed: readonly InstalledModel[]) {
  const [models, faults]: [UsableModel[], string[]] = [[], []];
  for (const model of installed) {
    try {
      models.push(await readModel(model));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      faults.push(
        `model.onnx.json of ${model.name} cannot be used: ${problem}. Run: npm run models -- verify ${model.name}`,
      );
    }
  }
  return { models, faults };
}

/** @throws an error that says what is wrong with the configuration, as the end of a sentence */
async function readModel(model: InstalledModel): Promise<UsableModel> {
  const configuration = readConfiguration(await readFile(fileOf(model, "model.onnx.json"), "utf8"));
  const language = primaryTag(configuration.languageTag) ?? model.languages[0];
  if (language === undefined) throw new Error(`${configuration.languageTag} is no tag of a language`);
  const { name, licence, gender, memoryMb, digest } = model;
  return { name, licence, gender, memoryMb, digest, configuration, language, path: fileOf(model, "model.onnx") };
}

/** The memory of the largest models that may be loaded at once. */
const memoryOf = (models: readonly UsableModel[]): number =>
  models
    .map(({ memoryMb }) => memoryMb ?? usualMemoryMb)
    .toSorted((a, b) => b - a)
    .slice(0, maxLoaded)
    .reduce((sum, mb) => sum + mb, 0);
