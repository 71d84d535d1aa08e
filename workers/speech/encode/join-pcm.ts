import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PcmFile } from "#workers/speech/engine.ts";
import { convertPcm } from "#workers/speech/encode/convert-pcm.ts";
import { pcmSeconds } from "#workers/speech/encode/wav.ts";

export interface JoinOptions {
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** One piece after the other, at the highest of their sample rates. Errors as `convertPcm`. */
export const joinPcm = async (pieces: readonly PcmFile[], { directory, signal }: JoinOptions): Promise<PcmFile> => {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const sampleRate = Math.max(...pieces.map((piece) => piece.sampleRate));
  const path = join(directory, `joined-${randomUUID()}.pcm`);
  for (const piece of pieces) {
    const equal =
      piece.sampleRate === sampleRate
        ? piece
        : await convertPcm(piece, { path: `${piece.path}.converted`, sampleRate, signal });
    await pipeline(createReadStream(equal.path), createWriteStream(path, { flags: "a" }));
  }
  const { size } = await stat(path);
  return { path, sampleRate, durationSeconds: pcmSeconds(size, sampleRate) };
};
