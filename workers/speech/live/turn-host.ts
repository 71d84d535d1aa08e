import type { EngineStatus, Owner } from "#workers/speech/engine.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, timeoutAsUnavailable } from "#workers/speech/process/process-pool.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { judgedTurn, turnModelName, type TurnRequest } from "./turn-requests.ts";

/** Says whether people who pause have finished, in a child process. */
export interface TurnDetector {
  /** The probability, 0 to 1. @throws DomainError `engine_unavailable` */
  judge(request: TurnRequest, stream: { readonly owner: Owner; readonly signal: AbortSignal }): Promise<number>;
  status(): EngineStatus;
  pids(): readonly number[];
  close(): Promise<void>;
}

export interface TurnDetectorOptions {
  /** The file of Smart Turn. */
  readonly turn: string;
  /** A host without work for so long is ended until there is some; null: it stays. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
  readonly observe?: ObserveProcesses;
}

const name = turnModelName;
const program = new URL("./turn-program.ts", import.meta.url);
const memoryMb = 400;
const loadTimeoutMs = 60_000;
const longestWaitMs = 5_000;
/** A question takes a core 0.1 s; a later answer is of no use, since the silence itself is one by then. */
const timeoutMs = 3_000;
/** The stream that asks waits for it. */
const niceness = 1;

/** Starts the host with the first question. */
export function openTurnDetector({ turn, idleMs, log, observe }: TurnDetectorOptions): TurnDetector {
  const pool = openProcessPool<unknown, unknown>({
    ...{ name: `host of ${name}`, processes: 1, longestWaitMs, log, onAbort: "finish", startsOnUse: true, idleMs },
    start: () => startHost({ name, program, models: { turn }, memoryMb, loadTimeoutMs, niceness, log }),
    observe: (event) => observe?.(name, event),
  });
  return {
    judge: async (request, { owner, signal }) => {
      const own = pool.of(owner.account);
      const answer = await own.run(owner.file, { request, timeoutMs, signal }).catch(timeoutAsUnavailable);
      return judgedTurn.parse(answer).probability;
    },
    status: () => pool.status(),
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}
