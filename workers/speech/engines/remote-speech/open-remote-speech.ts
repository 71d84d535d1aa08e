import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { CircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import { decodeAudio } from "#workers/speech/audio/decode-audio.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  SynthesisEngine,
  SynthesizeOptions,
} from "#workers/speech/engine.ts";
import { openServerBreaker } from "#workers/speech/servers/circuit-breaker.ts";
import { openConnection, type ServerAddress, type ServerConnection } from "#workers/speech/servers/send-request.ts";
import { asUnavailable, badAnswer, ServerError } from "#workers/speech/servers/server-error.ts";
import { type ServerHealth, watchHealth } from "#workers/speech/servers/watch-health.ts";
import { openFairSlots } from "#workers/speech/process/fair-slots.ts";
import type { SourceContainer } from "#workers/speech/audio/ffmpeg-arguments.ts";

export interface RemoteSpeechTimeouts {
  readonly connectMs: number;
  /** A call is ended after this and a share of its letters; it covers the loading of a model. */
  readonly baseMs: number;
  readonly perLetterMs: number;
  /** For how long nothing is tried after several failures in a row. */
  readonly openMs: number;
  /** The time between two health checks. */
  readonly healthMs: number;
}

export interface RemoteSpeechOptions extends ServerAddress {
  /** The server's name for it. */
  readonly model: string;
  /** Primary tags of its voices. */
  readonly languages: readonly string[];
  /** Calls that the server works on at once. */
  readonly concurrency: number;
  readonly timeouts?: Partial<RemoteSpeechTimeouts>;
  readonly maxAnswerBytes?: number;
  readonly log: (message: string) => void;
}

/** Its name is the engine of its voices in the catalogue. */
const remoteSpeechName = "remote-speech";

const defaultTimeouts: RemoteSpeechTimeouts = {
  ...{ connectMs: 5000, baseMs: 60_000, perLetterMs: 300 },
  ...{ openMs: 15_000, healthMs: 60_000 },
};
const defaultAnswerBytes = 64 * 1024 * 1024;
const sampleRate = 24_000;
/** The longest audio of one call; its text takes half a minute to read. */
const maxSeconds = 300;
const segmentLetters = 300;
const unreachable: EngineStatus = {
  state: "unavailable",
  reason: "The speech server returned an unexpected answer. See the log.",
};

/**
 * Speech by an OpenAI-compatible server (`POST /v1/audio/speech`), piece by piece. A server that fails several times in a row is
 * left alone for a while.
 */
export function openRemoteSpeech(options: RemoteSpeechOptions): SynthesisEngine {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { languages, concurrency, maxAnswerBytes = defaultAnswerBytes, log } = options;
  const connection = openConnection(options, { connectMs: timeouts.connectMs, maxAnswerBytes });
  const slots = openFairSlots(concurrency);
  const breaker = openServerBreaker(timeouts.openMs, log);
  const health = watchHealth(connection, { everyMs: timeouts.healthMs, log });
  const server: Server = { ...options, connection, breaker, timeouts, health };
  return {
    manifest: remoteSpeechManifest(options),
    segmentLetters,
    canSpeak: (_text, language) => languages.includes(language),
    hasFairQueue: true,
    synthesize: (synthesis) => {
      if (!languages.includes(synthesis.language)) throw new DomainError("language_unsupported");
      const { owner = { account: randomUUID(), file: synthesis }, signal } = synthesis;
      return slots.run(owner, () => speak(server, synthesis), signal);
    },
    status: () => (breaker.isOpen() || health.state() === "unreachable" ? unreachable : { state: "ready" }),
    close: async () => {
      health[Symbol.dispose]();
      await connection.close();
    },
  };
}

/** It names the model, since another one is another engine to the cache of syntheses. */
const remoteSpeechManifest = ({ languages, model }: RemoteSpeechOptions): EngineManifest => ({
  ...{ name: remoteSpeechName, kind: "synthesis", languages, tier: "accurate" },
  ...{ detectsLanguage: false, memoryMb: 0, requires: `An OpenAI-compatible speech server with ${model}.` },
});

interface Server extends RemoteSpeechOptions {
  readonly connection: ServerConnection;
  readonly breaker: CircuitBreaker;
  readonly timeouts: RemoteSpeechTimeouts;
  readonly health: ServerHealth;
}

async function speak(server: Server, options: SynthesizeOptions): Promise<PcmFile> {
  const { breaker, log } = server;
  const { directory: parent, signal } = options;
  const answer = await breaker.run(() => ask(server, options)).catch((error: unknown) => asUnavailable(error, log));
  // A folder for each piece, since each has files of the same names.
  const directory = join(parent, `remote-${randomUUID()}`);
  const path = join(directory, "answer");
  await mkdir(directory, { mode: 0o700 });
  await writeFile(path, answer.bytes, { flag: "wx", mode: 0o600 });
  const source = { path, container: answer.container };
  return decodeAudio(source, { directory, maxSeconds, sampleRate, signal }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code === "engine_unavailable") throw error;
    throw new DomainError("engine_unavailable", "The audio that the speech server returned cannot be used.");
  });
}

async function ask(
  { connection, model, timeouts, health }: Server,
  { text: input, voice, speed, signal }: SynthesizeOptions,
): Promise<{ readonly bytes: Buffer; readonly container: NonNullable<ReturnType<typeof containerOf>> }> {
  const late = AbortSignal.timeout(timeouts.baseMs + timeouts.perLetterMs * input.length);
  const question = { model, input, voice: voice.name, speed, response_format: "wav" };
  try {
    const both = AbortSignal.any([signal, late]);
    const bytes = await health.during(() => connection.postForBytes("/v1/audio/speech", question, both));
    // Some servers know one format only, whatever is asked for.
    const container = containerOf(bytes);
    if (container === null) throw badAnswer("The speech server did not return audio.");
    return { bytes, container };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw late.aborted ? new ServerError("timeout", "The speech server timed out.") : error;
  }
}

const signatures: readonly (readonly [begin: string, container: SourceContainer])[] = [
  ["RIFF", "wav"],
  ["fLaC", "flac"],
  ["OggS", "ogg"],
  ["ID3", "mp3"],
];

/** The container of a speech server's answer by its first bytes; null for what is no audio. */
function containerOf(bytes: Buffer): SourceContainer | null {
  const begin = bytes.toString("latin1", 0, 4);
  const found = signatures.find(([signature]) => begin.startsWith(signature));
  if (found !== undefined) return found[1];
  // The synchronisation of an MPEG frame, layer III.
  const isMpeg = bytes.length > 1 && bytes.readUInt8(0) === 0xff && (bytes.readUInt8(1) & 0xe6) === 0xe2;
  return isMpeg ? "mp3" : null;
}
