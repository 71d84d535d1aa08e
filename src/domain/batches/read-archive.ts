import { read } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { type ArchivedItem, batchItemsMax } from "./create-batch.ts";

/** An archive that cannot be a batch; the message is a sentence that says why. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** The most entries of an archive, with the folders and the files of the system that are passed over. */
const entriesMax = 4 * batchItemsMax;
/** Characters. */
const pathMax = 1_024;
const reasonMax = 200;
const hidden = /\p{Cc}+/gu;
const stored = 0;
const deflated = 8;

/**
 * Reads the directory of a zip, and nothing of its files, in their order. Folders, files whose names begin with a dot, and those of
 * `__MACOSX` are passed over.
 * @throws ArchiveError
 */
export async function readArchive(path: string): Promise<readonly ArchivedItem[]> {
  await using file = await open(path);
  const { size } = await file.stat();
  try {
    const zip = await fromRandomAccessReaderPromise(new FileReader(file, size), size, { autoClose: false });
    if (zip.entryCount > entriesMax) throw tooMany();
    const items: ArchivedItem[] = [];
    for await (const entry of zip.eachEntry()) {
      if (isPassedOver(entry.fileName)) continue;
      if (items.length === batchItemsMax) throw tooMany();
      items.push(await itemOf(zip, entry));
    }
    if (items.length === 0) throw new ArchiveError("The archive has no files.");
    requireApart(items);
    return items;
  } catch (error) {
    throw archiveError(error);
  }
}

const tooMany = (): ArchiveError =>
  new ArchiveError(
    `The archive has more than ${batchItemsMax.toLocaleString("en")} files. Send the others in another batch.`,
  );

/** Reads within a file. The library takes places from the archive as they are, and one that no file can have would end the process. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  // The signature is the library's.
  // oxlint-disable-next-line max-params
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position + length > this.#size) return void setImmediate(callback, new Error("unexpected EOF"));
    read(this.#file.fd, buffer, offset, length, position, (error, bytesRead) => {
      callback(error ?? (bytesRead === length ? null : new Error("unexpected EOF")));
    });
  }
}

const isPassedOver = (path: string): boolean =>
  path.endsWith("/") || path.split("/").some((part) => part === "__MACOSX" || (part.startsWith(".") && part !== "."));

async function itemOf(zip: ZipFile, entry: Entry): Promise<ArchivedItem> {
  const { compressedSize: bytes, uncompressedSize: size, compressionMethod: method, crc32: crc } = entry;
  if (entry.fileName.length > pathMax)
    throw new ArchiveError(`The archive has a path of more than ${pathMax} characters.`);
  const path = entry.fileName.toWellFormed().replace(hidden, " ");
  if (entry.isEncrypted()) throw new ArchiveError(`${path} is encrypted. Send the archive without a password.`);
  if (method !== stored && method !== deflated)
    throw new ArchiveError(`${path} is compressed by method ${method}. Store the files, or compress them by Deflate.`);
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return { path, file: { start, bytes, isDeflated: method === deflated, size, crc } };
}

/** Refuses files that share bytes, as those of a bomb do. */
function requireApart(items: readonly ArchivedItem[]): void {
  let end = 0;
  for (const { path, file } of items.toSorted((one, other) => one.file.start - other.file.start)) {
    if (file.start < end) throw new ArchiveError(`${path} shares its bytes with another file of the archive.`);
    end = file.start + file.bytes;
  }
}

/** Returns an error of the system as it is; anything else is a fault of the archive. */
function archiveError(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  if (!(error instanceof Error) || "code" in error) return error instanceof Error ? error : new Error(String(error));
  return new ArchiveError(
    `The file is not a complete zip archive: ${error.message.replace(hidden, " ").slice(0, reasonMax)}.`,
  );
}
