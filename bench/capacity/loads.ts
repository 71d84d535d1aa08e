import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { openSocket } from "#harness/clients/socket-client.ts";
import { openSpeechClient, type SpeechClient } from "#harness/clients/speech-client.ts";
import { naturalSettings } from "#harness/service/natural-voices.ts";
import type { WorkerName } from "#harness/service/service-process.ts";
import { sum } from "#harness/statistics.ts";
import { loadWithReads } from "#bench/load.ts";
import { sentences } from "#bench/spoken-recordings.ts";
import type { Kind } from "./figures.ts";

/** The address of an installation, and what it is loaded with. */
export interface LoadTarget {
  readonly baseUrl: string;
  readonly key: string;
  readonly recordings: readonly Recording[];
  /** The folder for files of the load. */
  readonly directory: string;
  /** Processes of the kind. */
  readonly processes: number;
  readonly signal: AbortSignal;
}

interface Done {
  /** Units as `unitOf` names them. */
  readonly units: number;
  readonly requests: number;
}

interface KindOfLoad {
  /** The process that does the work beside the API; null where it is the API itself. */
  readonly worker: WorkerName | null;
  /** One engine for each process. */
  readonly settings: Readonly<Record<string, string>>;
  /** Loads the installation for about so many seconds. @returns the work that it has done, all of it */
  readonly load: (target: LoadTarget, seconds: number) => Promise<Done>;
}

const liveSecret = "the secret of a measurement";
const connections = 32;
const liveSessions = 2;
const [bytesPerSecond, frameSeconds] = [32_000, 0.1] as const;

export const loads: Readonly<Record<Kind, KindOfLoad>> = {
  transcription: {
    worker: "transcription",
    // One slot more than hosts, in which the next recording is prepared, and the one that an account never gets.
    settings: { TRANSCRIPTION_DECODERS: "1", TRANSCRIPTION_CONCURRENCY: "3" },
    load: (target, seconds) => {
      const calls = target.recordings.map((recording) => async (client: SpeechClient): Promise<number> => {
        await client.transcribe(recording.path, { model: "fast" });
        return recording.seconds;
      });
      return callOver(target, calls, seconds);
    },
  },
  synthesis: {
    worker: "synthesis",
    settings: { SYNTHESIS_ENGINES: "1", ...naturalSettings },
    load: (target, seconds) => {
      const calls = sentences.map((text) => async (client: SpeechClient): Promise<number> => {
        await client.synthesize(text);
        return text.length;
      });
      return callOver(target, calls, seconds);
    },
  },
  texts: {
    worker: "synthesis",
    settings: { SYNTHESIS_ENGINES: "1" },
    load: (target, seconds) => {
      const speak = async (client: SpeechClient): Promise<number> => {
        await client.synthesize("Yes.");
        return 1;
      };
      return callOver(target, [speak], seconds);
    },
  },
  live: {
    worker: "live",
    settings: { TRANSCRIPTION_DECODERS: "1", LIVE_SECRET: liveSecret, LIVE_SLOTS: `${liveSessions}` },
    load: async (target, seconds) => {
      const sound = await joinedSound(target, seconds);
      await Promise.all(Array.from({ length: liveSessions }, () => streamSound(target, sound)));
      return { units: (liveSessions * sound.length) / bytesPerSecond, requests: liveSessions };
    },
  },
  calls: {
    worker: null,
    settings: {},
    load: async ({ baseUrl, key, signal }, seconds) => {
      const reads = { url: `${baseUrl}/v1/users/me`, key, connections, seconds, signal };
      const calls = (await loadWithReads(reads)).callsPerSecond * seconds;
      return { units: calls, requests: calls };
    },
  },
};

type SpeechCall = (client: SpeechClient) => Promise<number>;

/** Makes calls over and over, some more at once than there are processes. */
async function callOver(
  { baseUrl, key, processes, signal }: LoadTarget,
  calls: readonly SpeechCall[],
  seconds: number,
): Promise<Done> {
  const client = openSpeechClient({ baseUrl, key }, signal);
  const endMs = performance.now() + 1000 * seconds;
  let [units, requests] = [0, 0];
  const caller = async (first: number): Promise<void> => {
    for (let index = first; performance.now() < endMs; index += 1) {
      const done = await calls[index % calls.length]?.(client);
      units += done ?? 0;
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * processes + 1 }, (_, index) => caller(index)));
  return { units, requests };
}

/** So many seconds of recordings one after the other, as 16 kHz s16le mono. */
async function joinedSound({ recordings, directory, signal }: LoadTarget, seconds: number): Promise<Buffer> {
  const sounds: Buffer[] = [];
  const path = join(directory, "live.raw");
  for (let index = 0; sum(sounds.map((sound) => sound.length)) < seconds * bytesPerSecond; index += 1) {
    const recording = recordings[index % recordings.length];
    if (recording === undefined) throw new Error("There is no recording.");
    await decodeRecording(recording.path, path, signal);
    sounds.push(await readFile(path));
  }
  return Buffer.concat(sounds);
}

/** Sends sound in real time and waits for its last words. */
async function streamSound({ baseUrl, key, signal }: LoadTarget, sound: Buffer): Promise<void> {
  const session = await openSocket(`${baseUrl}/v1/speech/live?language=en`, { headers: { "x-api-key": key } });
  const frame = frameSeconds * bytesPerSecond;
  const beginMs = performance.now();
  for (let at = 0; at < sound.length; at += frame) {
    const dueMs = beginMs + (1000 * (at + frame)) / bytesPerSecond;
    await sleep(Math.max(1, dueMs - performance.now()), undefined, { signal });
    session.socket.send(sound.subarray(at, at + frame));
  }
  session.say({ type: "close" });
  await session.closed;
}
