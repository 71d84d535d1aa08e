import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { pcmSeconds } from "#workers/speech/audio/wav.ts";
import type { PcmFile, SynthesizeOptions } from "#workers/speech/engine.ts";
import { withRepairAdvice } from "#workers/speech/process/repair-advice.ts";
import type { EngineProcess, ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type ProcessPool, timeoutAsUnavailable } from "#workers/speech/process/process-pool.ts";
import { startHost } from "#workers/speech/process/start-host.ts";

/** The options of hosts that speak. */
export interface SynthesisHostOptions {
  /** The memory of one host in use. One that holds half as much again is replaced between two texts. */
  readonly memoryMb: number;
  /** Hosts that run side by side. */
  readonly processes: number;
  /** Cores that each of them uses. */
  readonly threads: number;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
  /** In place of a host. */
  readonly start?: () => EngineProcess<unknown, unknown>;
}

interface HostedEngine extends SynthesisHostOptions {
  /** The name of the engine. */
  readonly engine: string;
  /** The model that a host loads first. */
  readonly model: string;
  readonly program: URL;
  /** The models, as the program expects them. */
  readonly models: unknown;
}

export type SynthesisHosts = ProcessPool<unknown, unknown>;

const memoryFactor = 1.5;
/** A slow disk reads 20 MB in a second, and the self-test takes some seconds of a busy core. */
const loadTimeoutMs = 120_000;
/** One phoneme is about 0.07 s of speech, and that at most about as much of one idle core. */
const baseTimeoutMs = 30_000;
const perPhonemeMs = 600;
const longestWaitMs = 300_000;
/** Recognition has 10: of a processor that is short, it gets three times as much. */
const niceness = 15;
const silentSeconds = 0.25;

export function openSynthesisHosts({ engine, model, program, models, ...options }: HostedEngine): SynthesisHosts {
  const { processes, log = () => undefined, idleMs = null, observe } = options;
  const memoryMb = Math.round(memoryFactor * options.memoryMb);
  const command = { name: model, program, models, memoryMb, loadTimeoutMs, niceness, log };
  return openProcessPool({
    ...{ name: `host of ${model}`, processes, longestWaitMs, log, onAbort: "finish", idleMs },
    start: options.start ?? (() => withRepairAdvice(startHost(command), model)),
    observe: (event) => observe?.(engine, event),
  });
}

/** Something that a host speaks at once. */
export interface SpokenRequest {
  readonly request: unknown;
  /** The length, from which the deadline follows. */
  readonly phonemes: number;
  /** The silence behind it. Default: none. */
  readonly pauseSeconds?: number;
}

interface Speaking {
  readonly engine: string;
  /** Hz. */
  readonly sampleRate: number;
  readonly requests: readonly SpokenRequest[];
}

/** The answer to each request. */
const spokenSound = z.object({
  /** Mono. */
  samples: z.custom<Int16Array>((value) => value instanceof Int16Array),
  /** In seconds, when each of the symbols begins, and when the last one ends; null of a model that does not tell. */
  symbolTimes: z.array(z.number()).readonly().nullable().default(null),
});

/** The sound of one request. */
interface PositionedSound extends Pick<z.infer<typeof spokenSound>, "symbolTimes"> {
  /** Its begin in the file, in seconds. */
  readonly offset: number;
}

interface HostedSpeech extends PcmFile {
  /** One for each request. */
  readonly sounds: readonly PositionedSound[];
}

/**
 * Speaks the requests one after the other, by the fair queue of the owner, into one file; a short silence without
 * requests.
 */
export async function speakRequests(
  hosts: SynthesisHosts,
  { engine, sampleRate, requests }: Speaking,
  synthesis: SynthesizeOptions,
): Promise<HostedSpeech> {
  const { directory, signal, owner } = synthesis;
  const { account, file } = owner ?? { account: randomUUID(), file: synthesis };
  const silence = (seconds: number) => new Int16Array(Math.round(seconds * sampleRate));
  const parts: Int16Array[] = requests.length > 0 ? [] : [silence(silentSeconds)];
  const sounds: PositionedSound[] = [];
  let length = 0;
  for (const { request, phonemes, pauseSeconds = 0 } of requests) {
    const timeoutMs = baseTimeoutMs + perPhonemeMs * phonemes;
    const reply = await hosts.of(account).run(file, { request, timeoutMs, signal }).catch(timeoutAsUnavailable);
    const { samples, symbolTimes } = spokenSound.parse(reply);
    const pause = silence(pauseSeconds);
    sounds.push({ symbolTimes, offset: length / sampleRate });
    parts.push(samples, pause);
    length += samples.length + pause.length;
  }
  const path = join(directory, `${engine}-${randomUUID()}.pcm`);
  const bytes = Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  return { path, sampleRate, durationSeconds: pcmSeconds(bytes.length, sampleRate), sounds };
}
