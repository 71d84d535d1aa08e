import { ConnectionError } from "./errors.ts";

export interface RetryOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** Milliseconds before the second attempt; twice as long before each further one. */
  readonly backoffMs: number;
}

const maxBackoffMs = 30_000;
/** The service counts its limits by the minute. What asks for a longer wait is left to the caller. */
const maxAskedMs = 60_000;
const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** Rejects when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** True for what may be sent again: a call without an effect, or one that the service recognises by its key. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  safeMethods.has(method) || headers.has("idempotency-key");

async function isInProgress(response: Response): Promise<boolean> {
  return response.status === 409 && (await response.clone().text()).includes("idempotency_in_progress");
}

/** Milliseconds that the answer asks for; null where it does not. */
function askedDelay({ headers }: Response): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** A fetch that sends a call again when the connection breaks or the service asks for it. */
export const retryingFetch = ({ fetch, maxRetries, backoffMs }: RetryOptions) =>
  async function send(request: Request): Promise<Response> {
    const attempts = isRepeatable(request) ? maxRetries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= attempts;
      let delay = Math.min(maxBackoffMs, backoffMs * 2 ** attempt);
      try {
        const response = await fetch(isLast ? request : request.clone());
        if (isLast) return response;
        if (!retriedStatuses.has(response.status) && !(await isInProgress(response))) return response;
        const asked = askedDelay(response);
        if (asked !== null && asked > maxAskedMs) return response;
        await response.body?.cancel();
        delay = asked ?? delay;
      } catch (error) {
        // A `ConnectionError` is final: `fetch` has found that there is nothing to connect to.
        if (isLast || request.signal.aborted || error instanceof ConnectionError) throw error;
      }
      await sleep(delay, request.signal);
    }
  };
