import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import type { ArchiveEntry } from "#src/domain/speech/recording-address.ts";
import { readContainer, unsupportedAudio } from "#src/domain/uploads/read-container.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { AudioSource } from "#workers/speech/audio/decode-audio.ts";
import { isDiskFull } from "./fetch-recording.ts";

interface Unpacking {
  readonly directory: string;
  readonly signal: AbortSignal;
  /** The name of the file, where it is known. */
  readonly name: string;
}

/**
 * Unpacks a recording out of an archive. It is not kept by itself, since the archive stays until all of its recordings have ended.
 * @throws DomainError `audio_unusable`, `audio_too_large`, `unavailable` where the disk is full
 */
export async function unpackedSource(
  resources: Pick<Resources, "store" | "disk" | "config">,
  entry: ArchiveEntry,
  { directory, signal, name }: Unpacking,
): Promise<AudioSource> {
  const path = join(directory, "source");
  await unpack(resources, entry, { path, signal }).catch((error: unknown) => {
    throw isDiskFull(error) ? new DomainError("unavailable") : error;
  });
  const { container } = await readContainer(path, name);
  if (container === null) throw new DomainError("audio_unusable", unsupportedAudio, { field: "archive" });
  return { path, container };
}

/** Writes a file of an archive into a new file. Only its own bytes are read, and no more is unpacked than it declares. */
async function unpack(
  { store, disk, config }: Pick<Resources, "store" | "disk" | "config">,
  entry: ArchiveEntry,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<void> {
  const { key, start, bytes, size, isDeflated } = entry;
  if (size > config.limits.audio.maxBytes)
    throw new DomainError("audio_too_large", undefined, { max_bytes: config.limits.audio.maxBytes });
  if (bytes === 0) throw damaged("it has no bytes");
  using space = await disk.take(size);
  const source = await store.read(key, { start, end: start + bytes - 1 });
  if (source === null) throw new Error("The archive of the request no longer exists.");
  const check = checkOf(entry, (count) => space.written(count));
  const steps = isDeflated ? [source, createInflateRaw(), check] : [source, check];
  try {
    await pipeline([...steps, createWriteStream(path)], { signal });
  } catch (error) {
    throw isOfInflation(error) ? damaged("its data cannot be unpacked") : error;
  }
}

/** Passes on what is unpacked as long as it is what the archive declares. */
function checkOf({ size, crc }: ArchiveEntry, onWritten: (bytes: number) => void): Transform {
  let bytes = 0;
  let sum = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > size) return done(damaged(`it declares ${size} bytes and has more`));
      sum = crc32(chunk, sum);
      onWritten(bytes);
      return done(null, chunk);
    },
    flush: (done) => {
      if (bytes < size) return done(damaged(`it declares ${size} bytes and has ${bytes}`));
      return done(sum === crc ? null : damaged("its checksum is wrong"));
    },
  });
}

const isOfInflation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^Z_|^ERR_TRAILING/.test(String(error.code));

const damaged = (reason: string): DomainError =>
  new DomainError("audio_unusable", `The file is damaged in its archive: ${reason}.`, { field: "archive" });
