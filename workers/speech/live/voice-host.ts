import type { EngineStatus, Owner } from "#workers/speech/engine.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, timeoutAsUnavailable } from "#workers/speech/process/process-pool.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { type HeardVoice, heardVoice, type VoiceRequest } from "./voice-requests.ts";

/** Follows voices in streams of 16 kHz samples, in a child process. */
export interface VoiceActivity {
  /** @throws DomainError `engine_unavailable` */
  hear(request: VoiceRequest, stream: { readonly owner: Owner; readonly signal: AbortSignal }): Promise<HeardVoice>;
  status(): EngineStatus;
  pids(): readonly number[];
  close(): Promise<void>;
}

export interface VoiceActivityOptions {
  /** The file of Silero VAD. */
  readonly vad: string;
  /** A host without work for so long is ended until there is some; null: it stays. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

const name = "silero-vad";
const program = new URL("./voice-program.ts", import.meta.url);
const memoryMb = 300;
const loadTimeoutMs = 60_000;
const longestWaitMs = 5_000;
/** A second of sound takes a core a hundredth of that. */
const timeoutMs = 15_000;
/** All streams wait for it. */
const niceness = 1;

/** Starts the host with the first stream. */
export function openVoiceActivity({ vad, idleMs, log, observe }: VoiceActivityOptions): VoiceActivity {
  const pool = openProcessPool<unknown, unknown>({
    ...{ name: `host of ${name}`, processes: 1, longestWaitMs, log, onAbort: "finish", startsOnUse: true, idleMs },
    start: () => startHost({ name, program, models: { vad }, memoryMb, loadTimeoutMs, niceness, log }),
    observe: (event) => observe?.(name, event),
  });
  return {
    hear: async (request, { owner, signal }) =>
      heardVoice.parse(
        await pool.of(owner.account).run(owner.file, { request, timeoutMs, signal }).catch(timeoutAsUnavailable),
      ),
    status: () => pool.status(),
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}
