import { DomainError } from "#src/errors.ts";
import type { Range } from "#workers/speech/audio/piece.ts";
import type { Owner } from "#workers/speech/engine.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { openProcessPool } from "#workers/speech/process/process-pool.ts";
import { findSpeech } from "./find-speech.ts";
import { foundSpeech } from "./host-requests.ts";
import type { PcmSource } from "./pcm-source.ts";

export interface VadRequest {
  readonly source: PcmSource;
  readonly owner: Owner;
  readonly signal: AbortSignal;
}

export interface VadHost {
  /** The ranges of speech in a file, in order; null when the VAD failed. */
  find(search: VadRequest): Promise<readonly Range[] | null>;
  close(): Promise<void>;
}

export interface VadHostOptions {
  /** The file of Silero VAD. */
  readonly vad: string;
  readonly log: (message: string) => void;
}

const program = new URL("./vad-program.ts", import.meta.url);
const memoryMb = 400;
const loadTimeoutMs = 60_000;
const longestWaitMs = 300_000;
/** The deadline for a minute of sound, which takes a core less than a second. */
const timeoutMs = 30_000;
const idleMs = 600_000;

/** Voice activity detection in a host of its own, started on first use. */
export function openVadHost({ vad, log }: VadHostOptions): VadHost {
  const name = "silero-vad";
  const pool = openProcessPool<unknown, unknown>({
    ...{ name: `host of ${name}`, processes: 1, longestWaitMs, log, onAbort: "finish", startsOnUse: true, idleMs },
    start: () => startHost({ name, program, models: { vad }, memoryMb, loadTimeoutMs, log }),
  });
  const find: VadHost["find"] = async ({ source, owner, signal }) => {
    const own = pool.of(owner.account);
    try {
      const detect = async (samples: Int16Array) =>
        foundSpeech.parse(await own.run(owner.file, { request: { kind: "find speech", samples }, timeoutMs, signal }));
      return await Array.fromAsync(findSpeech(source, detect));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DomainError)) throw error;
      log(`Recordings are read without looking for speech in them: ${error.message}`);
      return null;
    }
  };
  return { find, close: () => pool.close() };
}
