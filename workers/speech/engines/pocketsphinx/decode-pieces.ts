import type { PcmFile, RecognizedWord, RecognizeOptions } from "#workers/speech/engine.ts";
import { parallelMap } from "#workers/speech/process/parallel-map.ts";
import type { PiecePlan } from "./plan-pieces.ts";
import { type PieceDecoder, decodePiece } from "./decode-piece.ts";

/** Decodes the pieces of a file and returns its words in their order. The first failure stops the rest and is thrown. */
export async function decodePieces(
  decoder: PieceDecoder,
  work: { readonly audio: PcmFile; readonly plan: PiecePlan },
  options: RecognizeOptions,
): Promise<readonly RecognizedWord[]> {
  const { audio, plan } = work;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const isWhole = plan.pieces.length === 1;
  let heardFrames = 0;
  const words = await parallelMap(
    plan.pieces,
    { concurrency: decoder.concurrency, stop, signal },
    async ([from, to]) => {
      const frames = plan.kept.subarray(from, to);
      const heard = await decodePiece(decoder, { source: audio.path, frames, owner: work, isWhole }, signal);
      heardFrames += frames.length;
      options.onProgress?.(Math.floor((100 * heardFrames) / plan.kept.length));
      return heard;
    },
  );
  return words.flat();
}
