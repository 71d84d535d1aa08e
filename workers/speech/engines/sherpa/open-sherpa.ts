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
import type { Reading } from "./read-piece.ts";
import { withRemedy } from "./remedy.ts";

/** The model, and the paths of its files and of Silero VAD's. */
export interface SherpaOptions extends Pick<HostModels, "loader" | "files" | "vad"> {
  /** Of the model. */
  readonly manifest: EngineManifest;
  /** Hosts that run side by side; one uses one core. */
  readonly processes: number;
  /** Finds English words in their sound, for models that say nothing of times. Without it the times of words are a guess. */
  readonly align?: Align;
  /** A folder that is emptied when the worker starts; a private folder is made in it. Default: the system's. */
  readonly directory?: string;
  /** A host that holds more is replaced between two pieces. Default: 1.8 times what one in use holds. */
  readonly memoryMb?: number;
  /** True: a host loads its models with the first file instead of now. */
  readonly startsOnUse?: boolean;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

const program = new URL("./host-program.ts", import.meta.url);
const sampleRate = 16_000;
/** Of what one in use holds. */
const memoryFactor = 1.8;
const baseLoadMs = 60_000;
/** A slow disk reads 20 MB in a second. */
const perMegabyteLoadMs = 50;
/** A host that cannot load its models costs a core half a second each time it tries. */
const longestWaitMs = 300_000;
const baseTimeoutMs = 20_000;
/** For Moonshine, about sixty times what it takes on an idle core. */
const perAudioSecondMs = { fast: 2000, accurate: 10_000, fallback: 10_000 } as const;
/** The words of the test clip that must be found. Moonshine finds all five; others may be excused one or two. */
const testWords = { moonshine: 5, others: 3 } as const;

type Pool = ProcessPool<unknown, unknown>;

interface Sherpa {
  readonly options: SherpaOptions;
  readonly directory: string;
  readonly pool: Pool;
  readonly alignments: FairSlots;
  readonly log: (message: string) => void;
}

/**
 * Recognition by a model that sherpa-onnx loads, in child processes, on the stretches where Silero VAD finds speech. What a file
 * gives depends on that file alone; pieces of a file are read side by side, those of several accounts in turn.
 */
export function openSherpa(options: SherpaOptions): RecognitionEngine {
  const { manifest, processes, log = () => undefined } = options;
  const { name } = manifest;
  const { memoryMb = Math.round(memoryFactor * manifest.memoryMb) } = options;
  const loadTimeoutMs = baseLoadMs + perMegabyteLoadMs * manifest.memoryMb;
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), "sherpa-"));
  const command = { name, program, models: modelsOf(options), memoryMb, loadTimeoutMs, log };
  const pool: Pool = openProcessPool({
    ...{ name: `host of ${name}`, processes, longestWaitMs, log, onAbort: "finish" },
    ...{ startsOnUse: options.startsOnUse ?? false, idleMs: options.idleMs ?? null },
    observe: (event) => options.observe?.(name, event),
    start: () => withRemedy(startHost(command), name),
  });
  const engine = { options, directory, pool, alignments: openFairSlots(processes), log };
  return {
    manifest,
    status: () => pool.status(),
    pids: () => pool.pids(),
    transcribe: (audio, request) => transcribe(engine, audio, request),
    close: async () => {
      await pool.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * A host that takes too long says more about the machine than about the sound: another engine, or another attempt, may do
 * better, while `engine_timeout` would end the job.
 */
export function anotherMayDoBetter(error: unknown): never {
  throw error instanceof DomainError && error.code === "engine_timeout" ? new DomainError("engine_unavailable") : error;
}

/** The clip is English: of a model for other languages nothing is known but that it makes something of it. */
function modelsOf({ manifest: { name, languages }, loader, files, vad }: SherpaOptions): HostModels {
  const isEnglish = languages.includes("en");
  const words = loader === "moonshine" ? testWords.moonshine : testWords.others;
  const test = { language: isEnglish ? "en" : (languages[0] ?? "auto"), words: isEnglish ? words : 0 };
  return { name, loader, files, vad, test };
}

async function transcribe(engine: Sherpa, audio: PcmFile, options: RecognizeOptions): Promise<Recognition> {
  const { manifest, processes } = engine.options;
  const { language } = options;
  const isTaken = manifest.languages.includes(language) || (language === "auto" && manifest.detectsLanguage);
  if (!isTaken) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The engine takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  options.signal.throwIfAborted();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const owner: Owner = { account: options.account ?? randomUUID(), file: audio };
  const own = engine.pool.of(owner.account);
  const ask = (request: HostRequest): Promise<unknown> => {
    const timeoutMs = baseTimeoutMs + (perAudioSecondMs[manifest.tier] * request.samples.length) / sampleRate;
    return own.run(owner.file, { request, timeoutMs, signal }).catch(anotherMayDoBetter);
  };
  const { language: found, ...recognition } = await readFile(audio, {
    detect: async (samples) => foundSpeech.parse(await ask({ kind: "find speech", samples })),
    read: async (samples) => readText.parse(await ask({ kind: "read", samples, language })),
    align: async (reading, words) =>
      isEnglish(reading, language) ? alignWords(engine, owner, { samples: reading.samples, words, signal }) : null,
    piecesAtOnce: 2 * processes,
    ...{ stop, signal, onProgress: options.onProgress ?? (() => undefined) },
  });
  const isFound = language === "auto" && found !== undefined;
  return { ...recognition, model: manifest.name, ...(isFound && { language: found }) };
}

const isEnglish = (reading: Reading, asked: string): boolean => (asked === "auto" ? reading.language : asked) === "en";

/** An aligner that fails costs the exact times of the words, not the words. */
async function alignWords(
  { options: { align }, directory, alignments, log }: Sherpa,
  owner: Owner,
  work: { readonly samples: Int16Array; readonly words: readonly string[]; readonly signal: AbortSignal },
): ReturnType<FileReader["align"]> {
  if (align === undefined) return null;
  try {
    return await alignments.run(owner, () => align({ ...work, directory }), work.signal);
  } catch (error) {
    work.signal.throwIfAborted();
    log(`The times of words are estimated: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
