import { z } from "zod";
import type { PcmFile } from "#workers/speech/engine.ts";
import { runThread } from "#workers/speech/process/run-thread.ts";
import { maxWholeSeconds } from "./find-cuts.ts";
import type { Range } from "./energy-vad.ts";
import { type PiecePlan, planPieces } from "./plan-pieces.ts";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";

export interface PlanOptions {
  readonly signal: AbortSignal;
  /** Wall time after which the planning of a long file is ended; by default about fifty times what it takes. */
  readonly timeoutMs?: number;
}

const program = new URL("./plan-thread.ts", import.meta.url);
const baseMs = 30_000;
const perAudioSecondMs = 50;

const ranges = z.array(z.tuple([z.int(), z.int()]));
const answer = z.object({ kept: ranges, pieces: ranges });

/**
 * Decides in which pieces a raw 16 kHz s16le mono file is decoded. A file that is cut is planned in a thread of its own: it
 * takes seconds of processor time, which would block locks and connections here, and can be ended at once.
 *
 * @throws DomainError `engine_unavailable` when that thread ends before it has answered, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export async function planFile(audio: PcmFile, options: PlanOptions): Promise<PiecePlan> {
  if (audio.durationSeconds <= maxWholeSeconds) return planPieces(await readSoundLevels(audio.path), []);
  const { signal, timeoutMs = baseMs + perAudioSecondMs * audio.durationSeconds } = options;
  const { kept, pieces } = answer.parse(await runThread(program, audio.path, { signal, timeoutMs }));
  return { kept: framesOf(kept), pieces };
}

function framesOf(stretches: readonly Range[]): Uint32Array {
  const frames = new Uint32Array(stretches.reduce((sum, [from, to]) => sum + to - from, 0));
  let next = 0;
  for (const [from, to] of stretches) for (let frame = from; frame < to; frame += 1) frames[next++] = frame;
  return frames;
}
