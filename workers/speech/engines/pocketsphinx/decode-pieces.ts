import type { PcmFile, RecognizedWord, RecognizeOptions } from "#workers/speech/engine.ts";
import type { PiecePlan } from "./plan-pieces.ts";
import { type PieceDecoder, readPiece } from "./read-piece.ts";

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
  const isWhole = plan.pieces.length === 1;
  let heardFrames = 0;
  const lane = async (): Promise<void> => {
    for (const [index, [from, to]] of pieces) {
      const frames = plan.kept.subarray(from, to);
      words[index] = await readPiece(decoder, { source: audio.path, frames, owner: work, isWhole }, signal);
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
