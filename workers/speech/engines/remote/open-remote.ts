import { randomUUID } from "node:crypto";
import { mkdtempSync, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "#workers/speech/engine.ts";
import { openPcmSource, type PcmSource } from "#workers/speech/engines/moonshine/pcm-source.ts";
import type { Align } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/fair-slots.ts";
import { alignAnswer, type Alignment } from "./align-answer.ts";
import { type AskServer, type CallDeadline, type Sound, serverAsker } from "./ask-server.ts";
import { type CircuitBreaker, openCircuitBreaker } from "./circuit-breaker.ts";
import { placeAnswer, type PlacedAnswer, type Stretch } from "./place-answer.ts";
import { planStretches } from "./plan-stretches.ts";
import { readAnswer } from "./read-answer.ts";
import { openConnection, type ServerAddress } from "./send-request.ts";
import { ServerError } from "./server-error.ts";
import { watchHealth } from "./watch-health.ts";

export interface RemoteTimeouts extends CallDeadline {
  readonly connectMs: number;
  /** For how long nothing is tried after several failures in a row. */
  readonly openMs: number;
  /** How often the server is asked whether it is well. */
  readonly healthMs: number;
}

/** What callers see of the model. */
export type RemoteModel = Pick<EngineManifest, "name" | "languages" | "tier" | "detectsLanguage">;

export interface RemoteOptions extends ServerAddress, RemoteModel {
  /** As the server calls it. */
  readonly model: string;
  /** Calls that the server works on at once. */
  readonly concurrency: number;
  readonly timeouts?: Partial<RemoteTimeouts>;
  readonly maxAnswerBytes?: number;
  /** Longer files are sent in stretches. */
  readonly maxStretchSeconds?: number;
  /** Finds English words in their sound where the server gives none. */
  readonly aligner?: RemoteAligner;
  readonly log: (message: string) => void;
}

export interface RemoteAligner {
  readonly align: Align;
  /** A private folder is made in it. */
  readonly directory: string;
  /** Alignments at once, each on one core. */
  readonly processes: number;
}

/** Recognition by a server, and whether that server works. */
export interface RemoteRecognition extends RecognitionEngine {
  state(): "unknown" | "ready" | "unreachable";
}

/** Half as fast as one speaks is slow; the base is for a server that has to load its model first. */
const defaultTimeouts: RemoteTimeouts = {
  ...{ connectMs: 5000, baseMs: 60_000, perAudioSecondMs: 2000 },
  ...{ openMs: 15_000, healthMs: 60_000 },
};
/** Ten minutes are the most that vLLM takes by default, and 25 MB the most that OpenAI does, which is 13 minutes. */
const defaultStretchSeconds = 9 * 60;
const defaultAnswerBytes = 8 * 1024 * 1024;
const healthTimeoutMs = 5000;
const failuresUntilOpen = 3;
const sampleRate = 16_000;
const bytesPerSample = 2;
/** What is shorter holds no word, and OpenAI refuses it. */
const shortestSeconds = 0.1;

interface Server {
  readonly options: RemoteOptions;
  readonly slots: FairSlots;
  readonly breaker: CircuitBreaker;
  readonly ask: AskServer;
  readonly aligner: Pick<Alignment, "align" | "directory" | "slots"> | null;
}

/**
 * Recognition by an OpenAI-compatible server (`POST /v1/audio/transcriptions`). Accounts take turns at its slots. A server that
 * fails several times in a row is left alone for a while.
 */
export function openRemoteRecognition(options: RemoteOptions): RemoteRecognition {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { maxAnswerBytes = defaultAnswerBytes } = options;
  const connection = openConnection(options, { connectMs: timeouts.connectMs, maxAnswerBytes });
  const health = healthOf(options);
  const slots = openFairSlots(options.concurrency);
  const aligner = options.aligner === undefined ? null : openAlignments(options.aligner);
  const breaker = openCircuitBreaker({
    failures: failuresUntilOpen,
    openMs: timeouts.openMs,
    isOutage: (error) => (error instanceof ServerError ? error.fault !== "rejected" : null),
    onChange: (isOpen) =>
      options.log(isOpen ? "The speech server is left alone for a while." : "The speech server works again."),
  });
  let underWay = 0;
  const askServer = serverAsker(connection, timeouts);
  const ask: AskServer = async (question, signal) => {
    underWay += 1;
    const answer = await askServer(question, signal).finally(() => (underWay -= 1));
    health.report(null);
    return answer;
  };
  const isBusy = (): boolean => underWay > 0;
  const { healthMs: everyMs } = timeouts;
  const watch = watchHealth(connection, { everyMs, timeoutMs: healthTimeoutMs, isBusy, report: health.report });
  return {
    manifest: remoteManifest(options),
    state: () => (breaker.isOpen() ? "unreachable" : health.state()),
    transcribe: (audio, request) => transcribe({ options, slots, breaker, ask, aligner }, audio, request),
    close: async () => {
      watch[Symbol.dispose]();
      await connection.close();
      if (aligner !== null) await rm(aligner.directory, { recursive: true, force: true });
    },
  };
}

function openAlignments({ align, directory, processes }: RemoteAligner): Server["aligner"] & object {
  return { align, directory: mkdtempSync(join(directory, "remote-")), slots: openFairSlots(processes) };
}

export function remoteManifest({ name, languages, tier, detectsLanguage }: RemoteModel): EngineManifest {
  const requires = "An OpenAI-compatible speech server.";
  return { name, kind: "recognition", languages, tier, detectsLanguage, memoryMb: 0, requires };
}

/** What is known of the server; a change is logged. */
function healthOf({ log }: RemoteOptions) {
  let state: ReturnType<RemoteRecognition["state"]> = "unknown";
  const report = (trouble: ServerError | null): void => {
    // It may be at work for another process; a call would find out.
    if (trouble?.fault === "timeout" && state === "ready") return;
    const next = trouble === null ? "ready" : "unreachable";
    if (trouble !== null && next !== state) log(lineOf(trouble));
    else if (state === "unreachable" && next === "ready") log("The speech server answers.");
    state = next;
  };
  return { state: () => state, report };
}

async function transcribe(server: Server, audio: PcmFile, request: RecognizeOptions): Promise<Recognition> {
  const { name, languages, detectsLanguage, maxStretchSeconds = defaultStretchSeconds } = server.options;
  const { language, signal, onProgress } = request;
  const isKnown = language === "auto" ? detectsLanguage : languages.includes(language);
  if (!isKnown) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The server is sent ${sampleRate} Hz, not ${audio.sampleRate}.`);
  signal.throwIfAborted();
  const isShort = audio.durationSeconds < shortestSeconds;
  const stretches = isShort ? [] : await planStretches(audio, maxStretchSeconds);
  await using source = await openPcmSource(audio.path);
  const file = { audio, source, owner: { account: request.account ?? randomUUID(), file: audio }, language, signal };
  const parts: PlacedPart[] = [];
  for (const stretch of stretches) {
    parts.push(await readStretch(server, file, stretch));
    onProgress?.(Math.floor((100 * stretch.to) / audio.durationSeconds));
  }
  if (isShort) onProgress?.(100);
  return joinParts(name, parts);
}

interface File {
  readonly audio: PcmFile;
  readonly source: PcmSource;
  readonly owner: Alignment["owner"];
  readonly language: string;
  readonly signal: AbortSignal;
}

interface PlacedPart extends PlacedAnswer {
  /** Whether its words were found in the sound here. */
  readonly isAligned: boolean;
}

async function readStretch(server: Server, file: File, stretch: Stretch): Promise<PlacedPart> {
  const { options, slots, breaker, aligner } = server;
  const { audio, source, owner, language, signal } = file;
  breaker.check();
  const read = async () => {
    const sound = await soundOf(audio, stretch);
    const question = { sound, model: options.model, language: language === "auto" ? null : language };
    return readAnswer(await server.ask(question, signal), stretch.to - stretch.from);
  };
  const answer = await slots
    .run(owner, () => breaker.run(read), signal)
    .catch((error: unknown) => explain(error, options));
  if (aligner === null || language !== "en") return { ...placeAnswer(answer, stretch), isAligned: false };
  const alignment = { ...aligner, owner, log: options.log };
  const { isAligned, ...found } = await alignAnswer(answer, { source, sampleRate, stretch, signal }, alignment);
  return { ...placeAnswer(found, stretch), isAligned };
}

/** Stays in its file until it is sent. */
async function soundOf({ path }: PcmFile, { from, to }: Stretch): Promise<Sound> {
  const byteAt = (seconds: number): number => Math.round(seconds * sampleRate) * bytesPerSample;
  return { pcm: (await openAsBlob(path)).slice(byteAt(from), byteAt(to)), sampleRate };
}

function joinParts(model: string, parts: readonly PlacedPart[]): Recognition {
  const isAligned = parts.some((part) => part.isAligned);
  const isConfident = isAligned || parts.every((part) => part.isConfident);
  const rated = <Rated extends object>(each: Rated): Rated => (isConfident ? each : { ...each, confidence: 0 });
  return {
    text: parts.flatMap(({ text }) => (text === "" ? [] : [text])).join(" "),
    segments: parts.flatMap(({ segments }) => segments).map((segment, id) => rated({ ...segment, id })),
    words: parts.flatMap(({ words }) => words).map(rated),
    model,
    confidenceSource: isAligned ? "alignment" : isConfident ? "model" : "none",
  };
}

/**
 * What went wrong: in full to the log, in a plain sentence to the caller. Time that runs out says more about the server than
 * about the audio, so it is no `engine_timeout`, which would end the job: another engine, or another attempt, may do better.
 */
function explain(error: unknown, { log }: RemoteOptions): never {
  if (!(error instanceof ServerError)) throw error;
  log(lineOf(error));
  throw new DomainError("engine_unavailable", error.message);
}

const lineOf = ({ message, detail }: ServerError): string => (detail === "" ? message : `${message} (${detail})`);
