import { Worker } from "node:worker_threads";
import { DomainError } from "#src/errors.ts";

export interface ThreadOptions {
  readonly signal: AbortSignal;
  /** Wall time until it is ended. */
  readonly timeoutMs: number;
}

/** The heap of JavaScript objects; samples lie outside of it. */
const maxHeapMb = 512;

/**
 * Runs a program of ours that takes `input` as its `workerData` and posts one message, in a thread without a variable of our
 * environment: it may compute for seconds, while this one goes on, and can be ended at once.
 *
 * @throws DomainError `engine_unavailable` when it ends without an answer, `engine_timeout` at the deadline
 * @throws the signal's reason when it is aborted
 */
export async function runThread(program: URL, input: unknown, { signal, timeoutMs }: ThreadOptions): Promise<unknown> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const thread = new Worker(program, {
    workerData: input,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const fail = (reason: string): void =>
    reject(new DomainError("engine_unavailable", `The analysis of a file broke off: ${reason}`));
  thread.once("message", resolve);
  thread.once("error", (error) => fail(String(error)));
  thread.once("exit", (code) => fail(`it ended with code ${code}.`));
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const deadline = setTimeout(() => reject(new DomainError("engine_timeout")), timeoutMs);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", abort);
    await thread.terminate();
  }
}
