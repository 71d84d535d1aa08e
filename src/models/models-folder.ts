import { chmod, mkdir, mkdtemp, readdir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { ModelError } from "./model-error.ts";
import { megabytes } from "./progress.ts";
import type { Fetching } from "./pip.ts";

/** The prefix of folders in which a model is being made; none outlives the lock. */
const building = ".building-";
const lockName = ".lock";
const retryMs = 500;
/** After how long without a sign of life the lock of another process counts as left behind. */
const staleMs = 15_000;

/** The locked folder of all models, with a signal that also ends when the lock is lost. */
export interface FolderLock extends Fetching {
  readonly directory: string;
}

/** Runs something that changes the installed models while no other process does. */
export async function withLock<Result>(
  { directory, progress, signal }: FolderLock,
  change: (locked: FolderLock) => Promise<Result>,
): Promise<Result> {
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError(
      `${directory} cannot be created (${reason}). Set MODELS_DIR to a folder that this user may write to.`,
    );
  });
  const lost = new AbortController();
  const release = await acquire({ directory, progress, signal }, () =>
    lost.abort(new ModelError(`Another process has taken the lock of ${directory}. Run it again.`)),
  );
  try {
    await removeLeftovers(directory);
    return await change({ directory, progress, signal: AbortSignal.any([signal, lost.signal]) });
  } finally {
    if (!lost.signal.aborted) await release();
  }
}

async function acquire({ directory, progress, signal }: FolderLock, onLost: () => void): Promise<() => Promise<void>> {
  for (let waiting = false; ; waiting = true) {
    try {
      return await lock(directory, {
        lockfilePath: join(directory, lockName),
        stale: staleMs,
        onCompromised: onLost,
      });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ELOCKED")) throw error;
      if (!waiting) progress.say(`Another process is changing the models in ${directory}: waiting for it.`);
      await delay(retryMs, undefined, { signal });
    }
  }
}

/** Processes that were killed leave folders behind; the holder of the lock may remove all of them. */
async function removeLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter((one) => one.startsWith(building))) await removeTree(join(directory, name));
}

const removeTree = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** A folder to build in, beside the models, so that its content can be renamed into place; removed in the end. */
export async function withBuildFolder<Result>(
  directory: string,
  build: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(directory, building));
  try {
    return await build(folder);
  } finally {
    await removeTree(folder);
  }
}

/** Puts a finished folder in the place of a model. Readers find the old one, the new one or, for an instant, none. */
export async function moveIntoPlace(built: string, target: string): Promise<void> {
  // Engines may run as another user than the one who installs.
  await chmod(built, 0o755);
  for (const file of await readdir(built)) await chmod(join(built, file), 0o644);
  await rename(target, `${built}.old`).catch(unlessMissing);
  await rename(built, target);
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}

/** @throws ModelError when the disk has less space than is needed */
export async function requireDiskSpace(directory: string, model: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < needed)
    throw new ModelError(
      `The disk of ${directory} has ${megabytes(bavail * bsize)} free, and installing ${model} takes ${megabytes(needed)}. Free some space, or set MODELS_DIR to a folder on another disk.`,
    );
}
