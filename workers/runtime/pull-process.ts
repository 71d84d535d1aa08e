import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { foreignEnvironment } from "#src/config.ts";
import type { PullProgress } from "#src/domain/models/pull-queries.ts";

const program = join(import.meta.dirname, "../../src/models.ts");
const maxErrorCharacters = 2_000;
const message = z.union([
  z.object({ label: z.string(), done: z.number(), total: z.number().nullable() }),
  z.object({ said: z.string() }),
]);

export interface PullOptions {
  readonly directory: string;
  readonly onProgress: (progress: PullProgress) => void;
  readonly signal: AbortSignal;
}

/** Installs a model of the catalogue. @throws an Error that says what went wrong and what to do, also when it was aborted */
export type PullModel = (model: string, options: PullOptions) => Promise<void>;

/**
 * Installs a model by `npm run models -- pull`, in a process of its own: building a model takes memory and time, for which
 * the heartbeats of this process must not wait.
 */
export const pullInProcess: PullModel = async (model, { directory, onProgress, signal }) => {
  // The API asks for a model without a SHA-256 only where the admin has accepted that.
  const child = fork(program, ["pull", "--accept-unverified", model], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
    env: foreignEnvironment({ MODELS_DIR: directory }),
  });
  // Calls come first. What it starts has the same priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once("error", () => resolve(null));
  child.once("close", resolve);
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-maxErrorCharacters);
  });
  child.on("message", (sent) => {
    const known = message.safeParse(sent);
    if (!known.success) return;
    if ("said" in known.data) onProgress({ step: known.data.said, done: null, total: null });
    else onProgress({ step: known.data.label, done: known.data.done, total: known.data.total });
  });
  const stop = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw new Error(errors.trim() || "The program that installs models ended without a message.");
  } finally {
    signal.removeEventListener("abort", stop);
  }
};
