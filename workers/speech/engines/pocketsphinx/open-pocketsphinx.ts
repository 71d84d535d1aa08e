import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizedWord,
  RecognizeOptions,
} from "#workers/speech/engine.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool } from "#workers/speech/process/process-pool.ts";
import { decodePieces } from "./decode-pieces.ts";
import { type DecoderCommand, startDecoder } from "./decoder-process.ts";
import { joinSegments } from "#workers/speech/alignment/join-segments.ts";
import { planFile } from "./plan-file.ts";
import type { Deadline, PieceDecoder } from "./decode-piece.ts";

export interface PocketsphinxOptions {
  /** Decoders that run side by side; one uses one core and about 100 MB. */
  readonly processes: number;
  /** Holds `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`; default: where Debian puts them. */
  readonly modelDirectory?: string;
  /** Name or path of `pocketsphinx_batch`. */
  readonly binary?: string;
  /** A folder that is emptied when the worker starts; a private folder is made in it. Default: the system's. */
  readonly directory?: string;
  readonly deadline?: Deadline;
  /** Decoders without work for so long are ended until there is some. Default: they stay. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

export const pocketsphinxManifest: EngineManifest = {
  name: "pocketsphinx",
  kind: "recognition",
  languages: ["en"],
  tier: "fallback",
  detectsLanguage: false,
  memoryMb: 100,
  requires: "The packages pocketsphinx and pocketsphinx-en-us.",
};

const sampleRate = 16_000;
const defaultBinary = "pocketsphinx_batch";
export const defaultModelDirectory = "/usr/share/pocketsphinx/model/en-us";
const defaultDeadline: Deadline = { baseMs: 20_000, perAudioSecondMs: 5000 };
const searchPath = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];

/**
 * English recognition with CMU PocketSphinx and its US English model. The decoders start in the background and stay warm.
 * What a file gives depends on that file alone; long files are decoded in pieces, those of several accounts in turn.
 */
export function openPocketsphinx(options: PocketsphinxOptions): RecognitionEngine {
  const { binary = defaultBinary, modelDirectory = defaultModelDirectory } = options;
  const find = () => ({ binary: findBinary(binary), modelDirectory: findModels(modelDirectory) });
  const open = (): PieceDecoder => openDecoder(find(), options);
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let decoder: PieceDecoder | undefined;
  try {
    decoder = open();
  } catch (error) {
    // The worker starts without its engine; every request says what is missing, until it is there.
    options.log?.(error instanceof Error ? error.message : String(error));
  }
  return {
    manifest: pocketsphinxManifest,
    status: () => decoder?.pool.status() ?? statusOf(find),
    pids: () => decoder?.pool.pids() ?? [],
    transcribe: async (audio, request) => {
      if (isClosed) throw new DomainError("engine_unavailable");
      const transcription = transcribe(() => (decoder ??= open()), audio, request);
      running.add(transcription);
      return transcription.finally(() => running.delete(transcription));
    },
    close: async () => {
      isClosed = true;
      await decoder?.pool.close();
      // Until then, pieces are written to the folder.
      await Promise.allSettled(running);
      if (decoder !== undefined) await rm(decoder.directory, { recursive: true, force: true });
    },
  };
}

function openDecoder(
  command: Omit<DecoderCommand, "directory">,
  { processes, directory: parent = tmpdir(), deadline = defaultDeadline, ...options }: PocketsphinxOptions,
): PieceDecoder {
  const directory = mkdtempSync(join(parent, "pocketsphinx-"));
  const pool = openProcessPool({
    name: "speech decoder",
    processes,
    onAbort: "kill",
    idleMs: options.idleMs ?? null,
    observe: (event) => options.observe?.(pocketsphinxManifest.name, event),
    start: () => startDecoder({ ...command, directory }),
    log: options.log ?? (() => undefined),
  });
  return { pool, deadline, directory, concurrency: processes };
}

/** Of the engine while it is not open. */
export const pocketsphinxStatus = (): EngineStatus =>
  statusOf(() => [findBinary(defaultBinary), findModels(defaultModelDirectory)]);

function statusOf(find: () => unknown): EngineStatus {
  try {
    find();
    return { state: "idle" };
  } catch (error) {
    return { state: "unavailable", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function transcribe(
  decoder: () => PieceDecoder,
  audio: PcmFile,
  options: RecognizeOptions,
): Promise<Recognition> {
  if (!pocketsphinxManifest.languages.includes(options.language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The decoder takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  options.signal.throwIfAborted();
  const plan = await planFile(audio, options);
  if (plan.pieces.length === 0) {
    options.onProgress?.(100);
    return recognitionOf([]);
  }
  const { pool, ...rest } = decoder();
  const own = { ...rest, pool: pool.of(options.account ?? randomUUID()) };
  const words = await decodePieces(own, { audio, plan }, options);
  return recognitionOf(words);
}

const recognitionOf = (words: readonly RecognizedWord[]): Recognition => ({
  text: words.map(({ word }) => word).join(" "),
  segments: joinSegments(words),
  words,
  model: pocketsphinxManifest.name,
  confidenceSource: "model",
});

const missing = (what: string): DomainError =>
  new DomainError(
    "engine_unavailable",
    `${what} is missing. Install it with: apt-get install -y pocketsphinx pocketsphinx-en-us`,
  );

/** The path of the program; a name with a slash is one already. */
function findBinary(binary: string): string {
  const candidates = binary.includes("/") ? [binary] : searchPath.map((folder) => join(folder, binary));
  const found = candidates.find(isExecutable);
  if (found === undefined) throw missing(binary);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findModels(directory: string): string {
  const parts = ["en-us", "en-us.lm.bin", "cmudict-en-us.dict"];
  const absent = parts.find((part) => !existsSync(join(directory, part)));
  if (absent !== undefined) throw missing(`The speech model ${join(directory, absent)}`);
  return directory;
}
