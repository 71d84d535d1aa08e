import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export type ProcessName = "api" | WorkerName;
export type WorkerName = "synthesis" | "transcription" | "training" | "billing" | "maintenance" | "live" | "wyoming";

/** A process of the service, the way it runs in production. */
export interface ServiceProcess {
  readonly pid: number;
  /** SIGTERM, and waits until it has drained; one that has not after a minute is killed. */
  stop(): Promise<void>;
  hasEnded(): boolean;
  /** The exit code; null while it lives, and when a signal ended it. */
  exitCode(): number | null;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** SIGSTOP: it lives and does nothing, not even die, until it is thawed or ended. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
}

const ownRoot = join(import.meta.dirname, "../..");
const standardError = 2;
/** Twice what a process may take that is asked to end. */
const stopTimeoutMs = 60_000;

/** The part of our own environment that a program of ours gets: where programs and compiled modules are. */
export function inheritedEnvironment(): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE: compiled } = process.env;
  return { PATH, ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }) };
}

export interface ProcessOptions {
  /** A file descriptor for its log; our error output when absent. */
  readonly log?: number | undefined;
  /** The folder of the release that it belongs to; ours when absent. */
  readonly root?: string | undefined;
  /** The program to run in place of that of the release. */
  readonly program?: string | undefined;
}

/** Starts a process and waits until it says that it is ready. */
export async function startProcess(
  name: ProcessName,
  env: Readonly<Record<string, string>>,
  { log = standardError, root = ownRoot, program }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, program === undefined ? await nodeArguments(root, name) : [program], {
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", log, log, "ipc"],
  });
  const ended = once(child, "exit");
  const outcome = await Promise.race([once(child, "message").then(() => "ready"), ended.then(() => "ended")]);
  if (outcome === "ended") throw new Error(`The process ${name} did not start.`);
  return {
    pid: child.pid ?? 0,
    stop: () => end(child, "SIGTERM"),
    hasEnded: () => hasEnded(child),
    exitCode: () => child.exitCode,
    kill: () => end(child, "SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
  };
}

/** The options and the script of a line `name: node …` in the Procfile of a release. */
async function nodeArguments(root: string, name: ProcessName): Promise<readonly string[]> {
  const lines = (await readFile(join(root, "Procfile"), "utf8")).split("\n");
  const start = `${name}: node `;
  return lines.flatMap((line) => (line.startsWith(start) ? line.slice(start.length).split(" ") : []));
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  // One that is frozen would never hear it.
  child.kill("SIGCONT");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
