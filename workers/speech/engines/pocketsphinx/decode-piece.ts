import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RecognizedWord } from "#workers/speech/engine.ts";
import { grantFiles } from "#workers/speech/process/confinement.ts";
import type { ProcessPool } from "#workers/speech/process/process-pool.ts";
import type { Decoding } from "./parse-output.ts";
import { wordTimes } from "./word-times.ts";
import { frameBytes, framesPerSecond } from "#workers/speech/audio/sound-levels.ts";
import { writePiece } from "./write-piece.ts";

/** A decoder is killed this long after it began: a base, which covers the loading of its models, and a share of the audio. */
export interface Deadline {
  readonly baseMs: number;
  readonly perAudioSecondMs: number;
}

export interface PieceDecoder {
  readonly pool: ProcessPool<string, Decoding>;
  readonly deadline: Deadline;
  /** The folder the decoders read from. */
  readonly directory: string;
  /** Pieces of one file that are under way at a time. */
  readonly concurrency: number;
}

export interface Piece {
  /** Path of the raw PCM file. */
  readonly source: string;
  /** The frames of the piece, ascending. */
  readonly frames: Uint32Array;
  /** The file, for the fair queue. */
  readonly owner: object;
  /** Whether the piece is the whole file. */
  readonly isWhole: boolean;
}

/** Where words begin with the sound, the decoder misses the first one. */
const leadFrames = 20;

/** Words with a lower mean confidence are doubtful. */
const leastConfidence = 0.6;

/**
 * The words of a piece, at their times in the file. A piece of a file that was cut gets some silence before it. When
 * what was heard in it is doubtful, it is read once more, half a frame later, and the reading that fits the sound better
 * counts: on a bad line the result varies by chance.
 */
export async function decodePiece(
  decoder: PieceDecoder,
  piece: Piece,
  signal: AbortSignal,
): Promise<readonly RecognizedWord[]> {
  const { frames } = piece;
  if (piece.isWhole) return wordTimes((await decode(decoder, piece, { leadBytes: 0, signal })).words, frames);
  const leadBytes = leadFrames * frameBytes;
  let reading = await decode(decoder, piece, { leadBytes, signal });
  if (isDoubtful(reading)) {
    const later = await decode(decoder, piece, { leadBytes: leadBytes + frameBytes / 2, signal });
    if (later.score > reading.score) reading = later;
  }
  const words = reading.words.map(({ fromFrame, toFrame, ...word }) => ({
    ...word,
    fromFrame: Math.max(0, fromFrame - leadFrames),
    toFrame: Math.max(1, toFrame - leadFrames),
  }));
  return wordTimes(words, frames);
}

const isDoubtful = ({ words }: Decoding): boolean =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) < leastConfidence * words.length;

async function decode(
  { pool, deadline, directory }: PieceDecoder,
  { source, frames, owner }: Piece,
  { leadBytes, signal }: { readonly leadBytes: number; readonly signal: AbortSignal },
): Promise<Decoding> {
  signal.throwIfAborted();
  const name = randomUUID();
  const path = join(directory, `${name}.raw`);
  try {
    await writePiece(source, path, { frames, leadBytes });
    await grantFiles({ directory, reads: [path] });
    const timeoutMs = deadline.baseMs + (deadline.perAudioSecondMs * frames.length) / framesPerSecond;
    return await pool.run(owner, { request: name, timeoutMs, signal });
  } finally {
    await rm(path, { force: true });
  }
}
