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
  const started = performance.now();
  await next();
  const share: unknown = ctx.state["limitShare"];
  const call = {
    requestId: String(ctx.state["requestId"]),
    elapsedMs: performance.now() - started,
    share: isShare(share) ? share : null,
  };
  ctx.set({ ...dialectAt(ctx.req.url ?? "")?.answerHeaders(call) });
}
