import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PcmFile } from "#workers/speech/engine.ts";
import { convertPcm } from "#workers/speech/encode/convert-pcm.ts";
import { edgeSilence } from "#workers/speech/encode/edge-silence.ts";
import { pcmSeconds } from "#workers/speech/encode/wav.ts";

/** A piece, and how much silence there may be between it and the next one; all that there is when absent. */
export interface JoinedPiece extends PcmFile {
  readonly maxPauseSeconds?: number | undefined;
}

export interface JoinOptions {
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const bytesPerSample = 2;

/** One piece after the other, at the highest of their sample rates. The pieces are removed. Errors as `convertPcm`. */
export const joinPcm = async (pieces: readonly JoinedPiece[], options: JoinOptions): Promise<PcmFile> => {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const sampleRate = Math.max(...pieces.map((piece) => piece.sampleRate));
  const path = join(options.directory, `joined-${randomUUID()}.pcm`);
  // Of the silence at a seam that is too long, the part before the next piece goes first.
  let skipped = 0;
  for (const [index, piece] of pieces.entries()) {
    options.signal.throwIfAborted();
    const next = pieces[index + 1];
    const excess = next === undefined ? nothing : await excessSilence(piece, next);
    const equal = await atRate(piece, sampleRate, options.signal);
    await append(path, equal, { fromSeconds: skipped, withoutSeconds: excess.trailing });
    await Promise.all([...new Set([piece.path, equal.path])].map((each) => rm(each)));
    skipped = excess.leading;
  }
  const { size } = await stat(path);
  return { path, sampleRate, durationSeconds: pcmSeconds(size, sampleRate) };
};

const nothing = { leading: 0, trailing: 0 } as const;

const atRate = async (piece: PcmFile, sampleRate: number, signal: AbortSignal): Promise<PcmFile> =>
  piece.sampleRate === sampleRate ? piece : convertPcm(piece, { path: `${piece.path}.converted`, sampleRate, signal });

/** The seconds to leave out at the end of a piece and at the start of the next one. */
const excessSilence = async (piece: JoinedPiece, next: PcmFile): Promise<{ leading: number; trailing: number }> => {
  if (piece.maxPauseSeconds === undefined) return nothing;
  const [before, behind] = await Promise.all([edgeSilence(piece), edgeSilence(next)]);
  const trailing = before.trailing / piece.sampleRate;
  const leading = behind.leading / next.sampleRate;
  const excess = Math.max(0, trailing + leading - piece.maxPauseSeconds);
  return { leading: Math.min(leading, excess), trailing: excess - Math.min(leading, excess) };
};

interface Part {
  readonly fromSeconds: number;
  readonly withoutSeconds: number;
}

const append = async (path: string, pcm: PcmFile, { fromSeconds, withoutSeconds }: Part): Promise<void> => {
  const { size } = await stat(pcm.path);
  const bytesOf = (seconds: number): number => Math.round(seconds * pcm.sampleRate) * bytesPerSample;
  const [start, end] = [bytesOf(fromSeconds), size - bytesOf(withoutSeconds)];
  // The end of a stream of a file is the last byte of it.
  if (end > start) {
    await pipeline(createReadStream(pcm.path, { start, end: end - 1 }), createWriteStream(path, { flags: "a" }));
  }
};
