import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** The size and SHA-256 of a file. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

/** The size and SHA-256 that a file should have; null where they are not known. */
export interface Expected {
  readonly size: number | null;
  readonly sha256: string | null;
}

export async function digestOf(path: string): Promise<Digest> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

/** The size of a file; null when there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? found.size : null;
}

/** Returns the difference, as the end of a sentence; null when there is none. */
export function differenceOf(found: Digest, expected: Expected): string | null {
  if (expected.size !== null && found.size !== expected.size)
    return `it has ${found.size} bytes instead of ${expected.size}`;
  if (expected.sha256 !== null && found.sha256 !== expected.sha256)
    return `its SHA-256 is ${found.sha256} instead of ${expected.sha256}`;
  return null;
}
