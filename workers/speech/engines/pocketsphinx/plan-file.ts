import { fileURLToPath } from "node:url";
import { z } from "zod";
import { DomainError } from "#src/errors.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { maxWholeSeconds } from "./find-cuts.ts";
import type { Range } from "./find-speech.ts";
import { type PiecePlan, planPieces } from "./plan-pieces.ts";
import { readSoundLevels } from "./sound-levels.ts";

export interface PlanOptions {
  readonly signal: AbortSignal;
  /** Wall time after which the planning of a long file is ended; by default about fifty times what it takes. */
  readonly timeoutMs?: number;
}

const program = fileURLToPath(new URL("./plan-process.ts", import.meta.url));
const baseMs = 30_000;
const perAudioSecondMs = 50;
/** A pause after every word of ten hours is a megabyte. */
const maxOutputBytes = 16 * 1024 * 1024;

const ranges = z.array(z.tuple([z.int(), z.int()]));
const answer = z.object({ kept: ranges, pieces: ranges });

/**
 * Decides in which pieces a raw 16 kHz s16le mono file is decoded. A file that is cut is planned in a process of its own: it
 * takes seconds of processor time, which belong to nobody's locks and connections, and can be ended at once.
 *
 * @throws DomainError `engine_unavailable` when that process ends before it has answered, `engine_timeout`
 * @throws the signal's reason when it is aborted
 */
export async function planFile(audio: PcmFile, options: PlanOptions): Promise<PiecePlan> {
  if (audio.durationSeconds <= maxWholeSeconds) return planPieces(await readSoundLevels(audio.path), []);
  const { signal, timeoutMs = baseMs + perAudioSecondMs * audio.durationSeconds } = options;
  const run = { signal, timeoutMs, maxOutputBytes, holdsInput: true };
  const { exitCode, stdout } = await runProcess(process.execPath, [program, audio.path], run);
  if (exitCode !== 0) {
    throw new DomainError("engine_unavailable", `The planning of a long file ended with exit code ${exitCode}.`);
  }
  const { kept, pieces } = answer.parse(JSON.parse(stdout.toString()));
  return { kept: framesOf(kept), pieces };
}

function framesOf(stretches: readonly Range[]): Uint32Array {
  const frames = new Uint32Array(stretches.reduce((sum, [from, to]) => sum + to - from, 0));
  let place = 0;
  for (const [from, to] of stretches) for (let frame = from; frame < to; frame += 1) frames[place++] = frame;
  return frames;
}
