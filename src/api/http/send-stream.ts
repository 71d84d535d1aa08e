import type { ServerResponse } from "node:http";
import type { Context } from "koa";
import { setDialectHeaders } from "./dialect-headers.ts";
import type { Logger } from "#src/platform/logger.ts";

/**
 * Sends an answer that is still being made, one part after the other: the next is asked for when the system has taken the one
 * before, so that a slow caller costs no more memory. What goes wrong breaks the connection, since the status was sent.
 */
export async function sendStream(
  ctx: Context,
  parts: AsyncIterable<Buffer | string>,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const { res } = ctx;
  ctx.respond = false;
  setDialectHeaders(ctx);
  try {
    for await (const part of parts) if (part.length > 0) await write(res, part);
    res.end();
  } catch (error) {
    const isGone = res.closed;
    res.destroy();
    if (!isGone) log.warn({ request_id: ctx.state["requestId"], error: String(error) }, "a stream broke off");
  }
}

/** Ends an answer that is not sent. It is begun first: a generator that was not closes nothing of what it reads. */
export async function discardStream(parts: AsyncIterable<unknown>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  await Promise.allSettled([iterator.next(), iterator.return?.()]);
}

/** Resolves when the system has taken it. */
async function write(res: ServerResponse, part: Buffer | string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Those who listen for the end of the connection know of it by then.
  const onClose = (): void => reject(new Error("The connection is closed."));
  if (res.closed) onClose();
  res.once("close", onClose);
  res.write(part, (error) => {
    if (!error) resolve();
  });
  await promise.finally(() => res.off("close", onClose));
}
