import { createReadStream } from "node:fs";
import { access, constants, copyFile, link, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStore } from "./object-store.ts";

/** Objects as files below a folder of this machine. */
export async function openFilesystemStore(root: string): Promise<ObjectStore> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(root, key);
  const sizeOf = async (key: string): Promise<number | null> => {
    const found = await stat(pathOf(key)).catch(absent);
    return found?.size ?? null;
  };
  return {
    putFile: async (key, path) => {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      await move(path, pathOf(key));
    },
    read: async (key, range) => ((await sizeOf(key)) === null ? null : createReadStream(pathOf(key), { ...range })),
    size: sizeOf,
    fetchTo: async (key, path) => {
      // A file of its own, since an engine's file gets another group and mode; where the file system can, the blocks are shared.
      const done = await copyFile(pathOf(key), path, constants.COPYFILE_FICLONE).then(() => true, absent);
      return done ?? false;
    },
    copy: async (from, to) => {
      await mkdir(dirname(pathOf(to)), { recursive: true, mode: 0o700 });
      // Objects never change, so that two may be one file.
      const done = await link(pathOf(from), pathOf(to)).then(() => true, copyInstead);
      if (done !== "copy") return done;
      await copyWhole(pathOf(from), pathOf(to));
      return true;
    },
    remove: async (keys) => {
      const ends = await Promise.allSettled(keys.map((key) => rm(pathOf(key), { force: true })));
      return keys.filter((_, index) => ends[index]?.status === "rejected");
    },
    check: () => access(root, constants.W_OK),
  };
}

async function move(from: string, to: string): Promise<void> {
  const done = await rename(from, to).then(() => true, copyInstead);
  if (done === true) return;
  if (done === false) throw new Error("The file to store is gone.");
  await copyWhole(from, to);
  await rm(from, { force: true });
}

/** Under a name of its own first, so that a reader never sees half an object. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial-${process.pid}`;
  await copyFile(from, partial);
  await rename(partial, to);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

function absent(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** Two file systems, one without links, or a file that has as many as it may have: 65,000 on ext4. */
const needsCopy: ReadonlySet<unknown> = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP"]);

/** Says `copy` where files cannot be linked or moved, false where there is no source. */
function copyInstead(error: unknown): "copy" | false {
  if (codeOf(error) === "ENOENT") return false;
  if (needsCopy.has(codeOf(error))) return "copy";
  throw error;
}
