import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

/** A forked program that does the work of the service without the service; it says that it is ready by its first message. */
export interface BareProcess extends AsyncDisposable {
  readonly pid: number;
  /** The first message. */
  readonly readiness: unknown;
  /** Sends a message. @returns the next one that comes back @throws Error when the program ends instead */
  ask(message: string | object): Promise<unknown>;
}

/** Starts a program of this folder. @throws Error when it ends before it is ready */
export async function startBareProcess(
  name: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<BareProcess> {
  const child = fork(new URL(`${name}.ts`, import.meta.url), [...args], { signal });
  const ended = once(child, "exit").catch(() => undefined);
  const nextMessage = async (): Promise<unknown> => {
    const answered = new AbortController();
    const failed = ended.then(() => Promise.reject(new Error(`${name} ended without an answer.`)));
    try {
      const messages: readonly unknown[] = await Promise.race([
        once(child, "message", { signal: answered.signal }),
        failed,
      ]);
      return messages[0];
    } finally {
      answered.abort();
      failed.catch(() => undefined);
    }
  };
  return {
    pid: child.pid ?? 0,
    readiness: await nextMessage(),
    ask: async (message) => {
      child.send(message);
      return nextMessage();
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

const address = z.object({ port: z.int() });

/** Starts the server of `bare-server-process.ts`. */
export async function startBareServer(
  args: readonly string[],
  signal: AbortSignal,
): Promise<BareProcess & { readonly baseUrl: string }> {
  const server = await startBareProcess("bare-server-process", args, signal);
  return { ...server, baseUrl: `http://127.0.0.1:${address.parse(server.readiness).port}` };
}
