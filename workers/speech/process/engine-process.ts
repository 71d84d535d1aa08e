/**
 * Why a process has ended: by itself or by a signal from outside (`died`), because it held far too much memory
 * (`out_of_memory`) or did not load in time (`not_loaded`), at the deadline of a request (`timed_out`) or with a request that
 * was aborted (`aborted`), because it held more memory than it should when its work was done (`recycled`), because there was
 * no work (`idle`), or because its worker ended (`closed`).
 */
export type Ending = "died" | "out_of_memory" | "not_loaded" | "timed_out" | "aborted" | "recycled" | "idle" | "closed";

/** Endings that are faults of the process. */
export const isFault = (ending: Ending): boolean =>
  ending === "died" || ending === "out_of_memory" || ending === "not_loaded";

/** A running child process that has its models loaded and takes one request after the other. */
export interface EngineProcess<Request, Reply> {
  /** The id of the process and of the group that it leads; undefined where it could not be started. */
  readonly pid: number | undefined;
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
  /** Resolves when the process is gone. */
  readonly exited: Promise<Ending>;
  /** Why it ended by itself, or could not be started, in one line; empty when nothing is known. */
  errorText(): string;
  /** Ends the process at once; the request under way fails. */
  kill(why: Ending): void;
}

/** An event of a process of an engine. */
export type ProcessEvent =
  | { readonly kind: "started"; readonly pid: number | undefined }
  | { readonly kind: "ready"; readonly pid: number | undefined; readonly loadSeconds: number }
  | {
      readonly kind: "ended";
      readonly pid: number | undefined;
      readonly ending: Ending;
      /** The cause of a fault, where it is known; else empty. */
      readonly detail: string;
      readonly aliveSeconds: number;
    }
  | { readonly kind: "served"; readonly waitSeconds: number; readonly workSeconds: number };

/** Called for each event of the processes of an engine. */
export type ObserveProcesses = (engine: string, event: ProcessEvent) => void;

/** The process ended while it was working. */
export class ProcessDiedError extends Error {
  override readonly name = "ProcessDiedError";
}
