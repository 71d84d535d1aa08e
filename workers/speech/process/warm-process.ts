import { type Ending, type EngineProcess, isFault, type ProcessEvent } from "./engine-process.ts";

export interface WarmProcessOptions<Process> {
  /** The name in the log, as in "host of kokoro". */
  readonly name: string;
  readonly start: () => Process;
  /** Called when a process ended by itself. */
  readonly log: (message: string) => void;
  readonly observe?: (event: ProcessEvent) => void;
  /** Restarts wait no longer than this. Default: 5 s. */
  readonly longestWaitMs?: number;
  /** True: the first process starts at the first `wake`. */
  readonly startsOnUse?: boolean;
}

/** A process that is replaced when it ends. */
export interface WarmProcess<Process> {
  /** The process that takes requests; undefined while it starts, between two, and while it sleeps. */
  current(): Process | undefined;
  /** The process that lives, loaded or not. */
  alive(): Process | undefined;
  isAsleep(): boolean;
  /** Why the latest process ended before it took a request, as the one before it did; null once one takes requests. */
  failure(): string | null;
  /** Starts a process that sleeps. */
  wake(): void;
  /** Ends the process until the next `wake`. */
  sleep(): void;
  /** Call it after successful work; without it each restart waits longer. */
  resetBackoff(): void;
  /** Resolves when the process is gone. */
  close(): Promise<void>;
}

interface State<Process> {
  process: Process | undefined;
  isReady: boolean;
  isAsleep: boolean;
  isClosed: boolean;
  failures: number;
  /** In a row, of processes that ended before they took a request. */
  failedStarts: number;
  failure: string | null;
  lastError: string;
  restart: NodeJS.Timeout | undefined;
}

const firstWaitMs = 100;
const usualLongestWaitMs = 5000;

/** One start may fail for an outside reason; the second follows at once. */
const startsUntilFailure = 2;

/** The first restart is at once, then the wait doubles. */
const restartDelayMs = (failures: number, longestMs: number): number =>
  failures <= 1 ? 0 : Math.min(longestMs, firstWaitMs * 2 ** (failures - 2));

/**
 * Starts a process in the background and keeps one running until it is closed.
 *
 * @param onChange called when a process begins to take requests, and when one has ended by itself
 */
export function keepWarm<Process extends EngineProcess<never, unknown>>(
  options: WarmProcessOptions<Process>,
  onChange: () => void,
): WarmProcess<Process> {
  const state: State<Process> = {
    ...{ process: undefined, isReady: false, isAsleep: options.startsOnUse ?? false, isClosed: false },
    ...{ failures: 0, failedStarts: 0, failure: null, lastError: "", restart: undefined },
  };
  if (!state.isAsleep) launch(state, options, onChange);
  return {
    current: () => (state.isReady && state.process?.isAlive() === true ? state.process : undefined),
    alive: () => (state.process?.isAlive() === true ? state.process : undefined),
    isAsleep: () => state.isAsleep,
    failure: () => state.failure,
    wake: () => {
      if (!state.isAsleep || state.isClosed) return;
      state.isAsleep = false;
      launch(state, options, onChange);
    },
    sleep: () => {
      state.isAsleep = true;
      state.failure = null;
      clearTimeout(state.restart);
      state.process?.kill("idle");
    },
    resetBackoff: () => {
      state.failures = 0;
    },
    close: async () => {
      state.isClosed = true;
      clearTimeout(state.restart);
      state.process?.kill("closed");
      await state.process?.exited;
    },
  };
}

function launch<Process extends EngineProcess<never, unknown>>(
  state: State<Process>,
  options: WarmProcessOptions<Process>,
  onChange: () => void,
): void {
  const launched = options.start();
  state.process = launched;
  state.isReady = false;
  observeLife(launched, options);
  void launched.ready.then(() => {
    if (state.process !== launched || !launched.isAlive()) return;
    state.isReady = true;
    state.failedStarts = 0;
    state.failure = null;
    onChange();
  });
  void launched.exited.then((ending) => {
    if (state.isClosed || state.process !== launched) return;
    if (isFault(ending)) noteDeath(state, launched.errorText(), options);
    if (state.isAsleep) return;
    const { longestWaitMs = usualLongestWaitMs } = options;
    state.restart = setTimeout(() => launch(state, options, onChange), restartDelayMs(state.failures, longestWaitMs));
    onChange();
  });
}

function observeLife(
  process: EngineProcess<never, unknown>,
  { observe = () => undefined }: Pick<WarmProcessOptions<unknown>, "observe">,
): void {
  const { pid } = process;
  const startedMs = performance.now();
  const seconds = (): number => (performance.now() - startedMs) / 1000;
  observe({ kind: "started", pid });
  void process.ready.then(() => observe({ kind: "ready", pid, loadSeconds: seconds() }));
  void process.exited.then((ending: Ending) => {
    const detail = isFault(ending) ? process.errorText() : "";
    observe({ kind: "ended", pid, ending, detail, aliveSeconds: seconds() });
  });
}

function noteDeath<Process>(
  state: State<Process>,
  errorText: string,
  { name, log }: Pick<WarmProcessOptions<Process>, "name" | "log">,
): void {
  state.failures += 1;
  const reason = errorText === "" || errorText === state.lastError ? "" : ` Last error: ${errorText}`;
  log(`A ${name} ended by itself, ${state.failures} in a row.${reason}`);
  state.lastError = errorText;
  if (state.isReady) return;
  state.failedStarts += 1;
  if (state.failedStarts < startsUntilFailure) return;
  state.failure = errorText === "" ? `The ${name} could not be started.` : errorText;
}
