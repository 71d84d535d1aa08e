import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

/** A server that the service needs, which can be taken away as a machine or an operator would. */
export interface BreakableServer {
  /** `kill -9` of all its processes; resolves when they are gone. */
  kill(): Promise<void>;
  /** Starts what was killed, at the same address and on what it had kept; resolves when it can be used. */
  start(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing is answered any more. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
}

export interface ServerProcess extends BreakableServer {
  /** Resolves when the server is gone, in whatever state it was. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The folder in which its output is kept. */
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** True once the server can be used. */
  readonly answers: () => Promise<boolean>;
}

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Starts a program, in a process group of its own, so that a Ctrl-C ends the tests first and the servers after them. */
export async function startServer(
  command: readonly [string, ...string[]],
  options: ServerOptions,
): Promise<ServerProcess> {
  let running = await launch(command, options);
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => endServer(running, signal);
  return {
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    start: async () => {
      running = await launch(command, options);
    },
    freeze: () => void running.child.kill("SIGSTOP"),
    thaw: () => void running.child.kill("SIGCONT"),
  };
}

async function launch([program, ...args]: readonly [string, ...string[]], options: ServerOptions): Promise<Launched> {
  const logPath = join(options.directory, "server.log");
  const log = await open(logPath, "a+");
  const child = spawn(program, args, {
    detached: true,
    env: { PATH: process.env["PATH"], ...options.environment },
    stdio: ["ignore", log.fd, log.fd],
  });
  const launched = { child, ended: exitCode(child) };
  await log.close();

  const deadline = AbortSignal.any([AbortSignal.timeout(startTimeoutMs), abortedBy(launched.ended)]);
  while (!(await options.answers())) {
    if (deadline.aborted) {
      await endServer(launched, "SIGTERM");
      throw new Error(`${program} did not start:\n${await readFile(logPath, "utf8")}`);
    }
    await delay(25);
  }
  return launched;
}

async function endServer({ child, ended }: Launched, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  child.kill(signal);
  // One that is frozen would never hear it.
  child.kill("SIGCONT");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

/** The exit code of a child, null when a signal ended it. */
export function exitCode(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject).once("exit", resolve);
  return promise;
}

function abortedBy(event: Promise<unknown>): AbortSignal {
  const controller = new AbortController();
  void event.finally(() => controller.abort());
  return controller.signal;
}
