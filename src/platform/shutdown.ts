import pTimeout from "p-timeout";
import type { Config } from "#src/config.ts";

/**
 * Resolves at the first wish that this process should end: SIGTERM, SIGINT, or the loss of the process
 * that started it over an IPC channel. Later signals change nothing: npm passes on a Ctrl-C which the
 * terminal has sent already, and what follows is bounded in time anyway.
 */
export function shutdownRequested(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  process.once("disconnect", () => resolve("the parent process is gone"));
  // The channel tells us of our parent; it must not keep us alive once the work is over.
  process.channel?.unref();
  return promise;
}

const parentCheckMs = 500;

/** Resolves when the parent process has died without telling us, which npm does when it is killed. */
export function parentExited(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    resolve("npm is gone");
  }, parentCheckMs);
  timer.unref();
  return promise;
}

/** Waits for work to end, but not longer than `timeoutMs`. @returns true when it has ended */
export const endsWithin = (work: Promise<unknown>, timeoutMs: number): Promise<boolean> =>
  pTimeout<boolean, boolean>(
    work.then(() => true),
    { milliseconds: Math.max(1, timeoutMs), fallback: () => false },
  );

/** For what closes later than it should. */
const exitGraceMs = 500;

/** The end of a process that opens things outside. */
export interface Shutdown extends Disposable {
  /** Resolves as `shutdownRequested` does. */
  readonly requested: Promise<string>;
}

/** The time to close everything when the work in hand has ended, or has been handed back. */
const closeGraceMs = 5_000;

/**
 * To be opened before everything else that a process opens, so that it is disposed last: soon after, the process ends.
 * Nothing that does not end or close must keep it alive for ever: when all its time is up it exits with code 1.
 */
export function openShutdown({ drainMs, shutdownTimeoutMs }: Pick<Config, "drainMs" | "shutdownTimeoutMs">): Shutdown {
  const requested = shutdownRequested();
  const deadlineMs = drainMs + shutdownTimeoutMs + closeGraceMs;
  void requested.then(() => setTimeout(() => process.exit(1), deadlineMs).unref());
  return {
    requested,
    [Symbol.dispose]: () => void setTimeout(() => process.exit(), exitGraceMs).unref(),
  };
}
