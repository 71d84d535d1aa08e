import { type IFormat, parseBuffer } from "music-metadata";

/** The parser walks what it is given; more than the headers would let a hostile file cost time. */
const headBytes = 16 * 1024;

/**
 * How long a file of this many bytes says at its beginning that it is; null when it does not say, or cannot be read. Of
 * uncompressed audio the bytes are counted, since recorders that stream leave the largest number in its header.
 */
export async function declaredSeconds(head: Uint8Array, bytes: number): Promise<number | null> {
  const start = head.subarray(0, headBytes);
  const options = { duration: false, skipCovers: true };
  const { format } = await parseBuffer(start, { size: bytes }, options).catch(() => ({ format: undefined }));
  if (format === undefined) return null;
  if (format.container === "WAVE") return secondsOfWave(format, start.length, bytes);
  // Its header counts the samples.
  if (format.container === "FLAC") return positive(format.duration);
  // Of compressed AIFF-C the header counts packets.
  if (format.container === "AIFF-C" && format.lossless !== true) return null;
  const { duration, bitrate = Infinity } = format;
  // The parser measures what it was given where the header says nothing; that is no statement about a longer file.
  const isMeasured = duration !== undefined && (duration * bitrate) / 8 <= start.length;
  return isMeasured && bytes > start.length ? null : positive(duration);
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
