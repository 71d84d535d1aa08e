import Router from "@koa/router";
import type { Context } from "koa";
import { DomainError } from "#src/errors.ts";
import type { IdentityProvider } from "#src/platform/identity-provider.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import { authenticate } from "./authenticate.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import { performOnce } from "./idempotency.ts";
import { addressOf, refuseCaller, withinLimit } from "./rate-limits.ts";
import type { ResultWaiter } from "./result-waiter.ts";
import type { Caller } from "./caller.ts";
import type { Call, Reply, RequestContext, Route } from "./route.ts";

export interface Served {
  readonly resources: Resources;
  readonly waiter: ResultWaiter;
  readonly limiter: RateLimiter;
  readonly isDraining: () => boolean;
  readonly identityProvider: IdentityProvider | null;
  readonly paymentProvider: PaymentProvider | null;
}

/** The routes of a table as Koa's router, in the order of checks: path, method, credential, body, input, work. */
export function openRouter(routes: readonly Route[], served: Served): Router {
  const router = new Router({ sensitive: true, strict: true });
  for (const route of routes) {
    router.register(koaPath(route.path), [route.method], (ctx) => serve(ctx, route, served));
  }
  return router;
}

/** Answers what no route has taken. @throws DomainError `not_found`, `method_not_allowed` (with `Allow` set) */
export function refuseUnrouted(ctx: Context, routes: readonly Route[], router: Router): never {
  const allowed = new Set(
    routes
      .filter((route) => router.match(ctx.path, route.method.toUpperCase()).pathAndMethod.length > 0)
      .map((route) => route.method.toUpperCase()),
  );
  if (allowed.size === 0) throw new DomainError("not_found");
  ctx.set("Allow", [...allowed, ...(allowed.has("GET") ? ["HEAD"] : [])].join(", "));
  throw new DomainError("method_not_allowed");
}

const koaPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

async function serve(ctx: Context, route: Route, served: Served): Promise<void> {
  ctx.state["forBrowsers"] = route.forBrowsers;
  const { resources, waiter, isDraining, identityProvider, paymentProvider } = served;
  const caller = await authenticate(ctx, route.access, served).catch((error: unknown) =>
    refuseCaller(ctx, served, error),
  );
  const context: RequestContext = {
    resources,
    waiter,
    isDraining,
    identityProvider,
    paymentProvider,
    requestId: String(ctx.state["requestId"]),
    address: addressOf(ctx, served),
    signal: hangUpSignal(ctx),
    header: (name) => ctx.get(name) || undefined,
    queryString: ctx.querystring,
    accepts: (types) => ctx.accepts([...types]) || undefined,
  };
  const admit = admission(ctx, { route, caller, served });
  const reply = await route.answer(ctx, { caller, context, admit });
  if ("status" in reply) return send(ctx, route, reply);
  ctx.status = 422;
  ctx.body = { detail: reply };
}

/** Between good input and the work: a repeat is answered as before, and what is new counts against a limit. */
function admission(
  ctx: Context,
  call: { readonly route: Route; readonly caller: Caller | null; readonly served: Served },
): Call["admit"] {
  const { route, caller, served } = call;
  return ({ perform: work, keyed }) => {
    const perform = () => withinLimit(ctx, call, work);
    if (keyed === null || caller === null) return perform();
    const scope = {
      userId: caller.userId,
      route: `${route.method} ${route.path}`,
      requestId: String(ctx.state["requestId"]),
    };
    return performOnce(ctx, { ...keyed, scope, perform }, served);
  };
}

function hangUpSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed) controller.abort();
  ctx.res.once("close", () => controller.abort());
  return controller.signal;
}

function send(ctx: Context, route: Route, reply: Reply): void {
  ctx.status = reply.status;
  // What belongs to an account is no business of a cache in between.
  if (route.access !== "public") ctx.set("Cache-Control", "private, no-store");
  ctx.set({ ...reply.headers });
  if ("raw" in reply) {
    const { content, contentType, length } = reply.raw;
    ctx.set("Content-Type", contentType);
    ctx.body = content;
    if (length !== undefined) ctx.length = length;
    return;
  }
  // What the schema does not declare does not leave.
  const schema = route.responses[reply.status]?.schema;
  if (schema === undefined) throw new Error(`${route.method} ${route.path} does not declare its ${reply.status}.`);
  ctx.body = "bare" in reply ? schema.parse(reply.bare) : { success: true, data: schema.parse(reply.data) };
}
