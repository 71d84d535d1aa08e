import { parseFile } from "music-metadata";

/**
 * How long a file says it is; null when it does not say, or cannot be read. The header of uncompressed audio is
 * not believed beyond what the file has bytes for, since recorders that stream leave the largest number there.
 */
export async function declaredSeconds(path: string, bytes: number): Promise<number | null> {
  const { format } = await parseFile(path, { duration: false, skipCovers: true }).catch(() => ({ format: undefined }));
  const seconds = format?.duration;
  if (format === undefined || seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return null;
  const { sampleRate, bitsPerSample, numberOfChannels, lossless, container } = format;
  if (!lossless || container !== "WAVE" || !sampleRate || !bitsPerSample || !numberOfChannels) return seconds;
  return Math.min(seconds, (bytes * 8) / (sampleRate * bitsPerSample * numberOfChannels));
}
