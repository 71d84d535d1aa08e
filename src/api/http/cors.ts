import type { Context } from "koa";
import { dialectAt } from "#src/api/dialects/dialects.ts";

/** For how long a browser may remember a preflight; Chromium remembers none for longer. */
const preflightSeconds = 7_200;
const requestHeaders = [
  ...["X-API-Key", "Authorization", "Content-Type", "Idempotency-Key", "Prefer"],
  ...["Range", "If-Range", "If-None-Match"],
];
const answerHeaders = [
  ...["Speech-Language", "Speech-Ignored"],
  ...["X-Request-Id", "RateLimit", "RateLimit-Policy", "Retry-After", "Location", "Idempotent-Replayed"],
  ...["ETag", "Accept-Ranges", "Content-Range", "Content-Length", "Allow", "WWW-Authenticate"],
];

const askedHeaders = "access-control-request-headers";

interface CorsOptions {
  /** Origins whose pages may call; `*` is all of them. */
  readonly origins: readonly string[];
  /** The methods that a path takes, none where it is no path of ours. */
  readonly methodsAt: (path: string) => readonly string[];
}

/** True for the paths that programs call: no page, nothing of signing in, and no notification, which only servers send. */
const isOpenPath = (path: string): boolean =>
  dialectAt(path) !== null ||
  (path.startsWith("/v1/") && !path.startsWith("/v1/webhooks/")) ||
  /^\/[\w-]+\.json$/.test(path);

/**
 * Lets pages of other origins call with a key in a header (https://fetch.spec.whatwg.org/#http-cors-protocol), errors
 * included. Credentials that a browser adds by itself are never allowed.
 */
export function allowCorsOrigins({
  origins,
  methodsAt,
}: CorsOptions): (ctx: Context, next: () => Promise<unknown>) => Promise<unknown> {
  const all = origins.includes("*");
  return async (ctx, next) => {
    if (origins.length === 0 || !isOpenPath(ctx.path)) return next();
    ctx.vary("Origin");
    const origin = ctx.get("origin");
    if (origin === "" || (!all && !origins.includes(origin))) return next();
    ctx.set("Access-Control-Allow-Origin", all ? "*" : origin);
    // Clients of other vendors send and read headers of their own, which change with their versions.
    const isForeign = dialectAt(ctx.path) !== null;
    const methods = isPreflight(ctx) ? methodsAt(ctx.path) : [];
    if (methods.length === 0) {
      ctx.set("Access-Control-Expose-Headers", isForeign ? "*" : answerHeaders.join(", "));
      return next();
    }
    ctx.set({
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": isForeign ? ctx.get(askedHeaders) : requestHeaders.join(", "),
      "Access-Control-Max-Age": String(preflightSeconds),
    });
    ctx.status = 204;
    return undefined;
  };
}

const isPreflight = (ctx: Context): boolean =>
  ctx.method === "OPTIONS" && ctx.get("access-control-request-method") !== "";
