import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import type {
  DetectedLanguage,
  EngineManifest,
  Owner,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
  UtteranceOptions,
} from "#workers/speech/engine.ts";
import { alignOrNull } from "#workers/speech/alignment/align-or-null.ts";
import type { Align } from "#workers/speech/alignment/align-words.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/process/fair-slots.ts";
import type { EngineProcess, ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type ProcessPool, timeoutAsUnavailable } from "#workers/speech/process/process-pool.ts";
import { findLanguage } from "./find-language.ts";
import { mayBeInvented } from "./hallucinations.ts";
import { foundLanguages, foundSpeech, type HostRequest, readText } from "./host-requests.ts";
import { readDraft, readUtterance, withSilenceAround } from "./read-utterance.ts";
import { supportsLanguage } from "./supports-language.ts";
import { transcribeFile } from "./transcribe-file.ts";
import type { Read, Reading } from "./transcribe-piece.ts";

/** The options that engines in hosts have in common. */
export interface HostOptions {
  /** Hosts that run side by side; one uses one core. */
  readonly processes: number;
  /** Finds English words in their sound, for models that say nothing of times. Without it the times of words are a guess. */
  readonly align?: Align;
  /** A folder that is emptied when the worker starts; a private folder is made in it. Default: the system's. */
  readonly directory?: string;
  /** True: a host loads its models with the first file instead of now. */
  readonly startsOnUse?: boolean;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  /** By how much the hosts yield to other processes: a nice value, 1 to 19. Default: 10. */
  readonly niceness?: number;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

interface HostEngineOptions extends Omit<HostOptions, "directory"> {
  readonly manifest: EngineManifest;
  /** The private folder, which goes with the engine. */
  readonly directory: string;
  readonly start: () => EngineProcess<unknown, unknown>;
  /** Whether the hosts say in which language a sound is. */
  readonly findsLanguages?: boolean;
  /** The most that the model reads at once, in seconds. */
  readonly maxPieceSeconds: number;
  /** Silence that the model is given before and behind an utterance of a stream. Default: none. */
  readonly edgeSilenceSeconds?: number;
  /** The deadline of a request with so many seconds of sound. */
  readonly timeoutMs: (seconds: number) => number;
}

const sampleRate = 16_000;
/** A host that cannot load its models costs a core up to some seconds each time it tries. */
const longestWaitMs = 300_000;

interface HostEngine {
  readonly options: HostEngineOptions;
  readonly pool: ProcessPool<unknown, unknown>;
  readonly alignments: FairSlots;
}

/**
 * Recognition in child processes that answer `hostRequest`: on the stretches where they find speech. What a file gives depends on
 * that file alone; pieces of a file are read side by side, those of several accounts in turn.
 */
export function openHostEngine(options: HostEngineOptions): RecognitionEngine {
  const { manifest, processes, directory, start, log = () => undefined } = options;
  const { name } = manifest;
  const pool: HostEngine["pool"] = openProcessPool({
    ...{ name: `host of ${name}`, processes, longestWaitMs, log, onAbort: "finish", start },
    ...{ startsOnUse: options.startsOnUse ?? false, idleMs: options.idleMs ?? null },
    observe: (event) => options.observe?.(name, event),
  });
  const engine = { options, pool, alignments: openFairSlots(processes) };
  return {
    manifest,
    status: () => pool.status(),
    pids: () => pool.pids(),
    transcribe: (audio, request) => transcribe(engine, audio, request),
    readUtterance: (samples, request) => readSamples(engine, samples, request),
    ...(options.findsLanguages === true && {
      findLanguage: (audio, request) => languageOfFile(engine, audio, request),
      findSpokenLanguages: async (samples, { owner, signal }) => {
        const ask = asker(engine, owner, signal);
        return foundLanguages.parse(await ask({ kind: "find languages", samples })).languages;
      },
    }),
    close: async () => {
      await pool.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Asks the hosts about a file, in the fair queue of its account. */
function asker({ options, pool }: HostEngine, { account, file }: Owner, signal: AbortSignal) {
  const own = pool.of(account);
  return (request: HostRequest): Promise<unknown> => {
    const work = { request, timeoutMs: options.timeoutMs(request.samples.length / sampleRate), signal };
    return own.run(file, work).catch(timeoutAsUnavailable);
  };
}

function languageOfFile(
  engine: HostEngine,
  audio: PcmFile,
  { account = randomUUID(), signal }: Pick<RecognizeOptions, "account" | "signal">,
): Promise<DetectedLanguage | null> {
  const ask = asker(engine, { account, file: audio }, signal);
  return findLanguage(audio.path, {
    detect: async (samples) => foundSpeech.parse(await ask({ kind: "find speech", samples })),
    findLanguages: async (samples) => foundLanguages.parse(await ask({ kind: "find languages", samples })).languages,
    maxPieceSamples: engine.options.maxPieceSeconds * sampleRate,
  });
}

async function transcribe(engine: HostEngine, audio: PcmFile, options: RecognizeOptions): Promise<Recognition> {
  const { manifest, processes, align, directory, maxPieceSeconds, log = () => undefined } = engine.options;
  const { language, task = "transcribe" } = options;
  if (!supportsLanguage(manifest, language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The engine takes ${sampleRate} Hz, not ${audio.sampleRate}.`);
  options.signal.throwIfAborted();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const owner = { account: options.account ?? randomUUID(), file: audio };
  const ask = asker(engine, owner, signal);
  const alignment = { align, directory, slots: engine.alignments, owner, log };
  const { language: found, ...recognition } = await transcribeFile(audio, {
    detect: async (samples) => foundSpeech.parse(await ask({ kind: "find speech", samples })),
    read: async (samples) => readText.parse(await ask({ kind: "read", samples, language, task })),
    align: async (reading, words) =>
      task === "transcribe" && isEnglish(reading, language)
        ? alignOrNull(alignment, { samples: reading.samples, words, signal })
        : null,
    noticesOtherLanguages: noticesOtherLanguages(engine),
    maxPieceSamples: maxPieceSeconds * sampleRate,
    piecesAtOnce: 2 * processes,
    ...{ stop, signal, onProgress: options.onProgress ?? (() => undefined) },
  });
  const isFound = language === "auto" && found !== undefined;
  return { ...recognition, model: manifest.name, ...(isFound && { language: found }) };
}

async function readSamples(engine: HostEngine, samples: Int16Array, options: UtteranceOptions): Promise<Recognition> {
  const { manifest, align, directory, log = () => undefined } = engine.options;
  const { language, owner, signal, speech, effort = "final" } = options;
  if (!supportsLanguage(manifest, language)) throw new DomainError("language_unsupported");
  const ask = asker(engine, owner, signal);
  const read: Read = withSilenceAround(engine.options.edgeSilenceSeconds ?? 0, async (part) =>
    readText.parse(await ask({ kind: "read", samples: part, language, task: "transcribe" })),
  );
  if (effort === "draft") return { ...(await readDraft({ samples, speech }, read)), model: manifest.name };
  const alignment = { align, directory, slots: engine.alignments, owner, log };
  const whole = await readUtterance(
    { samples, speech },
    {
      read,
      align: async (reading, words) =>
        (effort === "aligned" || mayBeInvented(reading.text)) && isEnglish(reading, language)
          ? alignOrNull(alignment, { samples: reading.samples, words, signal })
          : null,
      noticesOtherLanguages: noticesOtherLanguages(engine),
    },
  );
  return { ...whole, model: manifest.name };
}

/** An English model makes English words of other languages; the alignment shows it. */
const noticesOtherLanguages = ({ options: { align, manifest } }: HostEngine): boolean =>
  align !== undefined && !manifest.detectsLanguage && manifest.languages.join() === "en";

const isEnglish = (reading: Reading, asked: string): boolean => (asked === "auto" ? reading.language : asked) === "en";
