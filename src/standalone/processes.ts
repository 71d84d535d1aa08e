import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endsWithin } from "#src/platform/shutdown.ts";
import { keepLogsShort, type LogLimits, rotateLog } from "./rotate-logs.ts";
import { isProcessName, type ProcessName } from "#src/config/processes.ts";

const root = join(import.meta.dirname, "..", "..");
const restartDelayMs = 1_000;
const readyTimeoutMs = 60_000;

/** A program that it starts gains no rights by a setuid program, nor does what that starts. */
const setpriv = "/usr/bin/setpriv";

/** A line of a Procfile that runs Node. */
interface ProcessType {
  readonly name: ProcessName;
  /** The arguments of Node: its own options, then the script. */
  readonly args: readonly string[];
  /** Its number among those that are started, from 0. */
  readonly index: number;
}

export interface Processes {
  readonly pids: () => readonly number[];
  /** Ends all of them in order, by force after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

export interface ProcessesOptions {
  /** The processes of `Procfile.dev` that are wanted beside those of the Procfile. */
  readonly sandboxes: readonly string[];
  /** The processes of the Procfile that have nothing to do. */
  readonly idle: readonly ProcessName[];
  /** The environment of a process, by its name in the Procfile and its number among those that are started, from 0. */
  readonly env: (name: ProcessName, index: number) => Readonly<Record<string, string>>;
  /** Every process writes its log into a file of the directory; those of the runs before are kept beside it. */
  readonly logs: LogLimits & { readonly directory: string };
  /** Called whenever a process was restarted after it died. */
  readonly onChange: () => void;
}

/**
 * Starts every process in a process group of its own, so that a Ctrl-C reaches them through
 * us, in order. One that dies is started again. Resolves when all of them have said that they are ready.
 * @throws Error in one sentence when one of them does not become ready
 */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  await mkdir(options.logs.directory, { recursive: true, mode: 0o700 });
  const wanted = (await processTypes("Procfile.dev")).filter(({ name }) => options.sandboxes.includes(name));
  const usual = (await processTypes("Procfile")).filter(({ name }) => !options.idle.includes(name));
  const types = [...usual, ...wanted].map((type, index) => ({ ...type, index }));
  const logs = types.map(({ name }) => logFile(name, options));
  await Promise.all(logs.filter((path) => existsSync(path)).map((path) => rotateLog(path, options.logs.kept)));
  const short = keepLogsShort(logs, options.logs);
  const children = new Map<string, ChildProcess>();
  const stopping = new AbortController();

  const start = async (type: ProcessType): Promise<ChildProcess> => {
    const child = await spawnProcess(type, options);
    children.set(type.name, child);
    child.once("exit", () => {
      children.delete(type.name);
      void sleep(restartDelayMs, undefined, { signal: stopping.signal })
        .then(() => start(type))
        .then(options.onChange)
        .catch(() => undefined);
    });
    return child;
  };
  const stop = async (timeoutMs: number): Promise<void> => {
    stopping.abort();
    short[Symbol.dispose]();
    const living = [...children.values()];
    const ended = Promise.all(living.map((child) => once(child, "exit")));
    for (const child of living) child.kill("SIGTERM");
    if (!(await endsWithin(ended, timeoutMs))) for (const child of living) child.kill("SIGKILL");
  };

  try {
    await Promise.all(types.map(async (type) => readiness(type, await start(type), options)));
  } catch (error) {
    await stop(0);
    throw error;
  }
  return { pids: () => [...children.values()].flatMap((child) => child.pid ?? []), stop };
}

async function processTypes(procfile: string): Promise<readonly Omit<ProcessType, "index">[]> {
  const lines = (await readFile(join(root, procfile), "utf8")).split("\n");
  return lines.flatMap((line) => {
    const { name, args } = /^(?<name>[\w-]+): node (?<args>\S.*)$/.exec(line)?.groups ?? {};
    if (name === undefined || args === undefined) return [];
    if (!isProcessName(name)) throw new Error(`${procfile} names a process without settings: ${name}.`);
    return [{ name, args: args.split(" ") }];
  });
}

async function spawnProcess({ name, args, index }: ProcessType, options: ProcessesOptions): Promise<ChildProcess> {
  await using log = await open(logFile(name, options), "a", 0o600);
  const command = [process.execPath, ...args] as const;
  const [program, ...rest] = existsSync(setpriv) ? ([setpriv, "--no-new-privs", "--", ...command] as const) : command;
  return spawn(program, rest, {
    cwd: root,
    env: { ...options.env(name, index) },
    detached: true,
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
}

const logFile = (name: ProcessName, { logs }: ProcessesOptions): string => join(logs.directory, `${name}.log`);

async function readiness(type: ProcessType, child: ChildProcess, options: ProcessesOptions): Promise<void> {
  const ended = once(child, "exit").then(() => "exit" as const);
  const said = once(child, "message").then(() => "ready" as const);
  const outcome = await Promise.race([ended, said, sleep(readyTimeoutMs, "late" as const, { ref: false })]);
  if (outcome === "ready") return;
  const log = await readFile(logFile(type.name, options), "utf8");
  const lastLines = log.trimEnd().split("\n").slice(-10).join("\n");
  throw new Error(`The process ${type.name} did not start. The end of its log:\n${lastLines}`);
}
