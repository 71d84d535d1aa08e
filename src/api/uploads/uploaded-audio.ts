import type { Context } from "koa";
import type { AudioLimit } from "#src/config.ts";
import type { AudioContainer } from "#db/schema.ts";
import type { BodyReading, BodyResult } from "#src/api/bodies/body-reader.ts";
import { receiveBody } from "#src/api/bodies/receive-body.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";
import { acceptedAudio, readContainer, unsupportedAudio } from "#src/domain/uploads/read-container.ts";
import { DomainError } from "#src/errors.ts";
import { type IFormat, parseBuffer } from "music-metadata";

const mebibyte = 1024 * 1024;

/** The description of a file in the OpenAPI document. */
export const describeAudio = ({ maxBytes, maxSeconds }: AudioLimit): string =>
  `${acceptedAudio}, judged by its bytes. At most ${Number((maxBytes / mebibyte).toFixed(1))} MiB and ${Number((maxSeconds / 60).toFixed(1))} minutes.`;

/** An audio file in a private folder that lives as long as the request. */
export interface UploadedAudio {
  readonly path: string;
  readonly container: AudioContainer;
  readonly bytes: number;
  /** As it was sent, cleaned and cut; null when it was not. */
  readonly fileName: string | null;
  /** The seconds that the file says it has; null when it does not say. */
  readonly declaredSeconds: number | null;
  /** The channels that it says it has; null when it does not say. */
  readonly declaredChannels: number | null;
}

interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** As it was sent; absent where it was not. */
  readonly name?: string;
}

export interface UploadRules {
  /** The most bytes of the file. */
  readonly maxBytes: number;
  /** The most bytes that a body may have beside its file. */
  readonly overheadBytes: number;
}

/**
 * Receives a body into a private folder, with the pace and the admission of all uploads.
 * @throws DomainError `audio_too_large`, `storage_low`, and those of `receiveBody`
 */
export async function receiveUpload<Result>(
  ctx: Context,
  { reading, maxBytes, overheadBytes }: UploadRules & { readonly reading: BodyReading },
  spool: (body: AsyncIterable<Buffer>, folder: string) => Promise<Result>,
): Promise<Result> {
  const { resources, bodies, scope } = reading;
  const { uploadMinBytesPerSecond: minBytesPerSecond, uploadMaxSeconds: maxSeconds } = resources.config.limits.bodies;
  const rules = {
    maxBytes: maxBytes + overheadBytes,
    tooLarge: () => new DomainError("audio_too_large", undefined, { max_bytes: maxBytes }),
    pace: { minBytesPerSecond, maxSeconds },
    admit: (bytes: number) => bodies.upload(reading, bytes),
  };
  return receiveBody(ctx, rules, async (body) => {
    const { path: folder } = scope.use(await resources.workspace.folder());
    return spool(body, folder);
  }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw new DomainError("storage_low");
    throw error;
  });
}

/**
 * A received file, when it is audio by its bytes and not too short; `refusalOf` makes the row of a reason against it.
 * @throws DomainError `audio_too_long`
 */
export async function audioIn(
  { path, size: bytes, name = "" }: ReceivedFile,
  limit: AudioLimit,
  refusalOf: (reason: string) => ValidationRow,
): Promise<BodyResult<UploadedAudio>> {
  const refuse = (reason: string): BodyResult<never> => ({ ok: false, rows: [refusalOf(reason)] });
  if (bytes === 0) return refuse("The file is empty.");
  const { head, container } = await readContainer(path, name);
  if (container === null) return refuse(unsupportedAudio);
  const { seconds, channels } = await declaredFacts(head, bytes);
  if (seconds !== null && seconds > limit.maxSeconds) {
    throw new DomainError("audio_too_long", undefined, { max_seconds: limit.maxSeconds });
  }
  if (seconds !== null && seconds < limit.minSeconds) {
    return refuse(`The audio is too short: ${seconds.toFixed(1)} s. Send at least ${limit.minSeconds} s.`);
  }
  const declared = { declaredSeconds: seconds, declaredChannels: channels };
  return { ok: true, value: { path, container, bytes, fileName: cleanFileName(name), ...declared } };
}

/** The parser walks what it is given; more than the headers would let a hostile file cost time. */
const parsedBytes = 16 * 1024;

interface DeclaredFacts {
  readonly seconds: number | null;
  readonly channels: number | null;
}

/** The facts that a file of this many bytes declares at its beginning about its sound. */
async function declaredFacts(head: Uint8Array, bytes: number): Promise<DeclaredFacts> {
  const start = head.subarray(0, parsedBytes);
  const options = { duration: false, skipCovers: true };
  const { format } = await parseBuffer(start, { size: bytes }, options).catch(() => ({ format: undefined }));
  if (format === undefined) return { seconds: null, channels: null };
  const channels = Number.isInteger(format.numberOfChannels) ? positive(format.numberOfChannels) : null;
  return { seconds: declaredSeconds(format, start.length, bytes), channels };
}

/**
 * The seconds that a file of this many bytes says at its beginning that it has; null when it does not say, or cannot be read. Of
 * uncompressed audio the bytes are counted, since recorders that stream leave the largest number in its header.
 */
function declaredSeconds(format: IFormat, seen: number, bytes: number): number | null {
  if (format.container === "WAVE") return secondsOfWave(format, seen, bytes);
  // Its header counts the samples.
  if (format.container === "FLAC") return positive(format.duration);
  // The header of compressed AIFF-C counts packets.
  if (format.container === "AIFF-C" && format.lossless !== true) return null;
  const { duration, bitrate = Infinity } = format;
  // The parser measures what it was given where the header says nothing; that is no statement about a longer file.
  const isMeasured = duration !== undefined && (duration * bitrate) / 8 <= seen;
  return isMeasured && bytes > seen ? null : positive(duration);
}

/** The bit rate of compressed sound in a WAV file is not that of its samples, so that its header says nothing reliable. */
function secondsOfWave(format: IFormat, seen: number, bytes: number): number | null {
  const { sampleRate, bitsPerSample, numberOfChannels, numberOfSamples = 0, bitrate } = format;
  if (!sampleRate || !bitsPerSample || !numberOfChannels) return null;
  const bytesPerSample = (bitsPerSample * numberOfChannels) / 8;
  if (bitrate !== sampleRate * bytesPerSample * 8) return null;
  // The parser counts the samples in what it was given; what is left of that is the header. A `fact` chunk counts all of them.
  const headerBytes = Math.max(0, seen - numberOfSamples * bytesPerSample);
  return positive((bytes - headerBytes) / (sampleRate * bytesPerSample));
}

const positive = (seconds: number | undefined): number | null =>
  seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
