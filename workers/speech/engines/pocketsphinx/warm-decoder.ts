import type { DecoderProcess } from "./decoder-process.ts";

export interface WarmDecoderOptions {
  readonly start: () => DecoderProcess;
  /** Called when a new decoder has taken the place of one that ended. */
  readonly onReplaced: () => void;
  /** Told of every decoder that ended by itself. */
  readonly log: (message: string) => void;
}

/** A decoder that is replaced when it ends. */
export interface WarmDecoder {
  /** Undefined between two. */
  current(): DecoderProcess | undefined;
  /** To be called when it did its work; a decoder that never does is restarted ever more slowly. */
  praise(): void;
  /** Resolves when the process is gone. */
  close(): Promise<void>;
}

const firstWaitMs = 100;
const longestWaitMs = 5000;

/** The first restart is at once, then the wait doubles. */
const restartDelayMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 2));

/** Starts a decoder in the background and keeps one running until it is closed. */
export function keepWarm({ start, onReplaced, log }: WarmDecoderOptions): WarmDecoder {
  let decoder: DecoderProcess;
  let failures = 0;
  let isClosed = false;
  let lastError = "";
  let restart: NodeJS.Timeout | undefined;
  const launch = (): DecoderProcess => {
    const launched = start();
    void launched.exited.then((ending) => replace(ending, launched.errorText()));
    return launched;
  };
  const replace = (ending: "killed" | "died", errorText: string): void => {
    if (isClosed) return;
    if (ending === "died") {
      failures += 1;
      const reason = errorText === "" || errorText === lastError ? "" : ` Its last words: ${errorText}`;
      log(`A speech decoder ended by itself, ${failures} in a row.${reason}`);
      lastError = errorText;
    }
    restart = setTimeout(() => {
      decoder = launch();
      onReplaced();
    }, restartDelayMs(failures));
  };
  decoder = launch();
  return {
    current: () => (decoder.isAlive() ? decoder : undefined),
    praise: () => {
      failures = 0;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(restart);
      decoder.kill();
      await decoder.exited;
    },
  };
}
