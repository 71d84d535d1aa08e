import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { lightModels, modelsDirectory } from "./models.ts";
import { inheritedEnvironment } from "./service-process.ts";

/** The whole service as `npm start` brings it up. */
export interface Installation {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  /** The text that it has printed so far. */
  readonly output: () => string;
  /** Variables that its sandboxes and the service share. */
  readonly secrets: () => Promise<unknown>;
  /** Runs a command of the operator's program on it. @returns what that printed @throws Error when it has failed */
  readonly operate: (...command: readonly string[]) => Promise<string>;
  /** Ctrl-C. @returns the exit code */
  stop(): Promise<number | null>;
}

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
/** Its own, and those of its two sandboxes. */
const portsOfOne = 3;
const startTimeoutMs = 90_000;

/** A port for an installation, free like the next two, and out of the range from which a system hands ports out by itself. */
export async function installationPort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const free = await Promise.all(Array.from({ length: portsOfOne }, (_, index) => isFree(port + index)));
  return free.every(Boolean) ? port : installationPort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return free;
}

/** Only what a shell would pass on: none of the variables that point the tests at their own servers. */
const installationEnvironment = (dataDir: string, port: number): Record<string, string> => ({
  ...inheritedEnvironment(),
  HOME: dataDir,
  DATA_DIR: join(dataDir, "data"),
  MODELS_DIR: modelsDirectory,
  SPEECH_MODELS: lightModels,
  PORT: String(port),
});

/** Starts the service on a data folder below `dataDir`, with variables that differ from the defaults; not ready yet. */
export function launch(dataDir: string, port: number, env: Readonly<Record<string, string>> = {}): Installation {
  const child = spawn(process.execPath, ["src/standalone.ts"], {
    cwd: root,
    env: { ...installationEnvironment(dataDir, port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return {
    process: child,
    baseUrl: `http://localhost:${port}`,
    output: () => output,
    secrets: async (): Promise<unknown> => JSON.parse(await readFile(join(dataDir, "data", "sandbox.json"), "utf8")),
    operate: async (...command) => {
      const options = { cwd: root, env: installationEnvironment(dataDir, port) };
      const { stdout } = await run(process.execPath, ["src/admin.ts", ...command], options);
      return stdout.trim();
    },
    stop: async () => {
      const ended = once(child, "exit");
      // A terminal sends Ctrl-C to npm and to us, and npm passes on its own.
      child.kill("SIGINT");
      child.kill("SIGINT");
      await ended;
      return child.exitCode;
    },
  };
}

/** @throws Error with what it printed when it does not come up */
export async function untilReady(installation: Installation): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!installation.output().includes("Ctrl-C stops it")) {
    if (installation.process.exitCode !== null || performance.now() > deadline) throw new Error(installation.output());
    await sleep(100);
  }
}
