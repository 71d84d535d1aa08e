import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const scripts = {
  api: "src/api/main.ts",
  synthesis: "workers/synthesis.ts",
  transcription: "workers/transcription.ts",
  training: "workers/training.ts",
  billing: "workers/billing.ts",
  maintenance: "workers/maintenance.ts",
} as const;

export type ProcessName = keyof typeof scripts;
export type WorkerName = Exclude<ProcessName, "api">;

/** A process of the service, the way it runs in production. */
export interface ServiceProcess {
  readonly pid: number;
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** SIGSTOP: it lives and does nothing, not even die, until it is thawed or ended. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
}

const root = join(import.meta.dirname, "../..");
const standardError = 2;

/** Starts a process and waits until it says that it is ready. Its log goes to a file descriptor. */
export async function startProcess(
  name: ProcessName,
  env: Readonly<Record<string, string>>,
  log: number = standardError,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(root, scripts[name])], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  const ended = once(child, "exit");
  const outcome = await Promise.race([once(child, "message").then(() => "ready"), ended.then(() => "ended")]);
  if (outcome === "ended") throw new Error(`The process ${name} did not start.`);
  return {
    pid: child.pid ?? 0,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
  };
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  // One that is frozen would never hear it.
  child.kill("SIGCONT");
  await ended;
}
