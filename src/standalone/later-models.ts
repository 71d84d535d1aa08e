import { randomUUID } from "node:crypto";
import { hostname, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/schema.ts";
import { type Config, isAutomated } from "#src/config.ts";
import { folderIdOf } from "#src/domain/models/folder-queries.ts";
import { cancelPullsOf, findPull, type ModelPull } from "#src/domain/models/pull-queries.ts";
import { requestPull, theService } from "#src/domain/models/request-pull.ts";
import { type CatalogueEntry, configuredNames, downloadBytes } from "#src/models/catalogue.ts";
import { describeDisk } from "#src/models/describe-folder.ts";
import { isInstalled, spaceNeeded } from "#src/models/install-model.ts";
import { megabytes, type Progress } from "#src/models/progress.ts";

/** A machine that is sold with 4 GB shows less, since its kernel keeps some. In bytes. */
const leastMemory = 3.5 * 2 ** 30;
/** Two hosts of the model with their programs hold so many bytes at most. */
const leastAvailable = 1.2e9;
const lookMs = 1_000;

/** The facts on which it depends whether models are installed by themselves. */
export interface Machine {
  /** The bytes of memory that the service may have. */
  readonly memory: number;
  /** The bytes of it that are left beside the running service and other programs. */
  readonly available: number;
  /** The bytes that are free on the disk of the models. */
  readonly free: number;
  /** Whether a machine has started the service, as in continuous integration. */
  readonly isAutomated: boolean;
}

/** The machine as it is. A limit of the control group counts, as in a container. */
export async function machineOf({ directory }: Config["models"]): Promise<Machine> {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const available = process.availableMemory();
  return { memory, available, free: (await describeDisk(directory)).freeBytes, isAutomated: isAutomated() };
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
const commandFor = (name: string): string => `npm run models -- pull ${name}`;

/** The reason why a model is not installed by itself, as the end of a sentence; null where nothing is against it. */
export function reasonAgainst(entry: CatalogueEntry, machine: Machine): string | null {
  const { memory, available, free } = machine;
  if (machine.isAutomated) return "CI is set";
  if (memory < leastMemory) return `this machine has ${gigabytes(memory)} of memory, and it takes 4 GB`;
  if (available < leastAvailable) {
    return `${gigabytes(available)} of memory are left, and it takes ${gigabytes(leastAvailable)}`;
  }
  const needed = spaceNeeded(entry);
  return free < needed ? `the disk has ${gigabytes(free)} free, and it takes ${gigabytes(needed)}` : null;
}

interface Installing {
  readonly db: Db;
  readonly config: Pick<Config, "models" | "jobs">;
  readonly entries: readonly CatalogueEntry[];
  readonly machine: Machine;
  readonly progress: Progress;
}

/**
 * Asks the workers for what `auto` in SPEECH_MODELS names beside the default set, as an admin would, and says how far they are.
 * Disposal cancels what is not done.
 */
export function installLater(options: Installing): AsyncDisposable {
  const { db, config, entries, progress } = options;
  const stopping = new AbortController();
  const { others } = configuredNames(entries, config.models.names);
  const wanted = entries.filter((entry) => entry.auto === true && others.includes(entry.name));
  const work = async (): Promise<void> => {
    for (const entry of wanted) {
      if (await isInstalled(entry, config.models.directory, false)) continue;
      const reason = reasonAgainst(entry, options.machine);
      if (reason === null) await installOne(entry, options, stopping.signal);
      else
        progress.say(
          `${entry.name}, which hears ${entry.languages.length} languages, is not installed by itself: ${reason}. To install it: ${commandFor(entry.name)}`,
        );
    }
  };
  const done = work().catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    progress.say(`The service goes on without more models: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await done;
      await cancelOwnPulls(db, config);
    },
  };
}

/** Cancels what this service has asked for and is not done, as after it was killed. */
export const cancelOwnPulls = (db: Db, { models }: Pick<Config, "models">): Promise<void> =>
  cancelPullsOf(db, {
    folderId: folderIdOf({ host: hostname(), directory: models.directory }),
    requestedBy: theService,
  });

async function installOne(
  entry: CatalogueEntry,
  { db, config, progress }: Installing,
  signal: AbortSignal,
): Promise<void> {
  const { name } = entry;
  const folderId = folderIdOf({ host: hostname(), directory: config.models.directory });
  const asked = { id: randomUUID(), folderId, model: name, adminId: theService, acceptUnverified: false };
  const { id } = await requestPull({ db }, asked, config.jobs);
  const size = megabytes(downloadBytes(entry) ?? 0);
  progress.say(
    `Installing ${name} beside the running service, for ${entry.languages.length} languages: ${size} and its program. To do without it: SPEECH_MODELS=default`,
  );
  let said: string | null = null;
  for (;;) {
    const pull = await findPull(db, id);
    if (pull === null || pull.status === "cancelled") return progress.say(endings.cancelled(name));
    if (pull.status === "failed") return progress.say(endings.failed(name, pull.error));
    if (pull.status === "completed") return progress.say(endings.completed(name));
    said = show(pull, said, progress);
    await sleep(lookMs, undefined, { signal });
  }
}

const endings = {
  completed: (name: string): string =>
    `${name} is installed, and used within some seconds: send language=auto, or the language of a recording.`,
  failed: (name: string, error: string | null): string =>
    `${name} was not installed, and the service goes on without it. ${error ?? ""} To try again: ${commandFor(name)}`,
  cancelled: (name: string): string =>
    `The installation of ${name} was cancelled. To install it: ${commandFor(name)}. To be without it: SPEECH_MODELS=default`,
};

/** @returns the step that was said as a line of its own */
function show({ step, doneBytes, totalBytes }: ModelPull, said: string | null, progress: Progress): string | null {
  if (step === null) return said;
  if (doneBytes !== null) progress.show(step, doneBytes, totalBytes);
  else if (step !== said) progress.say(step);
  return doneBytes === null ? step : said;
}
