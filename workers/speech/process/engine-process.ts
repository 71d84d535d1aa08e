/** A running child process that has its models loaded and takes one request after the other. */
export interface EngineProcess<Request, Reply> {
  /** Resolves when it takes requests; never when it ends before that. */
  readonly ready: Promise<void>;
  /**
   * Does one request; one at a time.
   *
   * @throws ProcessDiedError
   */
  run(request: Request): Promise<Reply>;
  /** False as soon as it will not answer any more. */
  isAlive(): boolean;
  /** Resolves when the process is gone: killed by us, or dead by itself. */
  readonly exited: Promise<"killed" | "died">;
  /** Why it ended by itself, or could not be started, in one line; empty when nothing is known. */
  errorText(): string;
  /** Ends the process at once; the request under way fails. */
  kill(): void;
}

/** The process ended while it was working. */
export class ProcessDiedError extends Error {
  override readonly name = "ProcessDiedError";
}
