import type { SourceContainer } from "#workers/speech/decode/ffmpeg-arguments.ts";

const signatures: readonly (readonly [begin: string, container: SourceContainer])[] = [
  ["RIFF", "wav"],
  ["fLaC", "flac"],
  ["OggS", "ogg"],
  ["ID3", "mp3"],
];

/** What the answer of a speech server is, by its first bytes; null for what is no audio. */
export function containerOf(bytes: Buffer): SourceContainer | null {
  const begin = bytes.toString("latin1", 0, 4);
  const found = signatures.find(([signature]) => begin.startsWith(signature));
  if (found !== undefined) return found[1];
  // The synchronisation of an MPEG frame, layer III.
  const isMpeg = bytes.length > 1 && bytes.readUInt8(0) === 0xff && (bytes.readUInt8(1) & 0xe6) === 0xe2;
  return isMpeg ? "mp3" : null;
}
