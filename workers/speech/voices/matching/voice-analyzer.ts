import type { z } from "zod";
import { startHost } from "#workers/speech/process/start-host.ts";
import { openProcessPool } from "#workers/speech/process/process-pool.ts";
import {
  type AnalysisModels,
  type AnalysisRequest,
  type Description,
  description,
  foundEmbeddings,
  foundOffsets,
  foundPoints,
  type VoiceFeatures,
  voiceFeatures,
} from "./analysis-requests.ts";
import type { EmbeddedPoints, StylePoint } from "./style-space.ts";

export interface VoiceAnalyzerOptions {
  readonly models: AnalysisModels;
  readonly log: (message: string) => void;
  /** The host is ended when it has had nothing to do for so long. */
  readonly idleMs?: number;
}

type Sound = Pick<Extract<AnalysisRequest, { kind: "hear" }>, "samples" | "sampleRate">;

export interface EmbedOptions {
  /** 24 kHz. */
  readonly clips: readonly Int16Array[];
  readonly resampling: number;
  /** The long-term spectrum that each is equalised towards; null for none. */
  readonly levels: readonly number[] | null;
}

export interface FitOptions extends EmbeddedPoints {
  readonly target: Float32Array;
  readonly wanted: readonly { readonly base: number; readonly strength: number }[];
}

/**
 * Analyses and compares voices, and fits styles, in a host.
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export interface VoiceAnalyzer {
  points(
    wanted: { readonly count: number; readonly seed: number },
    signal: AbortSignal,
  ): Promise<readonly StylePoint[]>;
  hear(sound: Sound, signal: AbortSignal): Promise<VoiceFeatures>;
  describe(sound: Sound & { readonly speech: boolean }, signal: AbortSignal): Promise<Description>;
  embed(options: EmbedOptions, signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** @returns what is to be added to each voice */
  fit(options: FitOptions, signal: AbortSignal): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

const program = new URL("./analysis-program.ts", import.meta.url);
const name = "voice analysis";
/** In use it holds about 300 MB. */
const memoryMb = 700;
const loadTimeoutMs = 120_000;
/** A sample of two minutes takes some seconds; other work goes first. */
const timeoutMs = 300_000;
const longestWaitMs = 300_000;
const usualIdleMs = 120_000;

export function openVoiceAnalyzer({ models, log, idleMs = usualIdleMs }: VoiceAnalyzerOptions): VoiceAnalyzer {
  const pool = openProcessPool<unknown, unknown>({
    ...{ name, processes: 1, longestWaitMs, log, onAbort: "kill", startsOnUse: true, idleMs },
    start: () => startHost({ name, program, models, memoryMb, loadTimeoutMs, log }),
  });
  const ask = async <Answer>(request: AnalysisRequest, answer: z.ZodType<Answer>, signal: AbortSignal) =>
    answer.parse(await pool.run({}, { request, timeoutMs, signal }));
  return {
    points: (wanted, signal) => ask({ kind: "points", ...wanted }, foundPoints, signal),
    hear: (sound, signal) => ask({ kind: "hear", ...sound }, voiceFeatures, signal),
    describe: (sound, signal) => ask({ kind: "describe", ...sound }, description, signal),
    embed: ({ clips, ...how }, signal) => ask({ kind: "embed", clips: [...clips], ...how }, foundEmbeddings, signal),
    fit: ({ points, embeddings, wanted, target }, signal) =>
      ask(
        { kind: "fit", points: [...points], embeddings: [...embeddings], target, wanted: [...wanted] },
        foundOffsets,
        signal,
      ),
    close: () => pool.close(),
  };
}
