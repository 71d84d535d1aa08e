import { open, stat } from "node:fs/promises";
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

/**
 * The recording of a request as an object: that which was uploaded or fetched before, or one that is fetched now.
 * @throws DomainError `audio_url_refused`, `audio_url_unreachable`, `audio_too_large`, `audio_unusable`, and as `keepFetched`
 */
export async function fetchedSource(
  resources: Resources,
  { lease, request }: { readonly lease: JobLease; readonly request: SpeechRequest },
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
    if (status === 206 && startOf(response) !== part.bytes) return restart(part);
    if (status === 200) part.bytes = 0;
    part.tag = tagOf(response);
    using _ = watchPace(resources, { part, tooSlow });
    await write(resources, { ...request, response, part });
    return null;
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

/** The place of the first byte of a part of a file; null where it is not said. */
function startOf({ headers }: OutboundResponse): number | null {
  const [, start] = /^bytes (\d+)-/.exec(headers["content-range"] ?? "") ?? [];
  return start === undefined ? null : Number(start);
}

interface Transfer extends Download {
  readonly response: OutboundResponse;
  readonly part: Part;
}

/** Writes the body behind what has come before. @throws OutboundError `too_large` beyond the size limit of recordings */
async function write(resources: Resources, { path, response, part }: Transfer): Promise<void> {
  const { maxBytes } = resources.config.limits.audio;
  const announced = part.bytes + Number(response.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw new OutboundError("too_large", "The recording is too large.");
  using space = await resources.disk.take(Math.max(0, announced - part.bytes));
  await using file = await open(path, part.bytes === 0 ? "w" : "r+");
  for await (const chunk of response.chunks(maxBytes - part.bytes)) {
    await file.write(chunk, 0, chunk.length, part.bytes);
    part.bytes += chunk.length;
    space.written(part.bytes);
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

/** The public error for what ended a download. */
function reasonOf(error: unknown, { config }: Resources): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.fault === "refused") return new DomainError("audio_url_refused", error.message);
  if (error.fault !== "too_large") return unreachable(error.message);
  return new DomainError("audio_too_large", undefined, { max_bytes: config.limits.audio.maxBytes });
}
