import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { keepFetched } from "#src/domain/speech/keep-fetched.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { addressOf } from "#src/domain/speech/recording-address.ts";
import { readContainer, unsupportedAudio } from "#src/domain/uploads/read-container.ts";
import { DomainError } from "#src/errors.ts";
import type { OutboundResponse } from "#src/platform/connections/outbound.ts";
import { OutboundError } from "#src/platform/connections/outbound-url.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The number of times that a server is asked for the rest of a recording whose transfer broke off. */
const maxResumptions = 3;
const resumptionDelayMs = 500;
const maxRedirects = 3;
/** The time over which the pace of a transfer is measured. */
const paceMs = 10_000;

type Source = Pick<SpeechRequest, "source_key" | "source_container">;

interface Fetched {
  readonly lease: JobLease;
  readonly request: Source & Pick<SpeechRequest, "options" | "file_name" | "user_id">;
}

/**
 * The recording of a request as an object: that which was uploaded or fetched before, or one that is fetched now.
 * @throws DomainError `audio_url_refused`, `audio_url_unreachable`, `audio_too_large`, `audio_unusable`, `unavailable` where the disk is full, and as `keepFetched`
 */
export async function fetchedSource(
  resources: Resources,
  { lease, request }: Fetched,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<Source> {
  const address = addressOf(request);
  if (request.source_key !== null || address === null) return request;
  const path = join(directory, "fetched");
  await download(resources, { address, path, signal });
  const { size: bytes } = await stat(path);
  if (bytes === 0) throw new DomainError("audio_unusable", "The file is empty.", { field: "url" });
  const { container } = await readContainer(path, request.file_name ?? "");
  if (container === null) throw new DomainError("audio_unusable", unsupportedAudio, { field: "url" });
  const { key } = await keepFetched(resources, lease, { path, container, bytes, userId: request.user_id });
  return { source_key: key, source_container: container };
}

interface Download {
  readonly address: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** The part of a file that has come so far, and what identifies the whole; null where the server does not say. */
interface Part {
  bytes: number;
  tag: string | null;
}

/** Fetches a file, and goes on where it broke off. A server that is too slow is not asked again. */
async function download(resources: Resources, { address, path, signal }: Download): Promise<void> {
  const { maxMs } = resources.config.limits.audioUrl;
  const deadline = AbortSignal.timeout(maxMs);
  const tooSlow = new AbortController();
  const part: Part = { bytes: 0, tag: null };
  const ended = AbortSignal.any([signal, deadline, tooSlow.signal]);
  try {
    for (let attempt = 0; ; attempt += 1) {
      const broken = await attemptOf(resources, { address, path, signal: ended }, { part, tooSlow });
      if (broken === null) return;
      if (attempt === maxResumptions) throw broken;
      await sleep(resumptionDelayMs * 2 ** attempt, undefined, { signal: ended });
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) throw unreachable(`It took longer than ${maxMs / 1000} seconds.`);
    if (tooSlow.signal.aborted) throw unreachable("The server sends too slowly.");
    throw reasonOf(error, resources);
  }
}

/** @returns the error after which the server may be asked again; null when all has come @throws any other error */
async function attemptOf(
  resources: Resources,
  request: Download,
  { part, tooSlow }: { readonly part: Part; readonly tooSlow: AbortController },
): Promise<Error | null> {
  try {
    using response = await ask(resources, request, part);
    const { status } = response;
    if (status >= 500 || status === 429 || status === 408) return answered(status);
    if (status === 416 && part.bytes > 0) return restart(part);
    if (status !== 200 && status !== 206) throw answered(status);
    const range = status === 206 ? rangeOf(response) : null;
    if (status === 206 && !(range?.start === part.bytes && isOfSameFile(response, part))) return restart(part);
    if (range === null) {
      part.bytes = 0;
      part.tag = tagOf(response);
    }
    using _ = watchPace(resources, { part, tooSlow });
    await write(resources, { ...request, response, part });
    return range === null || part.bytes === range.total ? null : unfinished(part, range.total);
  } catch (error) {
    if (!(error instanceof OutboundError) || request.signal.aborted) throw error;
    // A server that has been silent from the beginning would be so again.
    if (error.fault !== "unreachable" && !(error.fault === "timeout" && part.bytes > 0)) throw error;
    return error;
  }
}

/** Asks for what has not come yet; a server whose file has changed meanwhile sends all of it (RFC 9110, section 13.1.5). */
function ask({ outbound }: Resources, { address, signal }: Download, part: Part): Promise<OutboundResponse> {
  if (part.tag === null) part.bytes = 0;
  const range = part.bytes > 0 && part.tag !== null && { range: `bytes=${part.bytes}-`, "if-range": part.tag };
  const headers = { accept: "audio/*, video/*;q=0.9, */*;q=0.5", "accept-encoding": "identity", ...range };
  return outbound.request(outbound.parse(address), { headers, signal, redirects: maxRedirects });
}

/** The whole file is to be sent again. */
function restart(part: Part): Error {
  part.bytes = 0;
  part.tag = null;
  return unreachable("The server sends another part of the file than it was asked for.");
}

/** A weak tag does not tell whether the bytes are the same. */
function tagOf({ headers }: OutboundResponse): string | null {
  const { etag } = headers;
  if (headers["accept-ranges"] === "none") return null;
  return etag !== undefined && !etag.startsWith("W/") ? etag : null;
}

interface Range {
  /** The place of its first byte. */
  readonly start: number;
  /** The bytes of the whole file. */
  readonly total: number;
}

/** The part of a file that an answer has; null where it, or the size of the whole, is not said. */
function rangeOf({ headers }: OutboundResponse): Range | null {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  return start === undefined || total === undefined ? null : { start: Number(start), total: Number(total) };
}

/** Whether a part was asked for, and is one of the file that the part before was of. */
const isOfSameFile = ({ headers: { etag } }: OutboundResponse, { bytes, tag }: Part): boolean =>
  bytes > 0 && tag !== null && (etag === undefined || etag === tag);

/** A server may send less than it was asked for; one that sends more than the whole has sent something else. */
const unfinished = (part: Part, total: number): Error =>
  part.bytes < total ? unreachable("The server sends the file in too many parts.") : restart(part);

interface Transfer extends Download {
  readonly response: OutboundResponse;
  readonly part: Part;
}

/** Writes the body behind what has come before. @throws OutboundError `too_large` beyond the size limit of recordings */
async function write(resources: Resources, { path, response, part }: Transfer): Promise<void> {
  const begun = part.bytes;
  const most = resources.config.limits.audio.maxBytes - begun;
  const { "content-length": length } = response.headers;
  const announced = length === undefined ? most : Number(length);
  if (announced > most) throw new OutboundError("too_large", "The recording is too large.");
  using space = await resources.disk.take(announced);
  await using file = await open(path, begun === 0 ? "w" : "r+");
  for await (const chunk of response.chunks(most)) {
    await writeAt(file, chunk, part.bytes);
    part.bytes += chunk.length;
    space.written(part.bytes - begun);
  }
}

/** Writes all of the bytes: one call may write fewer. */
async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

interface Watched {
  readonly part: Part;
  readonly tooSlow: AbortController;
}

/** Ends a transfer that is slower than the least pace. */
function watchPace({ config }: Resources, { part, tooSlow }: Watched): Disposable {
  const leastBytes = (config.limits.audioUrl.minBytesPerSecond * paceMs) / 1000;
  let seen = part.bytes;
  const timer = setInterval(() => {
    if (part.bytes - seen < leastBytes) tooSlow.abort();
    seen = part.bytes;
  }, paceMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

const unreachable = (reason: string): DomainError =>
  new DomainError("audio_url_unreachable", `The recording could not be fetched from its address. ${reason}`);

const answered = (status: number): DomainError => unreachable(`The server answered ${status}.`);

/** A worker whose disk is full: another one, or this one later, may have room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.code === "storage_low"
    : error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

/** The public error for what ended a download. */
function reasonOf(error: unknown, { config }: Resources): unknown {
  if (isDiskFull(error)) return new DomainError("unavailable");
  if (!(error instanceof OutboundError)) return error;
  if (error.fault === "refused") return new DomainError("audio_url_refused", error.message);
  if (error.fault !== "too_large") return unreachable(error.message);
  return new DomainError("audio_too_large", undefined, { max_bytes: config.limits.audio.maxBytes });
}
