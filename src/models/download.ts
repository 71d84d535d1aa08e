import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { maxUnknownBytes, type UpstreamSource } from "./catalogue.ts";
import { sizeOf } from "./digest.ts";
import { ModelError } from "./model-error.ts";
import { requireDiskSpace } from "./models-folder.ts";
import type { Fetching } from "./pip.ts";
import type { Progress } from "./progress.ts";

const maxAttempts = 3;
const maxRedirects = 10;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A download that may have begun in an earlier run. */
interface Partial {
  readonly url: string;
  readonly file: string;
  /** Holds the entity tag of what has arrived, without which it cannot be continued. */
  readonly tagFile: string;
}

/** The address of a file, and what it should be. */
export interface RemoteFile extends UpstreamSource {
  /** The most bytes that it may have where its size is not known. */
  readonly maxBytes?: number;
}

/**
 * Downloads an archive; what has arrived stays when the connection breaks or the process dies, and the next run goes on
 * from there.
 * @returns the path of the archive, which the caller removes with `forgetDownload`
 * @throws ModelError
 */
export async function downloadArchive(source: RemoteFile, folder: string, fetching: Fetching): Promise<string> {
  await mkdir(folder, { recursive: true });
  const partial = partialOf(source.url, folder);
  for (let attempt = 1; ; attempt++) {
    try {
      await resume(partial, source, fetching);
      return partial.file;
    } catch (error) {
      fetching.signal.throwIfAborted();
      if (error instanceof ModelError || isOfDisk(error)) throw error;
      if (attempt === maxAttempts)
        throw new ModelError(
          `${source.url} could not be downloaded (${causeOf(error)}). Check the network and run it again: what has arrived is kept.`,
        );
    }
  }
}

/** Removes what was downloaded. */
export async function forgetDownload(url: string, folder: string): Promise<void> {
  await forgetFiles(partialOf(url, folder));
}

function partialOf(url: string, folder: string): Partial {
  const file = join(folder, createHash("sha256").update(url).digest("hex").slice(0, 16));
  return { url, file, tagFile: `${file}.tag` };
}

async function resume(partial: Partial, source: RemoteFile, fetching: Fetching): Promise<void> {
  const { url, size } = source;
  const tag = await readFile(partial.tagFile, "utf8").catch(() => null);
  const arrived = tag === null ? 0 : ((await sizeOf(partial.file)) ?? 0);
  const response = await fetchSecurely(url, { headers: rangeHeaders(arrived, tag), signal: fetching.signal });
  if (response.status === 416 && response.headers.get("content-range") === `bytes */${arrived}`) return;
  if (response.status === 416) {
    await forgetFiles(partial);
    throw new Error("the file on the server has changed");
  }
  if (!response.ok || response.body === null)
    throw new ModelError(
      `${url} answered ${response.status}. The archive may have moved: see the page of its project.`,
    );
  const offset = response.status === 206 ? arrived : 0;
  if (offset === 0) await startAnew(partial, response);
  const length = response.headers.get("content-length");
  const total = size ?? (length === null ? null : offset + Number(length));
  await receive(partial, { ...source, body: response.body, offset, total }, fetching);
  if (total !== null && ((await sizeOf(partial.file)) ?? 0) < total) throw new Error("the connection ended early");
}

/** True for an address whose answer cannot be forged on the way: https, or this machine. */
export function isSecure(address: string): boolean {
  const { protocol, hostname = "" } = URL.parse(address) ?? {};
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
}

/**
 * Returns the target of a redirect. https never leads back to http, not even on this machine, which a server elsewhere has no business with.
 * @throws ModelError
 */
export function redirectTarget(from: string, location: string): string {
  const target = URL.parse(location, from)?.href ?? "";
  if (isSecure(target) && (target.startsWith("https:") || from.startsWith("http:"))) return target;
  throw new ModelError(`${from} redirects to ${location}, which is not secure. Nothing was downloaded from there.`);
}

/** Follows redirects by hand, so that none leads from a secure address to another kind. @throws ModelError */
async function fetchSecurely(url: string, options: RequestInit): Promise<Response> {
  let address = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(address, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (!redirectStatuses.has(response.status) || location === null) return response;
    await response.body?.cancel();
    address = redirectTarget(address, location);
  }
  throw new ModelError(`${url} redirects more than ${maxRedirects} times. Check the address.`);
}

interface Amount extends Pick<RemoteFile, "url" | "size" | "maxBytes"> {
  readonly offset: number;
  readonly total: number | null;
}

/** @throws ModelError when there is too much of it, and then nothing is kept, or the disk has too little space */
async function receive(
  partial: Partial,
  { body, ...amount }: Amount & { readonly body: ReadableStream },
  { progress, signal }: Fetching,
): Promise<void> {
  const { url, offset, total } = amount;
  if (total !== null) await requireDiskSpace(dirname(partial.file), basename(url), total - offset);
  const out = createWriteStream(partial.file, { flags: "a", flush: true });
  try {
    await pipeline(Readable.fromWeb(body), counter(amount, progress), out, { signal });
  } catch (error) {
    if (error instanceof ModelError) await forgetFiles(partial);
    throw error;
  }
}

/** Shows what passes through it, and refuses more than there should be. */
function counter({ url, offset, total, size, maxBytes = maxUnknownBytes }: Amount, progress: Progress) {
  const most = size ?? Math.min(total ?? maxBytes, maxBytes);
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = offset;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw new ModelError(`${url} sends more than the ${most} bytes that are expected.`);
      progress.show(basename(url), bytes, total);
      yield chunk;
    }
  };
}

/** Only with the tag of what has arrived: or the rest of another file would follow it. */
const rangeHeaders = (arrived: number, tag: string | null): Record<string, string> => ({
  "accept-encoding": "identity",
  ...(arrived > 0 && tag !== null ? { range: `bytes=${arrived}-`, "if-range": tag } : {}),
});

/** Removes what has arrived before its tag changes: it must never seem to belong to another tag. */
async function startAnew(partial: Partial, response: Response): Promise<void> {
  await forgetFiles(partial);
  const tag = response.headers.get("etag");
  if (tag !== null && !tag.startsWith("W/")) await writeFile(partial.tagFile, tag);
}

async function forgetFiles({ file, tagFile }: Partial): Promise<void> {
  for (const path of [file, tagFile]) await rm(path, { force: true });
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EACCES", "EROFS"].includes(String(error.code));

/** The text of a failed `fetch` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const shown: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return shown instanceof Error ? shown.message : String(shown);
}
