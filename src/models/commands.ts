import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "#src/config.ts";
import { addVoice } from "./add-voice.ts";
import { exportModels, importModels } from "./bundle.ts";
import {
  autoSet,
  type CatalogueEntry,
  defaultSet,
  downloadBytes,
  entriesNamed,
  isVerifiable,
  unknownNames,
} from "./catalogue.ts";
import { installModel, isInstalled } from "./install-model.ts";
import { checkInstalledModel, findInstalledModel, verifyInstalledModel } from "./installed.ts";
import { DamagedModelError, ModelError } from "./model-error.ts";
import { withLock } from "./models-folder.ts";
import type { Fetching } from "./pip.ts";
import { findProgramProblem, hasProgram, removeUnusedPrograms } from "./program.ts";
import { megabytes } from "./progress.ts";

/** The database and settings that a command uses. */
export interface CommandContext extends Fetching {
  readonly config: Config["models"];
  readonly entries: readonly CatalogueEntry[];
  /** Whether models may be installed for which the catalogue has no SHA-256. */
  readonly acceptUnverified: boolean;
}

type Names = readonly string[];

/** @returns the lines to print */
type Command = (names: Names, context: CommandContext) => Promise<readonly string[]>;

export const pull: Command = (names, context) =>
  pullEntries(entriesNamed(context.entries, names.length === 0 ? [defaultSet] : names), context, true);

/**
 * Installs what SPEECH_MODELS names, where it is missing: for the set-up of a machine, so that a second run costs nothing. Models that were
 * added on another machine are not in the catalogue: they are said, and keep nothing else from being installed.
 */
export const pullConfigured: Command = async (_names, context) => {
  // The set-up installs the default set alone: the other models of `auto` would delay the start of the service.
  const names = context.config.names.map((name) => (name === autoSet ? defaultSet : name));
  const { listed } = await partByHand(names, context);
  const unknown = unknownNames(context.entries, listed);
  for (const name of unknown)
    context.progress.say(
      `SPEECH_MODELS names ${name}, which is neither in the catalogue nor installed here. If it is a voice of Piper, run: npm run models -- add ${name} <file or address>`,
    );
  const known = entriesNamed(
    context.entries,
    listed.filter((name) => !unknown.includes(name)),
  );
  const wanting = await missingOf(known, context, false);
  const refused = context.acceptUnverified ? [] : wanting.filter((entry) => !isVerifiable(entry));
  if (refused.length > 0) context.progress.say(unverifiedSentence(refused));
  return pullEntries(
    known.filter((entry) => !refused.includes(entry)),
    context,
    false,
  );
};

const unverifiedSentence = (entries: readonly CatalogueEntry[]): string => {
  const names = entries.map(({ name }) => name).join(" ");
  return (
    `The catalogue has no SHA-256 for ${names}, so a download cannot be verified. What the address serves is installed and run. ` +
    `If you trust it, run: npm run models -- pull --accept-unverified ${names}`
  );
};

async function missingOf(
  entries: readonly CatalogueEntry[],
  { config }: CommandContext,
  thorough: boolean,
): Promise<readonly CatalogueEntry[]> {
  const missing: CatalogueEntry[] = [];
  for (const entry of entries) if (!(await isInstalled(entry, config.directory, thorough))) missing.push(entry);
  return missing;
}

/** Parts names of models that were put into the folder by hand, and that the catalogue does not know, from the others. */
async function partByHand(names: Names, { config: { directory }, entries }: CommandContext) {
  const [byHand, listed]: [string[], string[]] = [[], []];
  for (const name of names) {
    let isThere = false;
    const found = await findInstalledModel(directory, name, () => {
      isThere = true;
    });
    const isByHand = !entries.some((entry) => entry.name === name) && (isThere || found !== null);
    (isByHand ? byHand : listed).push(name);
  }
  return { byHand, listed };
}

async function pullEntries(
  entries: readonly CatalogueEntry[],
  context: CommandContext,
  thorough: boolean,
): Promise<readonly string[]> {
  const { config, progress, signal, acceptUnverified } = context;
  const { directory } = config;
  const wanting = await missingOf(entries, context, thorough);
  const unverified = wanting.filter((entry) => !isVerifiable(entry));
  if (unverified.length > 0 && !acceptUnverified) throw new ModelError(unverifiedSentence(unverified));
  if (wanting.length > 0)
    await withLock({ directory, progress, signal }, async (locked) => {
      // By now another process may have installed it.
      for (const entry of wanting)
        if (!(await isInstalled(entry, directory, thorough))) await installModel(entry, locked);
    });
  return entries.flatMap((entry) => {
    if (wanting.includes(entry)) return [`${entry.name} is installed in ${join(directory, entry.name)}.`];
    return thorough ? [`${entry.name} is already installed.`] : [];
  });
}

export const verify: Command = async (names, context) => {
  const { directory } = context.config;
  const { byHand, listed } = await partByHand(names, context);
  const entries = names.length > 0 ? entriesNamed(context.entries, listed) : context.entries;
  const wanted = [...entries, ...byHand.map((name) => ({ name }))];
  const problems: string[] = [];
  const lines: string[] = [];
  for (const entry of wanted) {
    const found = await verifyInstalledModel(directory, entry.name).catch((error: unknown) => {
      if (!(error instanceof DamagedModelError)) throw error;
      problems.push(error.message);
    });
    const problem = found ? await findProgramProblem(entry, directory) : null;
    if (problem !== null) problems.push(problem);
    else if (found) lines.push(`${entry.name} is unchanged since its installation.`);
    if (found === null && names.length > 0)
      problems.push(`${entry.name} is not installed. Run: npm run models -- pull ${entry.name}`);
  }
  if (problems.length > 0) throw new ModelError(problems.join("\n"));
  return lines.length > 0 ? lines : [`No model is installed in ${directory}.`];
};

/** A voice of Piper that the catalogue does not have. */
export const add: Command = async ([name = "", from = "", licence], { config, entries, progress, signal }) => {
  if (entries.some((entry) => entry.name === name))
    throw new ModelError(
      `${name} is a model of the catalogue: choose another name, or run: npm run models -- pull ${name}`,
    );
  const { directory } = config;
  await withLock({ directory, progress, signal }, (locked) => addVoice({ name, from, licence }, locked));
  const used = [...new Set([...config.names, name])];
  return [
    `${name} is installed in ${join(directory, name)}.`,
    `To use it, set SPEECH_MODELS=${used.join(",")} and restart synthesis.`,
  ];
};

export const remove: Command = async (names, context) => {
  const { byHand, listed } = await partByHand(names, context);
  const wanted = [...entriesNamed(context.entries, listed), ...byHand.map((name) => ({ name }))];
  const { config, progress, signal } = context;
  const { directory } = config;
  return withLock({ directory, progress, signal }, async () => {
    for (const { name } of wanted) await rm(join(directory, name), { recursive: true, force: true });
    await removeUnusedPrograms(context.entries, directory);
    return wanted.map(({ name }) => `${name} is removed.`);
  });
};

/** Exports the named ones of the installed models, or all. */
export const exportTo: Command = async ([file = "", ...names], { config: { directory }, entries }) => {
  const wanted = names.length > 0 ? entriesNamed(entries, names) : await installedOf(entries, directory);
  if (wanted.length === 0) throw new ModelError(`No model is installed in ${directory}. Run: npm run models -- pull`);
  await exportModels(
    wanted.map(({ name }) => name),
    file,
    directory,
  );
  const held = wanted.map(({ name }) => name).join(", ");
  return [
    `${resolve(file)} holds ${held}. On the other machine, run: npm run models -- import <file>`,
    ...wanted.filter(({ program }) => program !== undefined).map(withoutProgram),
  ];
};

export const importFrom: Command = async ([file = ""], { config: { directory }, entries, progress, signal }) => {
  const names = await withLock({ directory, progress, signal }, (locked) => importModels(file, entries, locked));
  const missing: CatalogueEntry[] = [];
  for (const entry of entries)
    if (names.includes(entry.name) && !(await hasProgram(entry, directory))) missing.push(entry);
  return [...names.map((name) => `${name} is installed in ${join(directory, name)}.`), ...missing.map(withoutProgram)];
};

/** A Python environment belongs to the system and the Python that it was made with. */
const withoutProgram = ({ name }: CatalogueEntry): string =>
  `The program of ${name} is not in the bundle. Where a package index can be reached, run: npm run models -- pull ${name}`;

export const list: Command = async (_names, { config: { directory }, entries }) => {
  const listed = await Promise.all(entries.map((entry) => rowOf(entry, directory)));
  const rows = [...listed, ...(await ownRows(entries, directory))];
  const widths = rows[0]?.map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", `Models are installed in ${directory}. docs/models.md describes them and their licences.`];
};

async function rowOf(entry: CatalogueEntry, directory: string): Promise<readonly string[]> {
  const found = await checkInstalledModel(directory, entry.name).catch((error: unknown) => {
    if (error instanceof DamagedModelError) return "damaged" as const;
    throw error;
  });
  const whole = (await hasProgram(entry, directory)) ? "installed" : "no program";
  const state = found === null ? "-" : found === "damaged" ? "damaged" : whole;
  const bytes = downloadBytes(entry);
  const size = bytes === null ? "size unknown" : megabytes(bytes);
  const spoken = entry.languages.length > 6 ? `${entry.languages.length} languages` : entry.languages.join(" ");
  const notes = [...(entry.default ? ["default"] : []), ...(entry.tried ? [] : ["never tried"])].join(", ");
  return [entry.name, state, entry.kind, entry.tier, spoken, size, notes];
}

/** Lists the installed models that the catalogue does not know. */
async function ownRows(entries: readonly CatalogueEntry[], directory: string): Promise<readonly (readonly string[])[]> {
  const names = await readdir(directory).catch(() => []);
  const own = names.filter((name) => !entries.some((entry) => entry.name === name)).toSorted();
  const found = await Promise.all(own.map((name) => findInstalledModel(directory, name)));
  return found.flatMap((model) =>
    model === null
      ? []
      : [[model.name, "installed", model.kind, model.tier, model.languages.join(" "), "", "not in the catalogue"]],
  );
}

async function installedOf(entries: readonly CatalogueEntry[], directory: string): Promise<readonly CatalogueEntry[]> {
  const found = await Promise.all(entries.map(({ name }) => checkInstalledModel(directory, name)));
  return entries.filter((_entry, at) => found[at] !== null);
}
