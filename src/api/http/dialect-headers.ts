import type { Context, Next } from "koa";
import type { LimitShare } from "#src/api/dialects/dialect.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";

/** Notes the limit that a call counted against, for the headers of its answer. */
export function noteLimitShare(ctx: Context, share: LimitShare): void {
  ctx.state["limitShare"] = share;
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
