import { repeat } from "#src/platform/async/repeat.ts";
import type { ServerConnection } from "./send-request.ts";
import { refusalOf, ServerError } from "./server-error.ts";

export interface HealthOptions {
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** A server that computes may answer nothing else meanwhile, so nothing is concluded from its silence then. */
  readonly isBusy: () => boolean;
  /** Called after every health check. */
  readonly report: (trouble: ServerError | null) => void;
}

/** Looks now and then whether a server answers. */
export function watchHealth(server: ServerConnection, options: HealthOptions): Disposable {
  const { everyMs, timeoutMs, isBusy, report } = options;
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    if (isBusy()) return;
    const late = AbortSignal.timeout(timeoutMs);
    const trouble = await findTrouble(server, AbortSignal.any([stop.signal, late]));
    if (!stop.signal.aborted && !(trouble !== null && isBusy())) report(trouble);
  };
  void look();
  const looking = repeat(everyMs, look);
  return {
    [Symbol.dispose]: () => {
      stop.abort();
      void looking.stop();
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
