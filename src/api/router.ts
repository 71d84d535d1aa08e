import Router from "@koa/router";
import type { Context } from "koa";
import type { EngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { DomainError } from "#src/errors.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import { admit } from "./callers/admit.ts";
import { type BodyAdmission, createBodyAdmission } from "./bodies/body-admission.ts";
import { receive, type ReceivedCall } from "./callers/received-call.ts";
import { setAnswerFacts } from "./http/dialect-headers.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import { refuseCall } from "./http/error-reply.ts";
import { noteUnsendable, whenSent } from "./http/observe-request.ts";
import { discardStream, sendStream } from "./http/send-stream.ts";
import { countCall, countError, countRefusal, limitOf, type LimitedCall, takeBack } from "./limits/rate-limits.ts";
import { type HeldKey, type KeyedCall, release, repeat, settle } from "./results/repeat.ts";
import type { ChunkReader } from "#src/api/results/chunk-reader.ts";
import type { ResultWaiter } from "./results/result-waiter.ts";
import type { Caller } from "./callers/caller.ts";
import type { Reply, RequestContext, Route, ValidCall } from "./route.ts";
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
export function createRouter(routes: readonly Route[], appContext: AppContext): Router {
  const router = new Router({ sensitive: true, strict: true });
  const bodies = createBodyAdmission(appContext.resources);
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
  throw new DomainError("method_not_allowed", `This path does not support ${ctx.method}. Use ${allowed.join(" or ")}.`);
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

interface Serving extends AppContext {
  readonly bodies: BodyAdmission;
}

interface RoutedCall {
  readonly call: ReceivedCall;
  readonly route: Route;
  readonly appContext: Serving;
}

/** Serves a call of a route: receive, admit, read, limit, repeat, perform, which submits and waits for speech, and present. */
async function serve(ctx: Context, route: Route, appContext: Serving): Promise<void> {
  ctx.state["forBrowsers"] = route.forBrowsers;
  const { resources } = appContext;
  const call = receive(ctx.req, { requestId: String(ctx.state["requestId"]), signal: hangUpSignal(ctx) }, resources);
  const reply = await answer(ctx, { call, route, appContext }).finally(() => setAnswerFacts(ctx, call.answer));
  if (!("status" in reply)) return refuseCall(ctx, reply);
  try {
    await present(ctx, reply, { route, resources });
  } catch (error) {
    noteUnsendable(ctx);
    if ("stream" in reply) await discardStream(reply.stream.parts);
    throw error;
  }
}

/** The answer of a call, or the rows against its input. */
async function answer(ctx: Context, routed: RoutedCall): Promise<Reply | readonly ValidationRow[]> {
  const { call, route, appContext } = routed;
  const { resources, bodies } = appContext;
  await using scope = new AsyncDisposableStack();
  const caller = await admit(call, route, appContext);
  const limited = { call, caller, limit: limitOf(route) };
  try {
    const context = contextOf(ctx, limited, appContext);
    const input = await route.read(ctx, { caller, bodies, scope, context });
    if (!("perform" in input)) return await refuseRows(limited, input, appContext);
    await countCall(limited, appContext);
    const keyed = keyedCall(ctx, { ...routed, caller }, input);
    const repeated = keyed === null ? { held: null } : await repeat(keyed, resources);
    if ("rows" in repeated) return await refuseRows(limited, repeated.rows, appContext);
    const reply = "reply" in repeated ? repeated.reply : await perform(input, repeated.held, resources);
    return { ...reply, headers: { ...reply.headers, ...input.headers } };
  } catch (error) {
    await countError(limited, error, appContext);
    throw error;
  }
}

/** Refuses input with its rows. That counts as a call, and not against the limit of the route. */
async function refuseRows(
  limited: LimitedCall,
  rows: readonly ValidationRow[],
  appContext: AppContext,
): Promise<readonly ValidationRow[]> {
  await takeBack(limited.call, appContext);
  await countRefusal(limited, appContext);
  return rows;
}

/** A call that may be the repeat of another; null for any other. */
function keyedCall(
  ctx: Context,
  { call, route, caller }: RoutedCall & { readonly caller: Caller | null },
  { repeatable }: ValidCall,
): KeyedCall | null {
  if (repeatable === null || caller === null) return null;
  return { call, caller, route: `${route.method} ${route.path}`, repeatable, sent: whenSent(ctx) };
}

/** Performs a call, and notes with the key that it may hold how it has ended. */
async function perform(input: ValidCall, held: HeldKey | null, resources: Resources): Promise<Reply> {
  try {
    const reply = await input.perform();
    if (held !== null) await settle(held, reply, resources);
    return reply;
  } catch (error) {
    if (held !== null) await release(held, error, resources);
    throw error;
  }
}

function contextOf(ctx: Context, limited: LimitedCall, appContext: Serving): RequestContext {
  const { requestId, address, signal } = limited.call;
  const { resources, waiter, chunks, engines, isDraining, identityProvider, paymentClient, files, openApi } =
    appContext;
  return {
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
    requestId,
    address,
    signal,
    count: (limit) => countCall({ ...limited, limit }, appContext),
    header: (name) => ctx.get(name) || undefined,
    queryString: ctx.querystring,
    accepts: (types) => ctx.accepts([...types]) || undefined,
  };
}

function hangUpSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed) controller.abort();
  ctx.res.once("close", () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function present(
  ctx: Context,
  reply: Reply,
  { route, resources: { log } }: Pick<AppContext, "resources"> & { readonly route: Route },
): Promise<void> {
  ctx.status = reply.status;
  // A cache in between must not keep what belongs to an account.
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
  // Fields that the schema does not declare are not sent.
  const schema = route.responses[reply.status]?.schema;
  if (schema === undefined) throw new Error(`${route.method} ${route.path} does not declare its ${reply.status}.`);
  ctx.body = "bare" in reply ? schema.parse(reply.bare) : { success: true, data: schema.parse(reply.data) };
}
