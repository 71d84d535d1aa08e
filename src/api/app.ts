import Koa, { type Context, type Next } from "koa";
import type { Logger } from "#src/platform/logger.ts";
import { withAnswerHeaders } from "./http/response-headers.ts";
import { allowCorsOrigins } from "./http/cors.ts";
import { renderErrorPages } from "./http/error-page.ts";
import { publicError, statusOf } from "./errors.ts";
import { withDialectHeaders } from "./http/dialect-headers.ts";
import { refuseCall } from "./http/error-reply.ts";
import { plainTarget } from "./http/plain-target.ts";
import { observeRequest } from "./http/observe-request.ts";
import { refuseMalformed } from "./http/refuse-malformed.ts";
import { methodsAt, createRouter, refuseUnrouted, type AppContext } from "./router.ts";
import { routes } from "./routes.ts";
import { discardUnreadBody } from "./bodies/unread-body.ts";

/** The whole HTTP surface over the resources of one process. */
export function createApp(appContext: AppContext): Koa {
  const app = new Koa();
  const router = createRouter(routes, appContext);
  const { config, log } = appContext.resources;
  const { corsOrigins: origins } = config.limits;
  // First of all: routes, rights, limits, dialects and CORS see one path, never two spellings of it.
  app.use((ctx, next) => {
    ctx.req.url = plainTarget(ctx.req.url ?? "/");
    return next();
  });
  app.use((ctx, next) => observeRequest(ctx, next, appContext.resources));
  app.use(withAnswerHeaders(config));
  app.use(withDialectHeaders);
  app.use(discardUnreadBody);
  app.use(renderErrorPages(appContext));
  app.use((ctx, next) => withErrors(ctx, next, log));
  // All code that reads the path is within: Koa throws when the URL is malformed.
  app.use(allowCorsOrigins({ origins, methodsAt: (path) => methodsAt(path, routes, router) }));
  app.use(refuseMalformed);
  app.use(router.routes());
  app.use((ctx) => refuseUnrouted(ctx, routes, router));
  // Koa reports here what breaks after the answer has begun, mostly callers that hang up.
  app.on("error", (error: Error) => log.debug({ error: error.message }, "the connection broke"));
  return app;
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
      const level = status < 500 || ctx.res.closed ? "info" : "error";
      log[level]({ request_id: requestId, error: cause }, "a request met an error that it did not make itself");
    }
    refuseCall(ctx, error);
  }
}
