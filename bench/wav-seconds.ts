const headerBytes = 12;
const chunkHeaderBytes = 8;

/** How long a WAV file of PCM sounds. @throws Error when it is none */
export function wavSeconds(wav: Uint8Array): number {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  let bytesPerSecond = 0;
  for (let at = headerBytes; at + chunkHeaderBytes <= wav.byteLength;) {
    const name = new TextDecoder("latin1").decode(wav.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const begin = at + chunkHeaderBytes;
    if (name === "fmt ") bytesPerSecond = view.getUint32(begin + 8, true);
    // A file that was written without going back says more than it holds.
    if (name === "data" && bytesPerSecond > 0) return Math.min(size, wav.byteLength - begin) / bytesPerSecond;
    at = begin + size + (size % 2);
  }
  throw new Error("This is no WAV file.");
}
