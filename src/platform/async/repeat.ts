/** Something that is done again and again; it keeps no process alive. */
export interface Repetition {
  /** No round begins any more. @returns when the current one has ended */
  readonly stop: () => Promise<void>;
}

/** Begins a round every `intervalMs`, unless the one before still runs. A round must not fail. */
export function repeat(intervalMs: number, round: () => Promise<void>): Repetition {
  let running: Promise<void> | null = null;
  const begin = (): void => {
    running ??= round().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(begin, intervalMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
