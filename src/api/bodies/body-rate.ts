import type { IncomingMessage } from "node:http";
import { DomainError } from "#src/errors.ts";

/** How fast a body has to arrive. */
export interface RateRules {
  /** On the average of ten seconds. With 0 one byte in ten seconds is enough. */
  readonly minBytesPerSecond: number;
  readonly maxSeconds: number;
}

/** Aborts, with a DomainError `request_timeout`, for as long as it is not disposed of. */
interface Pace extends Disposable {
  readonly signal: AbortSignal;
}

const lookMs = 1_000;
/** Phones that go from one cell to the next are silent for some seconds. */
const windowSeconds = 10;

/** Watches a body arrive, and ends what is silent for ten seconds, too slow, or not there in time. */
export function enforceMinimumRate(req: IncomingMessage, { minBytesPerSecond, maxSeconds }: RateRules): Pace {
  const controller = new AbortController();
  const { socket } = req;
  const begun = performance.now();
  const needed = Math.max(minBytesPerSecond * windowSeconds, 1);
  const counts = [socket.bytesRead];
  const look = (): void => {
    if (req.complete) return;
    counts.push(socket.bytesRead);
    const oldest = counts.length > windowSeconds ? counts.shift() : undefined;
    const isSlow = oldest !== undefined && socket.bytesRead - oldest < needed;
    if (isSlow || performance.now() - begun > maxSeconds * 1000) controller.abort(new DomainError("request_timeout"));
  };
  const timer = setInterval(look, lookMs);
  return { signal: controller.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
