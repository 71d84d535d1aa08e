import { readFileSync } from "node:fs";
import { type MessageOfHost, type MessageToHost, messageToHost } from "./host-messages.ts";

/** Models that are loaded. */
export interface LoadedModels {
  /** Does something of which the result is known. @returns what is wrong and what to do; null when all is right */
  selfTest(): Promise<string | null>;
  run(request: unknown): Promise<unknown>;
}

/** The user that a host becomes once its models are loaded; programs that it starts before have to follow it. */
export type HostUser = NonNullable<Extract<MessageToHost, { kind: "load" }>["user"]>;

/**
 * The life of a host, which is a child process of a worker: it loads its models, becomes the engines' user, tests itself as
 * that user, and then does what it is asked. It ends with the worker.
 */
export function serveHost(load: (models: unknown, user: HostUser | null) => Promise<LoadedModels>): void {
  let loaded: LoadedModels | undefined;
  const say = (message: MessageOfHost): void => {
    process.send?.(message);
  };
  const begin = async ({ models, user }: Extract<MessageToHost, { kind: "load" }>): Promise<void> => {
    const ready = await load(models, user);
    if (user !== null) dropPrivileges(user);
    const fault = await ready.selfTest();
    if (fault !== null) return say({ kind: "refused", reason: fault });
    loaded = ready;
    say({ kind: "ready" });
  };
  const take = async (message: MessageToHost): Promise<void> => {
    if (message.kind === "load") {
      return begin(message).catch((error: unknown) => say({ kind: "refused", reason: textOf(error) }));
    }
    const { id, request } = message;
    try {
      if (loaded === undefined) throw new Error("The models are not loaded.");
      say({ kind: "done", id, reply: await loaded.run(request) });
    } catch (error) {
      say({ kind: "failed", id, reason: textOf(error) });
    }
  };
  process.on("message", (message: unknown) => void take(messageToHost.parse(message)));
  // Native work may still go on; its result is ignored.
  process.on("disconnect", () => process.exit(0));
}

/**
 * Switches this root process to another user, permanently.
 *
 * @throws when it did not become so, or could go back
 */
function dropPrivileges({ uid, gid }: { readonly uid: number; readonly gid: number }): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  const users = [process.getuid?.(), process.geteuid?.()];
  const groups = [process.getgid?.(), process.getegid?.(), ...(process.getgroups?.() ?? [])];
  if (users.some((id) => id !== uid) || groups.some((id) => id !== gid) || canReturn() || hasCapabilities()) {
    throw new Error(`The process did not become the user ${uid}.`);
  }
}

function canReturn(): boolean {
  try {
    process.setuid?.(0);
    return true;
  } catch {
    return false;
  }
}

/** False where there is no /proc to ask. */
function hasCapabilities(): boolean {
  try {
    return !/^CapEff:\s0+$/m.test(readFileSync("/proc/self/status", "utf8"));
  } catch {
    return false;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
