import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { getPriority, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "#src/errors.ts";
import { killProcessGroup } from "#workers/speech/process/kill-group.ts";
import { startDeadline } from "#workers/speech/process/patient-deadline.ts";

export interface RunOptions {
  /** Working directory; the parent's when absent. */
  readonly cwd?: string;
  /** All that the child sees of the environment; a path and a language when absent. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to the child's standard input, which is then closed. Without it the child reads an empty input. */
  readonly stdin?: string;
  readonly signal: AbortSignal;
  /** Wall time until the child and its children are killed. */
  readonly timeoutMs: number;
  /** Standard output longer than this kills the child. */
  readonly maxOutputBytes: number;
  /** The error to reject with then. */
  readonly overflow?: DomainError;
  /** A new file that takes standard output instead of memory. */
  readonly outputPath?: string;
  /** Runs at lower priority than other work; on an overloaded machine it has up to five times as long. */
  readonly yields?: boolean;
}

export interface ProcessResult {
  /** -1 when the child was ended by a signal that did not come from here. */
  readonly exitCode: number;
  /** That signal; null when the child ended by itself. */
  readonly signal: NodeJS.Signals | null;
  /** Empty when it went to a file. */
  readonly stdout: Buffer;
  /** The last 16 KiB. */
  readonly stderr: string;
}

const environment = { PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin", LANG: "C.UTF-8" } as const;

const maxStderrLength = 16_384;

const missingCommand = (command: string): DomainError =>
  new DomainError("engine_unavailable", `${command} is not installed. Install it with: apt-get install -y ${command}`);

/** A yielding child gets less by this nice value. The kernel takes no more than 19. */
const usualNiceness = 10;
const mostNiceness = 19;

/** Lowers the priority of this child. */
export const lowerPriority = (pid: number, niceness = usualNiceness): void => {
  try {
    setPriority(pid, Math.min(mostNiceness, getPriority() + niceness));
  } catch {
    // It has ended already.
  }
};

/** Takes standard output into memory or to the file; stops taking and calls `onOverflow` once it is longer than allowed. */
const takeOutput = async (stdout: Readable, options: RunOptions, onOverflow: () => void): Promise<Buffer> => {
  const bounded = async function* (source: AsyncIterable<Buffer>) {
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > options.maxOutputBytes) return onOverflow();
      yield chunk;
    }
  };
  const chunks: Buffer[] = [];
  if (options.outputPath === undefined) for await (const chunk of bounded(stdout)) chunks.push(chunk);
  else await pipeline(stdout, bounded, createWriteStream(options.outputPath, { flags: "wx" }));
  return Buffer.concat(chunks);
};

/** Feeds the child and resolves when it has ended and its pipes are read. */
const finish = async (
  child: ChildProcessWithoutNullStreams,
  options: RunOptions,
  stop: (reason: unknown) => void,
): Promise<ProcessResult> => {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Pick<ProcessResult, "exitCode" | "signal">>();
  child.on("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ENOENT" ? missingCommand(child.spawnfile) : error),
  );
  child.on("close", (exitCode, signal) => resolve({ exitCode: exitCode ?? -1, signal }));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-maxStderrLength);
  });
  // A child that ends without reading its input breaks the pipe; its exit code is what counts.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin);
  const tooMuch = `${child.spawnfile} wrote more than ${options.maxOutputBytes} bytes.`;
  const overflow = options.overflow ?? new DomainError("engine_unavailable", tooMuch);
  const output = takeOutput(child.stdout, options, () => stop(overflow));
  output.catch(stop);
  const end = await ended;
  return { ...end, stdout: await output, stderr };
};

/**
 * Runs one command to its end, without a shell, in a process group of its own that is killed as a whole on abort, at the
 * deadline and on overflow. Resolves whatever the exit code; the caller judges it. Rejects only when the child is dead.
 *
 * @throws DomainError `engine_unavailable` when the command is missing (the text says how to install it) or when it writes
 * more than `maxOutputBytes` and `overflow` says nothing else, `engine_timeout` at the deadline
 * @throws the signal's reason when it is aborted
 */
export const runProcess = async (
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProcessResult> => {
  options.signal.throwIfAborted();
  const child = spawn(command, args, {
    detached: true,
    env: { ...(options.env ?? environment) },
    stdio: "pipe",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  if (options.yields === true && child.pid !== undefined) lowerPriority(child.pid);
  let failure: { readonly reason: unknown } | undefined;
  const stop = (reason: unknown): void => {
    failure ??= { reason };
    killProcessGroup(child.pid);
  };
  const abort = (): void => stop(options.signal.reason);
  const passed = (): void => stop(new DomainError("engine_timeout"));
  const deadline =
    options.yields === true ? startDeadline(options.timeoutMs, passed) : setTimeout(passed, options.timeoutMs);
  options.signal.addEventListener("abort", abort, { once: true });
  try {
    const result = await finish(child, options, stop);
    if (failure) throw failure.reason;
    return result;
  } finally {
    clearTimeout(deadline);
    options.signal.removeEventListener("abort", abort);
  }
};
