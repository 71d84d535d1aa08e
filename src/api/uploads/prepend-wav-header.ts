import { open } from "node:fs/promises";
import { type RawSamples, wavHeader, wavHeaderBytes } from "#src/domain/speech/wav-header.ts";

const pieceBytes = 64 * 1024;

/** Makes a WAV file of samples. They are moved within their file, from its end on, so that it takes no more of the disk. */
export async function prependWavHeader(
  { path, size }: { readonly path: string; readonly size: number },
  samples: RawSamples,
): Promise<void> {
  await using file = await open(path, "r+");
  const piece = Buffer.alloc(pieceBytes);
  for (let end = size; end > 0; end -= pieceBytes) {
    const start = Math.max(0, end - pieceBytes);
    const { bytesRead } = await file.read(piece, 0, end - start, start);
    await file.write(piece, 0, bytesRead, start + wavHeaderBytes);
  }
  await file.write(wavHeader(samples, size), 0, wavHeaderBytes, 0);
}
