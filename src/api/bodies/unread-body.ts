import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, Next } from "koa";
import { declaredBytes, expectsContinue } from "./body-length.ts";

/** The most bytes of a body that are read after its request was answered. */
const maxBytes = 1024 * 1024;
/** For so long a caller that is still sending can read its answer. */
const maxMs = 2_000;
/** Before it, most callers have read their answer and sent no more, and those behind them have theirs. */
const drainAfterMs = 50;

/**
 * Bounds what is read of a body after the answer to its request. A connection whose body has little left goes on being
 * used. Any other ends with this answer, which has arrived whole before the connection is closed: closing it while
 * bytes are on their way resets it, and the caller could lose the answer.
 */
export async function discardUnreadBody(ctx: Context, next: Next): Promise<void> {
  await next();
  const { req, res } = ctx;
  const announced = declaredBytes(req);
  if (req.complete || announced === 0) return;
  const isRefusedUnsent = expectsContinue(req) && ctx.state["continued"] !== true;
  if (announced !== null && announced <= maxBytes && !isRefusedUnsent && ctx.status !== 408) {
    res.once("finish", () => void drain(req).then(() => (req.complete ? req : req.destroy())));
    return;
  }
  ctx.set("Connection", "close");
  const { body, length } = ctx;
  const type = ctx.response.get("Content-Type");
  if (ctx.method === "HEAD" || body === null || body === undefined) return;
  ctx.body = Readable.from(endingAfterDrain(body, req), { objectMode: false });
  ctx.set("Content-Type", type);
  if (length !== undefined) ctx.length = length;
}

/** The content of an answer; its end, at which Node closes the connection, comes when the body has been drained. */
async function* endingAfterDrain(body: unknown, req: IncomingMessage): AsyncGenerator<Buffer | string> {
  if (body instanceof Readable) yield* chunksOf(body);
  else yield typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  await sleep(drainAfterMs);
  await drain(req);
}

const chunksOf = (content: Readable): AsyncIterable<Buffer | string> => content;

/** Reads on until the body ends, there was too much of it, or time is up. */
async function drain(req: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxBytes) req.pause();
  };
  const timer = setTimeout(resolve, maxMs);
  req.on("data", count).once("end", resolve).once("close", resolve).resume();
  await promise;
  clearTimeout(timer);
  req.off("data", count).off("end", resolve).off("close", resolve);
}
