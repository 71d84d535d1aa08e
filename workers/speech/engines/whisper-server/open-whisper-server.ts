import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
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
import { foundSpeech, type HostRequest, readText } from "#workers/speech/engines/sherpa/host-requests.ts";
import { anotherMayDoBetter } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import { readFile } from "#workers/speech/engines/sherpa/read-file.ts";
import type { Align } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import { alignOrNull } from "#workers/speech/engines/remote/align-answer.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/fair-slots.ts";
import { startHost } from "#workers/speech/host/start-host.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type ProcessPool } from "#workers/speech/process/process-pool.ts";
import { servedName, type WhisperModels } from "./host-models.ts";

export interface WhisperServerOptions {
  /** The interpreter that has faster-whisper-server. */
  readonly python: string;
  /** The folder of the model, as CTranslate2 reads it. */
  readonly model: string;
  /** The file of Silero VAD. */
  readonly vad: string;
  /** Servers that run side by side, each on one core. */
  readonly processes: number;
  /** Finds the words of a piece in its sound. Without it the times of words are a guess. */
  readonly align?: Align;
  /** A folder that is emptied when the worker starts; a private folder is made in it. Default: the system's. */
  readonly directory?: string;
  /** A host that, with its server, holds more is replaced between two pieces. Default: 900. */
  readonly memoryMb?: number;
  /** A host that has not passed its self-test by then is killed. Default: two minutes, since Python reads a lot of code first. */
  readonly loadTimeoutMs?: number;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

export const whisperServerManifest: EngineManifest = {
  name: "whisper-tiny.en",
  kind: "recognition",
  languages: ["en"],
  tier: "accurate",
  detectsLanguage: false,
  memoryMb: 500,
  requires: "The models whisper-tiny.en, with its program, and silero-vad.",
};

const program = new URL("./host-program.ts", import.meta.url);
const sampleRate = 16_000;
const usualMemoryMb = 900;
const usualLoadTimeoutMs = 120_000;
/** A host that cannot load its model costs a core some seconds each time it tries. */
const longestWaitMs = 300_000;
const baseTimeoutMs = 30_000;
/** About thirty times what it takes on an idle core. */
const perAudioSecondMs = 4000;

interface WhisperServer {
  readonly options: WhisperServerOptions;
  readonly directory: string;
  readonly pool: ProcessPool<unknown, unknown>;
  readonly alignments: FairSlots;
  readonly log: (message: string) => void;
}

/**
 * English recognition by Whisper tiny.en in faster-whisper-server, in processes of this worker, on the stretches where Silero
 * VAD finds speech: Whisper makes words of sounds without any. Otherwise as Moonshine.
 */
export function openWhisperServer(options: WhisperServerOptions): RecognitionEngine {
  const { python, vad, processes, log = () => undefined } = options;
  const { memoryMb = usualMemoryMb, loadTimeoutMs = usualLoadTimeoutMs } = options;
  const { name } = whisperServerManifest;
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), "whisper-"));
  const configuration = join(directory, "server.yaml");
  writeFileSync(configuration, configurationOf(options));
  const models: WhisperModels = { python, configuration, vad, directory };
  const pool: WhisperServer["pool"] = openProcessPool({
    ...{ name: `host of ${name}`, processes, longestWaitMs, log, onAbort: "finish" },
    idleMs: options.idleMs ?? null,
    observe: (event) => options.observe?.(name, event),
    start: () => startHost({ name, program, models, memoryMb, loadTimeoutMs, log }),
  });
  const engine = { options, directory, pool, alignments: openFairSlots(processes), log };
  return {
    manifest: whisperServerManifest,
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
 * JSON, which YAML contains. With its own defaults the server takes four times the processor time. At temperature 0 a file
 * gives the same words every time; what loops is cut and read anew.
 */
const configurationOf = ({ model }: WhisperServerOptions): string =>
  JSON.stringify({
    models: [
      {
        ...{ name: servedName, path: model },
        model_options: { device: "cpu", compute_type: "int8", cpu_threads: 1 },
        transcribe_options: { temperature: 0 },
      },
    ],
  });

async function transcribe(engine: WhisperServer, audio: PcmFile, options: RecognizeOptions): Promise<Recognition> {
  if (!whisperServerManifest.languages.includes(options.language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The engine takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  options.signal.throwIfAborted();
  const { align, processes } = engine.options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const owner = { account: options.account ?? randomUUID(), file: audio };
  const own = engine.pool.of(owner.account);
  const ask = (request: HostRequest): Promise<unknown> => {
    const timeoutMs = baseTimeoutMs + (perAudioSecondMs * request.samples.length) / sampleRate;
    return own.run(owner.file, { request, timeoutMs, signal }).catch(anotherMayDoBetter);
  };
  const alignment = { align, directory: engine.directory, slots: engine.alignments, owner, log: engine.log };
  const recognition = await readFile(audio, {
    detect: async (samples) => foundSpeech.parse(await ask({ kind: "find speech", samples })),
    read: async (samples) => readText.parse(await ask({ kind: "read", samples, language: options.language })),
    align: ({ samples }, words) => alignOrNull(alignment, { samples, words, signal }),
    piecesAtOnce: 2 * processes,
    ...{ stop, signal, onProgress: options.onProgress ?? (() => undefined) },
  });
  return { ...recognition, model: whisperServerManifest.name };
}
