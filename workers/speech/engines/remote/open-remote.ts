import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "#workers/speech/engine.ts";
import type { Align } from "#workers/speech/alignment/align-words.ts";
import { openFairSlots } from "#workers/speech/process/fair-slots.ts";
import { type AskServer, type CallDeadline, serverAsker } from "#workers/speech/recognition/ask-server.ts";
import { type ServerProfile, serverProfiles } from "#workers/speech/recognition/server-profiles.ts";
import { supportsLanguage } from "#workers/speech/recognition/supports-language.ts";
import { openServerBreaker } from "#workers/speech/servers/circuit-breaker.ts";
import type { VadHost } from "#workers/speech/recognition/vad-host.ts";
import { transcribeFile, type Server } from "./transcribe-file.ts";
import { openConnection, type ServerAddress } from "#workers/speech/servers/send-request.ts";
import { watchHealth } from "#workers/speech/servers/watch-health.ts";

export interface RemoteTimeouts extends CallDeadline {
  readonly connectMs: number;
  /** For how long nothing is tried after several failures in a row. */
  readonly openMs: number;
  /** The time between two health checks. */
  readonly healthMs: number;
}

/** The facts of the model that callers see. */
export type RemoteModel = Pick<EngineManifest, "name" | "languages" | "tier" | "detectsLanguage" | "translates">;

export interface RemoteOptions extends ServerAddress, RemoteModel {
  /** The server's name for it. */
  readonly model: string;
  /** Calls that the server works on at once. */
  readonly concurrency: number;
  /** The form in which it is asked. Default: OpenAI's. */
  readonly profile?: keyof typeof serverProfiles;
  readonly timeouts?: Partial<RemoteTimeouts>;
  readonly maxAnswerBytes?: number;
  /** Longer files are sent in stretches. Default: as the profile says. */
  readonly maxStretchSeconds?: number;
  /** Finds English words in their sound where the server gives none. */
  readonly aligner?: RemoteAligner;
  /** Stretches without speech are not sent. Several servers may share it; who opens it closes it. */
  readonly speech?: VadHost;
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
const defaultAnswerBytes = 8 * 1024 * 1024;
const sampleRate = 16_000;
const unreachable: EngineStatus = {
  state: "unavailable",
  reason: "The speech server returned an unexpected answer. See the log.",
};
const statuses = { unknown: { state: "starting" }, ready: { state: "ready" }, unreachable } as const;

/**
 * Recognition by a server with OpenAI's API (`POST /v1/audio/transcriptions`) or the one of its profile. A fair queue over
 * accounts assigns its slots. A server that fails several times in a row is left alone for a while.
 */
export function openRemoteRecognition(options: RemoteOptions): RemoteRecognition {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const profile: ServerProfile = serverProfiles[options.profile ?? "openai"];
  const {
    maxAnswerBytes = defaultAnswerBytes,
    maxStretchSeconds = profile.maxStretchSeconds,
    speech = null,
    model,
    log,
  } = options;
  const connection = openConnection(options, { connectMs: timeouts.connectMs, maxAnswerBytes });
  const health = watchHealth(connection, { everyMs: timeouts.healthMs, log });
  const slots = openFairSlots(options.concurrency);
  const aligner = options.aligner === undefined ? null : openAlignments(options.aligner);
  const breaker = openServerBreaker(timeouts.openMs, log);
  const askServer = serverAsker(connection, timeouts, profile);
  const ask: AskServer = (question, signal) => health.during(() => askServer(question, signal));
  const server: Server = { model, maxStretchSeconds, slots, breaker, ask, aligner, speech, log };
  return {
    manifest: remoteManifest(options),
    state: () => (breaker.isOpen() ? "unreachable" : health.state()),
    status: () => (breaker.isOpen() ? unreachable : statuses[health.state()]),
    transcribe: (audio, request) => transcribe(server, options, { audio, request }),
    close: async () => {
      health[Symbol.dispose]();
      await connection.close();
      if (aligner !== null) await rm(aligner.directory, { recursive: true, force: true });
    },
  };
}

function openAlignments({ align, directory, processes }: RemoteAligner): Server["aligner"] & object {
  return { align, directory: mkdtempSync(join(directory, "remote-")), slots: openFairSlots(processes) };
}

export function remoteManifest({ name, languages, tier, detectsLanguage, translates }: RemoteModel): EngineManifest {
  const requires = "A speech server.";
  return { name, kind: "recognition", languages, tier, detectsLanguage, translates, memoryMb: 0, requires };
}

interface Work {
  readonly audio: PcmFile;
  readonly request: RecognizeOptions;
}

async function transcribe(server: Server, remote: RemoteModel, { audio, request }: Work): Promise<Recognition> {
  const { language, signal } = request;
  if (!supportsLanguage(remote, language)) throw new DomainError("language_unsupported");
  if (audio.sampleRate !== sampleRate) throw new Error(`The server is sent ${sampleRate} Hz, not ${audio.sampleRate}.`);
  signal.throwIfAborted();
  const read = await transcribeFile(server, audio, { ...request, account: request.account ?? randomUUID() });
  return { ...read, model: remote.name };
}
