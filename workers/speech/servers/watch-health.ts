import { repeat } from "#src/platform/async/repeat.ts";
import type { ServerConnection } from "./send-request.ts";
import { lineOf, refusalOf, ServerError } from "./server-error.ts";

export interface HealthOptions {
  readonly everyMs: number;
  readonly log: (message: string) => void;
}

/** Whether a speech server answers, as far as is known. */
export interface ServerHealth extends Disposable {
  state(): "unknown" | "ready" | "unreachable";
  /** Runs a call. A server that computes may answer nothing else meanwhile, so nothing is concluded from its silence then. */
  during<Result>(call: () => Promise<Result>): Promise<Result>;
}

const timeoutMs = 5000;

/** Checks a server now and then; a change of its health is logged. */
export function watchHealth(server: ServerConnection, { everyMs, log }: HealthOptions): ServerHealth {
  const stop = new AbortController();
  let state: ReturnType<ServerHealth["state"]> = "unknown";
  let underWay = 0;
  const report = (trouble: ServerError | null): void => {
    // It may be at work for another process; a call would find out.
    if (trouble?.fault === "timeout" && state === "ready") return;
    const next = trouble === null ? "ready" : "unreachable";
    if (trouble !== null && next !== state) log(lineOf(trouble));
    else if (state === "unreachable" && next === "ready") log("The speech server answers.");
    state = next;
  };
  const check = async (): Promise<void> => {
    if (underWay > 0) return;
    const late = AbortSignal.timeout(timeoutMs);
    const trouble = await findTrouble(server, AbortSignal.any([stop.signal, late]));
    if (!stop.signal.aborted && !(trouble !== null && underWay > 0)) report(trouble);
  };
  void check();
  const checking = repeat(everyMs, check);
  return {
    state: () => state,
    during: async (call) => {
      underWay += 1;
      const result = await call().finally(() => (underWay -= 1));
      report(null);
      return result;
    },
    [Symbol.dispose]: () => {
      stop.abort();
      void checking.stop();
    },
  };
}

/** Servers have `/health` or `/v1/models`, and some have neither: what answers at all is well unless it says otherwise. */
async function findTrouble(server: ServerConnection, signal: AbortSignal): Promise<ServerError | null> {
  try {
    const health = await server.status("/health", signal);
    const status = health < 400 ? health : await server.status("/v1/models", signal);
    const isWell = status < 500 && status !== 401 && status !== 403;
    return isWell ? null : refusalOf({ status, retryAfter: null, detail: "" });
  } catch (error) {
    if (error instanceof ServerError) return error;
    return new ServerError("timeout", "The speech server does not answer.");
  }
}
