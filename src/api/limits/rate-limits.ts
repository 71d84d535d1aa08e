import type { Context } from "koa";
import type { Config, Limits } from "#src/config.ts";
import { OverloadError } from "#src/domain/jobs/overload-error.ts";
import { DomainError } from "#src/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { clientAddress } from "#src/api/callers/caller-address.ts";
import { statusOf } from "#src/api/errors.ts";
import { noteLimitShare } from "#src/api/http/dialect-headers.ts";
import type { LimitName, Route } from "#src/api/route.ts";
import { isStartUpCheck } from "./start-up-check.ts";
import type { BlockedCallers } from "./blocked-callers.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";

type Policy = LimitName | "failed_authentication";

const rateOf: Readonly<Record<Policy, keyof Limits["rates"]>> = {
  calls: "calls",
  speech: "speech",
  demo_synthesis: "demoSynthesis",
  demo_transcription: "demoTranscription",
  contact: "contact",
  sign_in: "signIn",
  failed_authentication: "failedAuthentication",
};

/** Limits that the start-up check is exempt from. */
const demoLimits: ReadonlySet<LimitName> = new Set(["demo_synthesis", "demo_transcription"]);

/** Refusals that come before any work: what they refuse has not been accepted. */
const refusals: ReadonlySet<number> = new Set([402, 404, 409]);

/** The headers of the limits, for the OpenAPI document; IETF draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = {
  "RateLimit-Policy": 'The limit: its name, calls (`q`) and seconds (`w`), as in `"speech";q=120;w=60`.',
  RateLimit: 'Remaining: calls (`r`) and the seconds until all are available again (`t`), as in `"speech";r=119;t=42`.',
} as const;

/** What the limits are counted with. */
export interface RateLimitContext {
  readonly limiter: RateLimiter;
  readonly blocked: BlockedCallers;
  readonly resources: { readonly config: Config; readonly log: Logger };
}

/** A call of a route. */
export interface LimitedCall {
  readonly route: Pick<Route, "limit" | "access">;
  readonly caller: Caller | null;
  readonly appContext: RateLimitContext;
}

/** What a call of a route counts against; null where nothing is counted. */
export const limitOf = ({ limit, access }: Pick<Route, "limit" | "access">): LimitName | null =>
  limit ?? (access === "account" || access === "admin" ? "calls" : null);

/**
 * Performs a call that is within its limit, or answers it like an earlier one, which counts alike; what is refused before any
 * work is not counted, except as a call or an attempt to sign in, since neither may be tried without end.
 * @param perform gets a function that takes the call back, for what is counted in another way
 * @throws DomainError `rate_limited`, or what the call throws
 */
export async function withinLimit<Result>(
  ctx: Context,
  call: LimitedCall,
  perform: (giveBack: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const policy = limitOf(call.route);
  if (policy === null || isExempt(ctx, policy, call.appContext)) return perform(() => Promise.resolve());
  const taken = await take(ctx, { policy, key: keyOf(ctx, policy, call) }, call.appContext);
  try {
    return await perform(taken.giveBack);
  } catch (error) {
    if (isRefusal(error) && policy !== "calls" && policy !== "sign_in") {
      await taken.giveBack();
      // The queue is behind: that is no fault of the caller.
      if (!(error instanceof OverloadError)) await countRefusal(ctx, call);
    }
    throw error;
  }
}

/**
 * Counts a call that was refused for its input or its caller's rights: it costs nothing of the limits of work, but is a
 * call of the account, or of the address where no account is known. From the first that is too many, the caller is stopped until the window ends.
 * @throws DomainError `rate_limited` when there were too many
 */
export async function countRefusal(ctx: Context, call: LimitedCall): Promise<void> {
  const { route, caller, appContext } = call;
  const limit = limitOf(route);
  if (limit === null || isExempt(ctx, limit, appContext)) return;
  // The headers tell of the route's own limit.
  const silent = caller === null || limit !== "calls";
  const key = keyOf(ctx, "calls", call);
  try {
    await take(ctx, { policy: "calls", key, silent }, appContext);
  } catch (error) {
    if (error instanceof DomainError) appContext.blocked.block(key, Number(error.facts["retry_after"]) * 1000);
    throw error;
  }
}

/**
 * Refuses a caller who has been refused too often, before anything of the call is read.
 * @throws DomainError `rate_limited`
 */
export function refuseBlocked(ctx: Context, call: LimitedCall): void {
  const { route, appContext } = call;
  const limit = limitOf(route);
  if (limit === null || isExempt(ctx, limit, appContext)) return;
  const resetMs = appContext.blocked.msLeft(keyOf(ctx, "calls", call));
  if (resetMs > 0) refuse(ctx, { policy: "calls", resetMs }, appContext);
}

/**
 * Refuses a call whose limit is used up before its upload is received. Nothing is counted: that is done when the input is known.
 * @throws DomainError `rate_limited`
 */
export async function refuseExhausted(ctx: Context, call: LimitedCall): Promise<void> {
  const { route, appContext } = call;
  const policy = limitOf(route);
  if (policy === null || isExempt(ctx, policy, appContext)) return;
  const count = await appContext.limiter.look(keyOf(ctx, policy, call));
  if (count !== null && count.calls >= appContext.resources.config.limits.rates[rateOf[policy]])
    refuse(ctx, { policy, resetMs: count.resetMs }, appContext);
}

/** Codes of input that is refused with an error instead of rows, beside what is too large or too long. */
const inputCodes: ReadonlySet<string> = new Set(["request_timeout", "malformed_request", "options_unsupported"]);

/** True for input that is refused with an error instead of rows. */
export const isInputRefusal = (error: unknown): boolean =>
  error instanceof DomainError &&
  !(error instanceof WorkFailedError) &&
  (statusOf(error.code) === 413 || inputCodes.has(error.code));

const isExempt = (ctx: Context, limit: LimitName, { resources }: RateLimitContext): boolean =>
  demoLimits.has(limit) && isStartUpCheck((name) => ctx.get(name), resources.config);

const keyOf = (ctx: Context, policy: LimitName, { caller, appContext }: LimitedCall): string =>
  caller === null
    ? `${policy}:address:${clientAddress(ctx, appContext.resources)}`
    : `${policy}:account:${caller.userId}`;

/** A repeat that came too early is none: it counts like any other. */
function isRefusal(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  if (!(error instanceof DomainError) || error instanceof WorkFailedError) return false;
  return refusals.has(statusOf(error.code)) && error.code !== "idempotency_in_progress";
}

/**
 * Counts a credential that was refused, or missing, at the address that it came from. So does a cookie that another site
 * makes a browser send: counted at its account, that site could stop the account.
 * @throws DomainError `rate_limited` when there were too many, else the error itself
 */
export async function refuseCaller(ctx: Context, appContext: RateLimitContext, error: unknown): Promise<never> {
  if (error instanceof DomainError && (statusOf(error.code) === 401 || error.code === "origin_mismatch")) {
    const policy = "failed_authentication";
    await take(ctx, { policy, key: `${policy}:${clientAddress(ctx, appContext.resources)}`, silent: true }, appContext);
  }
  throw error;
}

interface Share {
  readonly policy: Policy;
  readonly key: string;
  /** Says nothing of the limit as long as it holds. */
  readonly silent?: boolean;
}

/** Takes one call of a limit, and writes into the answer what is left. */
async function take(ctx: Context, { policy, key, silent = false }: Share, appContext: RateLimitContext) {
  const { limiter, resources } = appContext;
  const count = await limiter.count(key);
  if (count === null) return { giveBack: () => Promise.resolve() };
  const { calls, resetMs } = count;
  const left = resources.config.limits.rates[rateOf[policy]] - calls;
  const endsAt = performance.now() + resetMs;
  if (left < 0) refuse(ctx, { policy, resetMs }, appContext);
  if (!silent) setRateLimitHeaders(ctx, { policy, left, resetMs }, appContext);
  const giveBack = async (): Promise<void> => {
    // In the next window it would be one call too many.
    if (performance.now() >= endsAt) return;
    await limiter.takeBack(key);
    setRateLimitHeaders(ctx, { policy, left: left + 1, resetMs }, appContext);
  };
  return { giveBack };
}

interface Exceeded {
  readonly policy: Policy;
  readonly resetMs: number;
}

function refuse(ctx: Context, exceeded: Exceeded, appContext: RateLimitContext): never {
  setRateLimitHeaders(ctx, { ...exceeded, left: 0 }, appContext);
  const seconds = Math.max(toSeconds(exceeded.resetMs), 1);
  throw new DomainError("rate_limited", undefined, { retry_after: seconds });
}

const toSeconds = (ms: number): number => Math.ceil(ms / 1000);

function setRateLimitHeaders(
  ctx: Context,
  { policy, left, resetMs }: Exceeded & { readonly left: number },
  { limiter, resources }: RateLimitContext,
): void {
  const limit = resources.config.limits.rates[rateOf[policy]];
  noteLimitShare(ctx, { limit, remaining: left, resetMs });
  ctx.set({
    "RateLimit-Policy": `"${policy}";q=${limit};w=${limiter.windowSeconds}`,
    RateLimit: `"${policy}";r=${left};t=${toSeconds(resetMs)}`,
  });
}
