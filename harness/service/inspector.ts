import { once } from "node:events";
import { z } from "zod";

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const answer = z.object({ id: z.int(), result: z.unknown().optional(), error: z.unknown().optional() });
const evaluated = z.object({ result: z.object({ value: z.number() }) });

/** A connection to a process that was started with `--inspect=127.0.0.1:<port>`. */
interface Inspector extends AsyncDisposable {
  /** Collects all garbage; what only weak references reach is gone, too. */
  collectGarbage(): Promise<void>;
  /** The number that an expression has in the process. */
  evaluate(expression: string): Promise<number>;
}

/**
 * Looks into a process over the inspector protocol (https://chromedevtools.github.io/devtools-protocol/v8/), so that the process
 * itself need not know of it.
 */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  const closing = new AbortController();
  socket.addEventListener("close", () => closing.abort(), { once: true });
  let asked = 0;
  const ask = async (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    asked += 1;
    socket.send(JSON.stringify({ id: asked, method, params }));
    for (;;) {
      const [event] = z
        .tuple([z.instanceof(MessageEvent)])
        .parse(await once(socket, "message", { signal: closing.signal }));
      const said = answer.safeParse(JSON.parse(String(event.data)));
      if (said.data?.id !== asked) continue;
      if (said.data.error !== undefined) throw new Error(`The inspector refused ${method}.`);
      return said.data.result;
    }
  };
  return {
    collectGarbage: async () => {
      await ask("HeapProfiler.collectGarbage");
      await ask("HeapProfiler.collectGarbage");
    },
    evaluate: async (expression) =>
      evaluated.parse(await ask("Runtime.evaluate", { expression, returnByValue: true })).result.value,
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}
