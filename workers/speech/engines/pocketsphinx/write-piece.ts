import { open } from "node:fs/promises";
import { frameBytes } from "#workers/speech/audio/sound-levels.ts";

/**
 * Copies these frames (ascending) of one raw PCM file into a new one, after so many bytes of silence. Only whole frames are
 * written: silence of half a frame leaves out the last half. @throws when the target exists
 */
export async function writePiece(
  source: string,
  target: string,
  { frames, leadBytes }: { readonly frames: Uint32Array; readonly leadBytes: number },
): Promise<void> {
  await using input = await open(source);
  await using output = await open(target, "wx", 0o600);
  await output.writeFile(Buffer.alloc(leadBytes));
  for (const [from, to] of neighbours(frames)) {
    const bytes = Buffer.allocUnsafe((to - from) * frameBytes);
    const { bytesRead } = await input.read(bytes, 0, bytes.length, from * frameBytes);
    await output.writeFile(bytes.subarray(0, bytesRead));
  }
  if (leadBytes % frameBytes === 0) return;
  await output.truncate((Math.floor(leadBytes / frameBytes) + frames.length) * frameBytes);
}

/** The stretches `[from, to)` of frames that follow upon each other in the file. */
function* neighbours(frames: Uint32Array): Generator<readonly [from: number, to: number]> {
  let start = 0;
  for (let index = 1; index <= frames.length; index += 1) {
    const previous = frames[index - 1] ?? 0;
    if (frames[index] === previous + 1) continue;
    yield [frames[start] ?? 0, previous + 1];
    start = index;
  }
}
