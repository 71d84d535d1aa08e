import { parseBuffer } from "music-metadata";

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
  const { sampleRate, bitsPerSample, numberOfChannels, numberOfSamples = 0, container } = format;
  if (container !== "WAVE") return positive(format.duration);
  if (!sampleRate || !bitsPerSample || !numberOfChannels) return null;
  // The parser counts the samples in what it was given; what is left of that is the header.
  const bytesPerSample = (bitsPerSample * numberOfChannels) / 8;
  const headerBytes = start.length - numberOfSamples * bytesPerSample;
  return positive((bytes - headerBytes) / (sampleRate * bytesPerSample));
}

const positive = (seconds: number | undefined): number | null =>
  seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
