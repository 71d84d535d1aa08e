import { type EventEmitter, once } from "node:events";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

export interface CollectedErrors {
  /** The end of what was written, in one line. */
  readonly text: () => string;
  /** Settles when nothing more will come, or soon after the process has ended. */
  readonly complete: Promise<unknown>;
}

/** The part of a child process that is used. */
interface Child extends EventEmitter {
  readonly stderr: Readable | null;
}

const maxErrorLength = 500;
const errorWaitMs = 100;

/** Reads a child's standard error to the end, so that a full pipe never blocks the child. */
export function collectErrors(child: Child): CollectedErrors {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-maxErrorLength);
  });
  child.stderr?.on("error", () => undefined);
  child.on("error", (error: Error) => {
    text = error.message;
  });
  const closed = child.stderr === null ? Promise.resolve() : once(child.stderr, "close");
  // Its children may hold the pipe open. Timers come before the pipes in a turn of the loop, and the last words may lie there.
  const late = once(child, "exit").then(async () => {
    await delay(errorWaitMs);
    await nextTurn();
  });
  const complete = Promise.race([closed, late]).catch(() => undefined);
  return { text: () => text.trim().replaceAll(/\s+/g, " "), complete };
}
