import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PcmFile, RecognizedWord, RecognizeOptions } from "#workers/speech/engine.ts";
import type { DecoderPool } from "./decoder-pool.ts";
import type { PiecePlan } from "./plan-pieces.ts";
import { placeWords } from "./place-words.ts";
import { framesPerSecond } from "./sound-levels.ts";
import { writePiece } from "./write-piece.ts";

export interface PieceDecoder {
  readonly pool: DecoderPool;
  /** The folder the decoders read from. */
  readonly directory: string;
  /** Pieces of one file that are under way at a time. */
  readonly lanes: number;
}

/** Decodes the pieces of a file and returns its words in their order. The first failure stops the rest and is thrown. */
export async function decodePieces(
  decoder: PieceDecoder,
  work: { readonly audio: PcmFile; readonly plan: PiecePlan },
  options: RecognizeOptions,
): Promise<readonly RecognizedWord[]> {
  const { audio, plan } = work;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const words: (readonly RecognizedWord[])[] = plan.pieces.map(() => []);
  const pieces = plan.pieces.entries();
  let heardFrames = 0;
  const lane = async (): Promise<void> => {
    for (const [index, [from, to]] of pieces) {
      const frames = plan.kept.subarray(from, to);
      words[index] = await decodePiece(decoder, { source: audio.path, frames, owner: work }, signal);
      heardFrames += frames.length;
      options.onProgress?.(Math.floor((100 * heardFrames) / plan.kept.length));
    }
  };
  const lanes = Array.from({ length: Math.min(decoder.lanes, plan.pieces.length) }, () =>
    lane().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  // All lanes are waited for: when this is over, nothing of the file is left anywhere.
  await Promise.allSettled(lanes);
  if (signal.aborted) throw signal.reason;
  return words.flat();
}

interface Piece {
  readonly source: string;
  readonly frames: Uint32Array;
  readonly owner: object;
}

async function decodePiece(
  { pool, directory }: PieceDecoder,
  { source, frames, owner }: Piece,
  signal: AbortSignal,
): Promise<readonly RecognizedWord[]> {
  signal.throwIfAborted();
  const name = randomUUID();
  const path = join(directory, `${name}.raw`);
  try {
    await writePiece(source, path, frames);
    const decoded = await pool.decode(owner, { name, durationSeconds: frames.length / framesPerSecond, signal });
    return placeWords(decoded, frames);
  } finally {
    await rm(path, { force: true });
  }
}
