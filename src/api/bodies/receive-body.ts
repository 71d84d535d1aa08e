import { on } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { DomainError } from "#src/errors.ts";
import { declaredBytes, expectsContinue } from "./body-length.ts";

/** The limits of a body. */
export interface BodyRules {
  readonly maxBytes: number;
  readonly tooLarge: () => DomainError;
  readonly pace: RateRules;
  /** Counts the body, before its first byte is read, by the most that it can have. */
  readonly admit: (bytes: number) => Promise<Admitted> | Admitted;
}

interface Admitted extends Disposable {
  /** Called with the number of bytes read so far. */
  written?(bytes: number): void;
}

/** Chunks that wait to be taken before the connection is read no further; each is at most 64 KiB. */
const waitingChunks = { highWaterMark: 4, lowWaterMark: 2 } as const;

/**
 * Reads a body within its rules. Nothing is read, and `100 Continue` is not sent, before its size and
 * its admission are settled.
 * @throws DomainError `tooLarge()`, what `admit` throws, `request_timeout`; `malformed_request` when the caller hangs up
 */
export async function receiveBody<Result>(
  ctx: Context,
  rules: BodyRules,
  read: (body: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const { req } = ctx;
  const announced = declaredBytes(req);
  if (announced !== null && announced > rules.maxBytes) throw rules.tooLarge();
  using admitted = await rules.admit(announced ?? rules.maxBytes);
  using pace = enforceMinimumRate(req, rules.pace);
  if (expectsContinue(req)) {
    ctx.res.writeContinue();
    ctx.state["continued"] = true;
  }
  try {
    return await read(chunksOf(req, { rules, admitted, signal: pace.signal }));
  } catch (error) {
    if (req.destroyed && !req.complete) throw hungUp();
    throw error;
  }
}

/** The caller is gone. It must only not look like a mistake of ours. */
const hungUp = (): DomainError => new DomainError("malformed_request");

interface Reading {
  readonly rules: BodyRules;
  readonly admitted: Admitted;
  readonly signal: AbortSignal;
}

async function* chunksOf(req: IncomingMessage, { rules, admitted, signal }: Reading): AsyncGenerator<Buffer> {
  // A caller that is gone already sends no event any more.
  if (req.destroyed) throw hungUp();
  const close = ["end", "close"];
  let bytes = 0;
  try {
    const events: AsyncIterable<readonly unknown[]> = on(req, "data", { ...waitingChunks, signal, close });
    for await (const [chunk] of events) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > rules.maxBytes) throw rules.tooLarge();
      admitted.written?.(bytes);
      yield chunk;
    }
    if (!req.complete) throw hungUp();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // The rest after a refusal is read by `discardUnreadBody`.
    req.pause();
  }
}

/** The least rate of a body, and its longest time. */
interface RateRules {
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
function enforceMinimumRate(req: IncomingMessage, { minBytesPerSecond, maxSeconds }: RateRules): Pace {
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
