import { readdir } from "node:fs/promises";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { residentMib } from "#harness/service/processes.ts";

/** What a process holds, after its garbage was collected. */
export interface Holdings {
  readonly heapMib: number;
  readonly residentMib: number;
  /** Sockets, pipes, requests under way and the like; the least of several moments, like the open files. */
  readonly activeResources: number;
  readonly openFiles: number;
}

const samples = 40;
/** The samples span more than the ten seconds for which a pool keeps an idle connection. */
const betweenSamplesMs = 400;
const bytesPerMib = 1024 * 1024;
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
/** Whatever sleeps between two sweeps has a timer, and has none while it works: how many there are is chance. */
const resources = 'process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length';
const answer = z.object({ id: z.int(), result: z.unknown().optional(), error: z.unknown().optional() });
const evaluated = z.object({ result: z.object({ value: z.number() }) });

/**
 * Looks into a process that was started with `--inspect=127.0.0.1:<port>`, over the inspector protocol
 * (https://chromedevtools.github.io/devtools-protocol/v8/), so that the process itself need not know of it.
 */
export async function holdingsOf(pid: number, port: number): Promise<Holdings> {
  await using inspector = await openInspector(port);
  // What is only reachable from weak references goes with the second.
  await inspector.ask("HeapProfiler.collectGarbage");
  await inspector.ask("HeapProfiler.collectGarbage");
  // A query, or a connection that a sweep opened and that waits to be closed, is no growth.
  const [active, files]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    await sleep(betweenSamplesMs);
    active.push(await inspector.evaluate(resources));
    files.push((await readdir(`/proc/${pid}/fd`)).length);
  }
  return {
    heapMib: (await inspector.evaluate("process.memoryUsage().heapUsed")) / bytesPerMib,
    residentMib: await residentMib(pid),
    activeResources: Math.min(...active),
    openFiles: Math.min(...files),
  };
}

interface Inspector extends AsyncDisposable {
  ask(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The number that an expression has in the process. */
  evaluate(expression: string): Promise<number>;
}

async function openInspector(port: number): Promise<Inspector> {
  const [target] = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  let asked = 0;
  const ask: Inspector["ask"] = async (method, params = {}) => {
    asked += 1;
    socket.send(JSON.stringify({ id: asked, method, params }));
    for (;;) {
      const [event] = z.tuple([z.instanceof(MessageEvent)]).parse(await once(socket, "message"));
      const said = answer.safeParse(JSON.parse(String(event.data)));
      if (said.data?.id !== asked) continue;
      if (said.data.error !== undefined) throw new Error(`The inspector refused ${method}.`);
      return said.data.result;
    }
  };
  return {
    ask,
    evaluate: async (expression) =>
      evaluated.parse(await ask("Runtime.evaluate", { expression, returnByValue: true })).result.value,
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}
