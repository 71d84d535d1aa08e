import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "#workers/speech/engine.ts";
import type { Align } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/fair-slots.ts";
import type { Owner } from "#workers/speech/fair-queue.ts";
import { startHost } from "#workers/speech/host/start-host.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type ProcessPool } from "#workers/speech/process/process-pool.ts";
import { foundSpeech, type HostModels, type HostRequest, readText } from "./host-requests.ts";
import { type FileReader, readFile } from "./read-file.ts";

/** Paths of the files of the models. */
export interface MoonshineOptions extends HostModels {
  /** Hosts that run side by side; one uses one core and 350 to 500 MB. */
  readonly processes: number;
  /** Finds the words of a piece in its sound. Without it the times of words are a guess. */
  readonly align?: Align;
  /** A folder that is emptied when the worker starts; a private folder is made in it. Default: the system's. */
  readonly directory?: string;
  /** A host that holds more is replaced between two pieces. Default: 900. */
  readonly memoryMb?: number;
  /** True: a host loads its models with the first file instead of now. */
  readonly startsOnUse?: boolean;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

export const moonshineManifest: EngineManifest = {
  name: "moonshine-tiny-en",
  kind: "recognition",
  languages: ["en"],
  tier: "fast",
  detectsLanguage: false,
  memoryMb: 500,
  requires: "The models moonshine-tiny-en and silero-vad.",
};

const program = new URL("./host-program.ts", import.meta.url);
const sampleRate = 16_000;
const usualMemoryMb = 900;
const loadTimeoutMs = 60_000;
/** A host that cannot load its models costs a core half a second each time it tries. */
const longestWaitMs = 300_000;
const baseTimeoutMs = 20_000;
/** About sixty times what it takes on an idle core. */
const perAudioSecondMs = 2000;

type Pool = ProcessPool<unknown, unknown>;

interface Moonshine {
  readonly options: MoonshineOptions;
  readonly directory: string;
  readonly pool: Pool;
  readonly alignments: FairSlots;
  readonly log: (message: string) => void;
}

/**
 * English recognition by Moonshine tiny in child processes, with punctuation, on the stretches where Silero VAD finds speech.
 * What a file gives depends on that file alone; pieces of a file are read side by side, those of several accounts in turn.
 */
export function openMoonshine(options: MoonshineOptions): RecognitionEngine {
  const { model, vad, processes, memoryMb = usualMemoryMb, log = () => undefined } = options;
  const { name } = moonshineManifest;
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), "moonshine-"));
  const pool: Pool = openProcessPool({
    ...{ name: `host of ${name}`, processes, longestWaitMs, log, onAbort: "finish" },
    ...{ startsOnUse: options.startsOnUse ?? false, idleMs: options.idleMs ?? null },
    observe: (event) => options.observe?.(name, event),
    start: () => startHost({ name, program, models: { model, vad }, memoryMb, loadTimeoutMs, log }),
  });
  const moonshine = { options, directory, pool, alignments: openFairSlots(processes), log };
  return {
    manifest: moonshineManifest,
    status: () => pool.status(),
    pids: () => pool.pids(),
    transcribe: (audio, request) => transcribe(moonshine, audio, request),
    close: async () => {
      await pool.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function transcribe(moonshine: Moonshine, audio: PcmFile, options: RecognizeOptions): Promise<Recognition> {
  if (!moonshineManifest.languages.includes(options.language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The engine takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  options.signal.throwIfAborted();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const owner: Owner = { account: options.account ?? randomUUID(), file: audio };
  const own = moonshine.pool.of(owner.account);
  const ask = (request: HostRequest): Promise<unknown> => {
    const timeoutMs = baseTimeoutMs + (perAudioSecondMs * request.samples.length) / sampleRate;
    return own.run(owner.file, { request, timeoutMs, signal });
  };
  const recognition = await readFile(audio, {
    detect: async (samples) => foundSpeech.parse(await ask({ kind: "find speech", samples })),
    read: async (samples) => readText.parse(await ask({ kind: "read", samples })).text,
    align: (samples, words) => alignWords(moonshine, owner, { samples, words, signal }),
    piecesAtOnce: 2 * moonshine.options.processes,
    ...{ stop, signal, onProgress: options.onProgress ?? (() => undefined) },
  });
  return { ...recognition, model: moonshineManifest.name };
}

/** An aligner that fails costs the exact times of the words, not the words. */
async function alignWords(
  { options: { align }, directory, alignments, log }: Moonshine,
  owner: Owner,
  work: { readonly samples: Int16Array; readonly words: readonly string[]; readonly signal: AbortSignal },
): ReturnType<FileReader["align"]> {
  if (align === undefined) return null;
  try {
    return await alignments.run(owner, () => align({ ...work, directory }), work.signal);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log(`The times of words are estimated: ${error.message}`);
    return null;
  }
}
