import { randomUUID } from "node:crypto";
import type { Span } from "@opentelemetry/api";
import type { Context, Next } from "koa";
import type { Resources } from "#src/platform/resources.ts";
import { markFailed, openSpan, parentAt } from "#src/spans.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The status, in logs and metrics only, of a call whose caller was gone before all of its answer was sent. */
const callerGone = 499;

/**
 * Gives the request its id and its span, and writes its one line and measures it when its answer has been sent or its caller is gone.
 */
export async function observeRequest(ctx: Context, next: Next, resources: Resources): Promise<void> {
  const started = performance.now();
  const requestId = randomUUID();
  ctx.state["requestId"] = requestId;
  ctx.state["publicUrl"] = resources.config.publicUrl;
  ctx.set("X-Request-Id", requestId);
  const ended = whenEnded(ctx);
  const { span, within } = openSpan(ctx.method, { kind: "SERVER", parent: parentAt(ctx.get("traceparent")) });
  try {
    await within(next);
  } finally {
    void ended.then((whole) => {
      const status = whole ? ctx.status : callerGone;
      within(() => report(ctx, { requestId, started, status }, resources));
      endSpan(span, ctx, { requestId, status });
    });
  }
}

/** Notes that the answer of the route cannot be sent; an error takes its place. */
export function noteUnsendable(ctx: Context): void {
  ctx.state["isUnsendable"] = true;
}

/** Resolves when the answer of the route has ended: with true when the system has taken all of it. */
export async function whenSent(ctx: Context): Promise<boolean> {
  return (await whenEnded(ctx)) && ctx.state["isUnsendable"] !== true;
}

/** The same of whatever is answered. */
function whenEnded({ req, res }: Context): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Node says that an answer is finished when its connection was ended from our side, too.
  res.once("finish", () => resolve(!req.socket.destroyed)).once("close", () => resolve(false));
  if (res.closed) resolve(false);
  return promise;
}

/** The facts of the call by the names of OpenTelemetry. Its path is left out: addresses of files have a token. */
function endSpan(span: Span, ctx: Context, { requestId, status }: Omit<ObservedResponse, "started">): void {
  if (!span.isRecording()) return;
  const route: unknown = ctx["_matchedRoute"];
  if (typeof route === "string") span.updateName(`${ctx.method} ${route}`).setAttribute("http.route", route);
  span.setAttributes({
    "http.request.method": ctx.method,
    "http.response.status_code": status,
    "speech.call.id": requestId,
  });
  if (status >= 500) markFailed(span, `${status}`);
  span.end();
}

interface ObservedResponse {
  readonly requestId: string;
  readonly started: number;
  readonly status: number;
}

function report(ctx: Context, { requestId, started, status }: ObservedResponse, { log, metrics }: Resources): void {
  const sentId = ctx.get("x-request-id");
  const route: unknown = ctx["_matchedRoute"];
  const durationMs = performance.now() - started;
  const { method } = ctx;
  metrics.observeRequest({ method, route: typeof route === "string" ? route : "none", status }, durationMs / 1000);
  log.info(
    {
      request_id: requestId,
      ...(uuid.test(sentId) && { client_request_id: sentId }),
      method,
      route,
      status,
      duration_ms: Math.round(durationMs),
    },
    "request",
  );
}
