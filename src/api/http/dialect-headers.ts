import type { Context, Next } from "koa";
import type { ReceivedCall } from "#src/api/callers/received-call.ts";
import type { LimitShare } from "#src/api/dialects/dialect.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { headersOfLimit } from "#src/api/limits/rate-limits.ts";

/** Sets the headers that say what the steps have found out of a call: the call that it repeats, and what is left of its limit. */
export function setAnswerFacts(ctx: Context, { replayOf, counted }: ReceivedCall["answer"]): void {
  if (replayOf !== null) {
    // The id of an answer is that of the call that it belongs to.
    ctx.state["requestId"] = replayOf;
    ctx.set({ "X-Request-Id": replayOf, "Idempotent-Replayed": "true" });
  }
  if (counted === null) return;
  ctx.state["limitShare"] = counted;
  ctx.set(headersOfLimit(counted));
}

const isShare = (noted: unknown): noted is LimitShare => typeof noted === "object" && noted !== null;

/** Sets the headers of the dialect of the path, errors included. */
export async function withDialectHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.state["receivedAt"] = performance.now();
  await next();
  setDialectHeaders(ctx);
}

/** Sets them before the first byte of an answer that is sent while it is being made. */
export function setDialectHeaders(ctx: Context): void {
  const share: unknown = ctx.state["limitShare"];
  const call = {
    requestId: String(ctx.state["requestId"]),
    elapsedMs: performance.now() - Number(ctx.state["receivedAt"]),
    share: isShare(share) ? share : null,
  };
  ctx.set({ ...dialectAt(ctx.req.url ?? "")?.answerHeaders(call) });
}
