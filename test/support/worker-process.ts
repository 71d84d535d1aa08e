import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type WorkerName = "synthesis" | "transcription" | "training" | "billing" | "maintenance";

/** A worker as its own process, the way it runs in production. */
export interface WorkerProcess {
  readonly pid: number;
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** Starts `workers/<name>.ts` and waits until it says that it is ready. */
export async function startWorker(name: WorkerName, env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(root, "workers", `${name}.ts`)], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const outcome = await Promise.race([once(child, "message").then(() => "ready"), ended.then(() => "ended")]);
  if (outcome === "ended") throw new Error(`The worker ${name} did not start.`);
  return { pid: child.pid ?? 0, stop: () => end(child, "SIGTERM"), kill: () => end(child, "SIGKILL") };
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
