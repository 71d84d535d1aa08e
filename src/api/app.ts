import { randomUUID } from "node:crypto";
import Koa, { type Context, type Next } from "koa";
import type { Logger } from "#src/platform/logger.ts";
import type { Resources } from "#src/platform/resources.ts";
import { answerBrowsers } from "./error-page.ts";
import { errorBody, headersOf, publicError, statusOf } from "./errors.ts";
import { refusalRow } from "./refusal-row.ts";
import { openRouter, refuseUnrouted, type Served } from "./router.ts";
import { routes } from "./routes.ts";
import { endUnreadBody } from "./unread-body.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The whole HTTP surface over the resources of one process. */
export function createApp(served: Served): Koa {
  const app = new Koa();
  const router = openRouter(routes, served);
  app.use((ctx, next) => observed(ctx, next, served.resources));
  app.use(endUnreadBody);
  app.use(answerBrowsers);
  app.use((ctx, next) => withErrors(ctx, next, served.resources.log));
  app.use(router.routes());
  app.use((ctx) => refuseUnrouted(ctx, routes, router));
  // Koa reports here what breaks after the answer has begun, mostly callers that hang up.
  app.on("error", (error: Error) => served.resources.log.debug({ error: error.message }, "the connection broke"));
  return app;
}

/** Gives the request its id, writes its one line and measures it. */
async function observed(ctx: Context, next: Next, { log, metrics }: Resources): Promise<void> {
  const started = performance.now();
  const requestId = randomUUID();
  const sentId = ctx.get("x-request-id");
  ctx.state["requestId"] = requestId;
  ctx.set("X-Request-Id", requestId);
  await next();
  const route: unknown = ctx["_matchedRoute"];
  const durationMs = performance.now() - started;
  metrics.observeRequest(
    { method: ctx.method, route: typeof route === "string" ? route : "none", status: ctx.status },
    durationMs / 1000,
  );
  log.info(
    {
      request_id: requestId,
      ...(uuid.test(sentId) && { client_request_id: sentId }),
      method: ctx.method,
      route,
      status: ctx.status,
      duration_ms: Math.round(durationMs),
    },
    "request",
  );
}

async function withErrors(ctx: Context, next: Next, log: Logger): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    const requestId = String(ctx.state["requestId"]);
    const error = publicError(thrown);
    const status = statusOf(error.code);
    if (error !== thrown) {
      const cause = thrown instanceof Error ? thrown.stack : String(thrown);
      const level = status < 500 ? "info" : "error";
      log[level]({ request_id: requestId, error: cause }, "a request met an error that it did not make itself");
    }
    ctx.status = status;
    ctx.set({ ...headersOf(error) });
    ctx.body = status === 422 ? { detail: [refusalRow(error)] } : errorBody(error, requestId);
  }
}
