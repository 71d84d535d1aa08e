import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PcmFile } from "#workers/speech/engine.ts";
import { type LevelPlan, planLevels } from "./level-plan.ts";
import { frameSeconds } from "./loudness.ts";
import { measureLevels } from "./measure-level.ts";
import { joinedSamples, readSamples, type SampleRange, writeSamples } from "./pcm-samples.ts";
import { resampled } from "./resample.ts";
import { speechEdges } from "./speech-edges.ts";

/** A piece of speech. */
export interface JoinedPiece extends PcmFile {
  /** The silence between it and the next one; none when absent. */
  readonly pauseSeconds?: number | undefined;
  /** Pieces with the same name get the same gain; all that have none are by one. */
  readonly speaker?: string | undefined;
}

export interface JoinOptions {
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The position of a piece in the joined audio. */
export interface PiecePosition {
  /** The second of the whole at which it begins. */
  readonly start: number;
  /** The seconds of the piece that are kept. */
  readonly keptFrom: number;
  readonly keptTo: number;
}

export interface JoinedPcm extends PcmFile {
  /** In the order of the pieces. */
  readonly positions: readonly PiecePosition[];
}

/** Hz, of everything that is spoken. */
export const speechRate = 24_000;

const samplesOfFrame = speechRate * frameSeconds;
/** The silence after the last piece, so that no player cuts its end off. */
export const tailSeconds = 0.1;
/** The result is never an empty file: silence has this length. */
export const shortestSeconds = 0.2;

/** A piece as it is heard. */
export interface CutPiece extends JoinedPiece {
  /** Without the silence at its edges. */
  readonly range: SampleRange;
  /** The silence behind it. */
  readonly silenceSeconds: number;
}

const cutPieces = async (pieces: readonly JoinedPiece[], signal: AbortSignal): Promise<readonly CutPiece[]> => {
  const cut: CutPiece[] = [];
  for (const [index, piece] of pieces.entries()) {
    signal.throwIfAborted();
    const isLast = index === pieces.length - 1;
    cut.push({
      ...piece,
      range: await speechEdges(piece),
      silenceSeconds: isLast ? tailSeconds : (piece.pauseSeconds ?? 0),
    });
  }
  return cut.every(isSilence) ? cut.map((piece) => ({ ...piece, silenceSeconds: shortestSeconds })) : cut;
};

/** True without any speech. */
export const isSilence = ({ range }: CutPiece): boolean => range.to === range.from;

/** The position of a piece that begins at this second of the whole. */
export const positionAt = (start: number, { range, sampleRate }: CutPiece): PiecePosition => ({
  start,
  keptFrom: range.from / sampleRate,
  keptTo: range.to / sampleRate,
});

/** Whole frames, the last one filled up with silence. */
async function* inFrames(chunks: AsyncIterable<Float32Array>, silenceSeconds: number) {
  let rest: Float32Array = new Float32Array(0);
  for await (const chunk of chunks) {
    const all = joinedSamples(rest, chunk);
    const whole = all.length - (all.length % samplesOfFrame);
    yield all.subarray(0, whole);
    rest = all.subarray(whole);
  }
  const frames = Math.ceil((rest.length + silenceSeconds * speechRate) / samplesOfFrame);
  yield joinedSamples(rest, new Float32Array(frames * samplesOfFrame - rest.length));
}

/** Its sound at 24 kHz, in whole frames. */
export const soundOf = (piece: CutPiece): AsyncGenerator<Float32Array> =>
  inFrames(
    resampled(readSamples(piece, piece.range), { from: piece.sampleRate, to: speechRate }),
    piece.silenceSeconds,
  );

interface Plan extends LevelPlan {
  /** The first frame of each piece. */
  readonly starts: readonly number[];
}

const planFor = async (pieces: readonly CutPiece[], signal: AbortSignal): Promise<Plan> => {
  const names = [...new Set(pieces.map(({ speaker }) => speaker))];
  const levels: { energies: number[]; peaks: number[]; speakers: number[] } = { energies: [], peaks: [], speakers: [] };
  const starts: number[] = [];
  for (const piece of pieces) {
    signal.throwIfAborted();
    starts.push(levels.energies.length);
    const { energies, peaks } = await measureLevels(soundOf(piece), speechRate);
    for (const [frame, energy] of energies.entries()) {
      levels.energies.push(energy);
      levels.peaks.push(peaks[frame] ?? 0);
      levels.speakers.push(names.indexOf(piece.speaker));
    }
  }
  return { ...planLevels(levels, levels.speakers), starts };
};

/** Whole frames, each sample with its gain; `frame` is the first of them. */
const withGain = (samples: Float32Array, { gains, limits }: LevelPlan, frame: number): Float32Array => {
  const loud = new Float32Array(samples.length);
  for (let start = 0, at = frame; start < samples.length; start += samplesOfFrame, at += 1) {
    const gain = gains[at] ?? 1;
    const first = gain * (limits[at] ?? 1);
    const step = (gain * (limits[at + 1] ?? 1) - first) / samplesOfFrame;
    for (let index = 0; index < samplesOfFrame; index += 1) {
      loud[start + index] = (samples[start + index] ?? 0) * (first + index * step);
    }
  }
  return loud;
};

/** The sound of pieces as loud as planned. */
export async function* levelled(pieces: readonly CutPiece[], plan: LevelPlan, signal: AbortSignal) {
  let frame = 0;
  for (const piece of pieces) {
    for await (const chunk of soundOf(piece)) {
      signal.throwIfAborted();
      yield withGain(chunk, plan, frame);
      frame += chunk.length / samplesOfFrame;
    }
  }
}

/**
 * One piece after the other at 24 kHz, with pauses of the length asked for, as loud as all speech of the service: −18 LUFS,
 * without true peaks above −1 dB. The pieces are removed. All sound goes through memory in small parts.
 */
export const joinPcm = async (
  pieces: readonly JoinedPiece[],
  { directory, signal }: JoinOptions,
): Promise<JoinedPcm> => {
  const path = join(directory, `joined-${randomUUID()}.pcm`);
  const cut = await cutPieces(pieces, signal);
  const plan = await planFor(cut, signal);
  const samples = await writeSamples(path, levelled(cut, plan, signal));
  await Promise.all(pieces.map((piece) => rm(piece.path)));
  const positions = cut.map((piece, index) => positionAt((plan.starts[index] ?? 0) * frameSeconds, piece));
  return { path, sampleRate: speechRate, durationSeconds: samples / speechRate, positions };
};
