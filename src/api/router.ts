import Router from "@koa/router";
import type { Context } from "koa";
import type { EngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { DomainError } from "#src/errors.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import { authenticate } from "./callers/authenticate.ts";
import { authorize } from "./callers/authorize.ts";
import { type BodyAdmission, openBodyAdmission } from "./bodies/body-admission.ts";
import { clientAddress } from "./callers/caller-address.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import { refuseCall } from "./http/error-reply.ts";
import { withIdempotency } from "./http/idempotency.ts";
import { withImplicitKey } from "./http/implicit-key.ts";
import { noteUnsendable } from "./http/observe-request.ts";
import { discardStream, sendStream } from "./http/send-stream.ts";
import {
  countRefusal,
  isInputRefusal,
  refuseBlocked,
  refuseCaller,
  refuseExhausted,
  withinLimit,
} from "./limits/rate-limits.ts";
import type { ChunkReader } from "#src/api/results/chunk-reader.ts";
import type { ResultWaiter } from "./results/result-waiter.ts";
import type { Caller } from "./callers/caller.ts";
import type { Call, Reply, RequestContext, Route, ValidCall } from "./route.ts";
import type { SharedFiles } from "./http/shared-files.ts";
import type { OpenApiFiles } from "./openapi/served-documents.ts";
import type { BlockedCallers } from "./limits/blocked-callers.ts";
import type { ValidationRow } from "./validation/validation-error.ts";

export interface AppContext {
  readonly resources: Resources;
  readonly waiter: ResultWaiter;
  readonly chunks: ChunkReader;
  readonly engines: EngineDirectory;
  readonly limiter: RateLimiter;
  readonly blocked: BlockedCallers;
  readonly isDraining: () => boolean;
  readonly identityProvider: IdentityProvider | null;
  readonly paymentClient: PaymentClient | null;
  readonly files: SharedFiles;
  readonly openApi: OpenApiFiles;
}

/** The routes of a table as Koa's router, in the order of checks: path, method, credential, scope, body, input, work. */
export function openRouter(routes: readonly Route[], appContext: AppContext): Router {
  const router = new Router({ sensitive: true, strict: true });
  const bodies = openBodyAdmission(appContext.resources);
  const fixed = fixedPaths(routes);
  for (const route of routes) {
    router.register(koaPath(route.path), [route.method], (ctx, next) =>
      // OpenAPI: a path without parameters takes precedence over a template that also matches it.
      fixed.has(ctx.path) && ctx.path !== route.path ? next() : serve(ctx, route, { ...appContext, bodies }),
    );
  }
  return router;
}

const fixedPaths = (routes: readonly Route[]): ReadonlySet<string> =>
  new Set(routes.map(({ path }) => path).filter((path) => !path.includes("{")));

/** Answers what no route has taken. @throws DomainError `not_found`, `method_not_allowed` (with `Allow` set) */
export function refuseUnrouted(ctx: Context, routes: readonly Route[], router: Router): never {
  const allowed = methodsAt(ctx.path, routes, router);
  if (allowed.length === 0) {
    ctx.state["isUnrouted"] = true;
    throw new DomainError("not_found");
  }
  ctx.set("Allow", allowed.join(", "));
  throw new DomainError("method_not_allowed");
}

/** The methods that a path takes, in capitals; none where it is no path of ours. */
export function methodsAt(path: string, routes: readonly Route[], router: Router): readonly string[] {
  const own = routes.filter((route) => route.path === path);
  const known = new Set((own.length > 0 ? own : routes).map(({ method }) => method.toUpperCase()));
  const methods = [...known].filter((method) => router.match(path, method).pathAndMethod.length > 0);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])];
}

/** `{name}` is one step of a path, `{name*}` all that follow. */
const koaPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1").replaceAll(/\{(\w+)\*\}/g, "*$1");

async function serve(ctx: Context, route: Route, appContext: Serving): Promise<void> {
  ctx.state["forBrowsers"] = route.forBrowsers;
  const { resources, waiter, chunks, engines, isDraining, identityProvider, paymentClient, files, openApi } =
    appContext;
  const caller = await authenticate(ctx, route, appContext).catch((error: unknown) =>
    refuseCaller(ctx, appContext, error),
  );
  const context: RequestContext = {
    resources,
    waiter,
    chunks,
    engines,
    isDraining,
    identityProvider,
    paymentClient,
    files,
    openApi,
    isHead: ctx.method === "HEAD",
    requestId: String(ctx.state["requestId"]),
    address: clientAddress(ctx, resources),
    within: (limit, work) => withinLimit(ctx, { route: { ...route, limit }, caller, appContext }, work),
    signal: hangUpSignal(ctx),
    header: (name) => ctx.get(name) || undefined,
    queryString: ctx.querystring,
    accepts: (types) => ctx.accepts([...types]) || undefined,
  };
  const reply = await answer(ctx, { route, caller, appContext }, context);
  if (!("status" in reply)) return refuseCall(ctx, reply);
  try {
    await send(ctx, reply, { route, resources });
  } catch (error) {
    noteUnsendable(ctx);
    if ("stream" in reply) await discardStream(reply.stream.parts);
    throw error;
  }
}

interface Serving extends AppContext {
  readonly bodies: BodyAdmission;
}

interface RoutedCall {
  readonly route: Route;
  readonly caller: Caller | null;
  readonly appContext: Serving;
}

/** The route's answer, or the rows against the input, which count as a call. */
async function answer(
  ctx: Context,
  call: RoutedCall,
  context: RequestContext,
): Promise<Reply | readonly ValidationRow[]> {
  const { route, caller, appContext } = call;
  refuseBlocked(ctx, call);
  await requireRights(ctx, call);
  if (takesUploads(route)) await refuseExhausted(ctx, call);
  try {
    const reply = await route.answer(ctx, {
      caller,
      bodies: appContext.bodies,
      context,
      admit: admission(ctx, call, context),
    });
    if (!("status" in reply)) await countRefusal(ctx, call);
    return reply;
  } catch (error) {
    if (isInputRefusal(error)) await countRefusal(ctx, call);
    throw error;
  }
}

/** Bodies in JSON are small. */
const takesUploads = ({ bodyDocument }: Route): boolean =>
  bodyDocument !== null && bodyDocument.contentType !== "application/json";

/** Refuses a caller who may not call the route; that counts as a call. */
async function requireRights(ctx: Context, call: RoutedCall): Promise<void> {
  const { route, caller } = call;
  try {
    if (caller !== null) authorize(caller, route);
  } catch (error) {
    await countRefusal(ctx, call);
    throw error;
  }
}

/** Between good input and the work: the call counts against its limit, and is then performed or answered as before. */
function admission(ctx: Context, call: RoutedCall, context: RequestContext): Call["admit"] {
  return (validCall) =>
    withinLimit(ctx, call, async (giveBack) => {
      const reply = await performOrRepeat(ctx, { ...call, ...validCall }, context);
      // Rows are counted as refused input.
      if (!("status" in reply)) await giveBack();
      return reply;
    });
}

async function performOrRepeat(
  ctx: Context,
  { route, caller, appContext, perform, repeatable }: RoutedCall & ValidCall,
  { requestId, signal }: RequestContext,
): Promise<Reply | readonly ValidationRow[]> {
  if (repeatable === null || caller === null) return perform();
  const scope = { userId: caller.userId, route: `${route.method} ${route.path}`, requestId };
  const { key } = repeatable;
  if (key !== null) return withIdempotency(ctx, { ...repeatable, key, scope, perform }, appContext);
  const call = { ...repeatable, apiKeyId: caller.apiKeyId ?? "", scope, signal, perform };
  return withImplicitKey(ctx, call, appContext);
}

function hangUpSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed) controller.abort();
  ctx.res.once("close", () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function send(
  ctx: Context,
  reply: Reply,
  { route, resources: { log } }: Pick<AppContext, "resources"> & { readonly route: Route },
): Promise<void> {
  ctx.status = reply.status;
  // What belongs to an account is no business of a cache in between.
  if (route.access !== "public") ctx.set("Cache-Control", "private, no-store");
  ctx.set({ ...reply.headers });
  if ("stream" in reply) {
    ctx.set("Content-Type", reply.stream.contentType);
    return sendStream(ctx, reply.stream.parts, log);
  }
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
