import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "#src/errors.ts";
import { collectErrors } from "./collect-errors.ts";
import { confineHost } from "./confinement.ts";
import { type Ending, type EngineProcess, ProcessDiedError } from "./engine-process.ts";
import { killProcessGroup } from "./kill-group.ts";
import { startDeadline } from "./patient-deadline.ts";
import { lowerPriority } from "./run-process.ts";
import { type MessageOfHost, messageOfHost, type MessageToHost } from "./host-messages.ts";
import { residentMb } from "./resident-memory.ts";

export interface HostCommand {
  /** The name in the log. */
  readonly name: string;
  /** A program that calls `serveHost`. */
  readonly program: URL;
  /** The models, as the program expects them. */
  readonly models: unknown;
  /** A host that holds more is replaced when its request is done; one that holds twice as much is killed. */
  readonly memoryMb: number;
  /** A host that has not loaded its models by then is killed; on an overloaded machine it has up to five times as long. */
  readonly loadTimeoutMs: number;
  /** Nice value, 1 to 19. Default: 10. */
  readonly niceness?: number;
  readonly log: (message: string) => void;
}

interface Run {
  readonly id: number;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (reason: Error) => void;
}

interface Host {
  readonly command: HostCommand;
  readonly child: ChildProcess;
  ending: Ending | null;
  /** Why it ended, where that is known better than from its error output. */
  reason: string;
  current: Run | null;
}

const memoryCheckMs = 500;

/** Starts a host, confined as `confineHost` says. It leads a process group and yields to whatever else wants the processor. */
export function startHost(command: HostCommand): EngineProcess<unknown, unknown> {
  const { name, loadTimeoutMs } = command;
  const { user, file, args, cwd, env } = confineHost(fileURLToPath(command.program));
  const stdio = ["ignore", "ignore", "pipe", "ipc"] as const;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: [...stdio], serialization: "advanced" });
  if (child.pid !== undefined) lowerPriority(child.pid, command.niceness);
  const errors = collectErrors(child);
  const host: Host = { command, child, ending: null, reason: "", current: null };
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<Ending>();
  const loading = startDeadline(loadTimeoutMs, (ms) => {
    end(host, "not_loaded", `${name} was not loaded within ${ms / 1000} s.`);
  });
  const watch = setInterval(() => checkMemory(host), memoryCheckMs).unref();
  child.on("message", (message: unknown) => take(host, message, ready.resolve));
  child.on("error", (error) => end(host, "died", error.message));
  void ready.promise.then(() => clearInterval(loading));
  const gone = (code: number | null): void => {
    clearInterval(loading);
    clearInterval(watch);
    end(host, "died", "");
    void errors.complete.then(() => {
      if (host.reason === "" && code !== null) host.reason = `${errors.text()} (exit code ${code})`.trim();
      exited.resolve(host.ending ?? "died");
    });
  };
  child.on("exit", gone);
  // A program that cannot be started has no exit.
  child.on("error", () => child.pid === undefined && gone(null));
  send(host, { kind: "load", models: command.models, user });
  return {
    pid: child.pid,
    ready: ready.promise,
    exited: exited.promise,
    run: (request) => run(host, request),
    isAlive: () => host.ending === null,
    errorText: () => host.reason || errors.text(),
    kill: (why) => end(host, why, ""),
  };
}

function send({ child }: Host, message: MessageToHost): void {
  // A host that has ended takes nothing; its end is noticed by itself.
  if (child.connected) child.send(message, () => undefined);
}

let lastId = 0;

function run(host: Host, request: unknown): Promise<unknown> {
  if (host.ending !== null || host.current !== null) {
    return Promise.reject(new ProcessDiedError("The host takes no request."));
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const id = (lastId += 1);
  host.current = { id, resolve, reject };
  send(host, { kind: "run", id, request });
  return promise;
}

function end(host: Host, by: Ending, reason: string): void {
  if (host.ending !== null) return;
  host.ending = by;
  host.reason = reason;
  host.current?.reject(new ProcessDiedError("The host ended."));
  host.current = null;
  killProcessGroup(host.child.pid);
}

/** Messages of a host are untrusted, because hosts read untrusted input. */
function take(host: Host, message: unknown, isReady: () => void): void {
  const parsed = messageOfHost.safeParse(message);
  if (!parsed.success) return end(host, "died", `${host.command.name} sent an invalid message.`);
  const said: MessageOfHost = parsed.data;
  if (said.kind === "ready") return isReady();
  if (said.kind === "refused") return end(host, "died", said.reason);
  const { current } = host;
  if (current === null || current.id !== said.id) return;
  host.current = null;
  if (said.kind === "done") current.resolve(said.reply);
  else current.reject(new DomainError("engine_unavailable", `${host.command.name}: ${said.reason}`));
  recycle(host);
}

function recycle(host: Host): void {
  const { name, memoryMb, log } = host.command;
  const held = residentMb(host.child.pid ?? 0) ?? 0;
  if (held <= memoryMb) return;
  log(`A host of ${name} holds ${Math.round(held)} MB, more than ${memoryMb}; it is replaced.`);
  end(host, "recycled", "");
}

function checkMemory(host: Host): void {
  const { name, memoryMb } = host.command;
  const held = residentMb(host.child.pid ?? 0) ?? 0;
  if (held > 2 * memoryMb) end(host, "out_of_memory", `A host of ${name} held ${Math.round(held)} MB and was killed.`);
}
