import { copyFile, rename, stat, truncate } from "node:fs/promises";

export interface LogLimits {
  readonly maxBytes: number;
  /** The number of older files of a log that are kept: `api.log.1` is the newest of them. */
  readonly kept: number;
}

const lookEveryMs = 1_000;

/**
 * Copies a log aside and empties it. Its writer, which appends, continues in the same file; a line written between the copy
 * and the emptying is lost. A copy that fails, as on a full disk, changes no older file and leaves none behind.
 */
export async function rotateLog(path: string, kept: number): Promise<void> {
  const partial = `${path}.partial`;
  await copyFile(path, partial);
  for (let age = kept - 1; age >= 1; age -= 1) await rename(`${path}.${age}`, `${path}.${age + 1}`).catch(absent);
  await rename(partial, `${path}.1`);
  await truncate(path);
}

/** Rotates each of these logs whenever it has grown too long, until it is disposed. */
export function keepLogsShort(paths: readonly string[], { maxBytes, kept }: LogLimits): Disposable {
  let isLooking = false;
  const look = async (): Promise<void> => {
    for (const path of paths) {
      const size = await stat(path).then((found) => found.size, absent);
      if (size !== null && size > maxBytes) await rotateLog(path, kept);
    }
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A disk that is full now may not be the next time.
    void look()
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  }, lookEveryMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function absent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
