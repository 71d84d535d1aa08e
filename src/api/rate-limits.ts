import type { Context } from "koa";
import type { Config } from "#src/config.ts";
import type { Rates } from "#src/limits.ts";
import { OverloadError } from "#src/domain/jobs/overload-error.ts";
import { DomainError } from "#src/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import type { Caller } from "./caller.ts";
import { callerAddress } from "./caller-address.ts";
import { statusOf } from "./errors.ts";
import type { LimitName, Route } from "./route.ts";
import { isStartUpCheck } from "./start-up-check.ts";
import { WorkFailedError } from "./work-failed-error.ts";

type Policy = LimitName | "failed_authentication";

const rateOf: Readonly<Record<Policy, keyof Rates>> = {
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
  RateLimit: 'What is left of it: calls (`r`) and the seconds until all are back (`t`), as in `"speech";r=119;t=42`.',
} as const;

/** What the limits are counted with. */
export interface Limited {
  readonly limiter: RateLimiter;
  readonly resources: { readonly config: Config; readonly log: Pick<Logger, "warn"> };
}

/** What a call of a route counts against; null where nothing is counted. */
export const limitOf = ({ limit, access }: Pick<Route, "limit" | "access">): LimitName | null =>
  limit ?? (access === "account" || access === "admin" ? "calls" : null);

/**
 * Performs a call that is within its limit; what is refused before any work is not counted, except as a call.
 * @throws DomainError `rate_limited`, or what the call throws
 */
export async function withinLimit<Result>(
  ctx: Context,
  { route, caller, served }: { readonly route: Route; readonly caller: Caller | null; readonly served: Limited },
  perform: () => Promise<Result>,
): Promise<Result> {
  const policy = limitOf(route);
  if (policy === null) return perform();
  if (demoLimits.has(policy) && isStartUpCheck((name) => ctx.get(name), served.resources.config)) return perform();
  const key = caller === null ? `${policy}:address:${addressOf(ctx, served)}` : `${policy}:account:${caller.userId}`;
  const taken = await take(ctx, { policy, key }, served);
  try {
    return await perform();
  } catch (error) {
    if (isRefusal(error) && policy !== "calls") await taken.giveBack();
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  return error instanceof DomainError && !(error instanceof WorkFailedError) && refusals.has(statusOf(error.code));
}

/**
 * Counts a credential that was refused, or missing, at the address that it came from.
 * @throws DomainError `rate_limited` when there were too many, else the error itself
 */
export async function refuseCaller(ctx: Context, served: Limited, error: unknown): Promise<never> {
  if (error instanceof DomainError && statusOf(error.code) === 401) {
    const policy = "failed_authentication";
    await take(ctx, { policy, key: `${policy}:${addressOf(ctx, served)}`, silent: true }, served);
  }
  throw error;
}

function addressOf(ctx: Context, { resources }: Limited): string {
  const { trustedProxyHops } = resources.config;
  const forwardedFor = ctx.get("x-forwarded-for");
  if (trustedProxyHops === 0 && forwardedFor !== "") warnOfProxy(resources);
  return callerAddress(ctx.req.socket.remoteAddress, forwardedFor, trustedProxyHops);
}

const warned = new WeakSet<Config>();

/** Once in the life of a process: anybody may send the header. */
function warnOfProxy({ config, log }: Limited["resources"]): void {
  if (warned.has(config)) return;
  warned.add(config);
  log.warn(
    "X-Forwarded-For arrives and TRUSTED_PROXY_HOPS is 0: behind a proxy all callers share the limits of one address. Set it to the number of proxies.",
  );
}

interface Share {
  readonly policy: Policy;
  readonly key: string;
  /** Says nothing of the limit as long as it holds. */
  readonly silent?: true;
}

/** Takes one call of a limit, and writes into the answer what is left. */
async function take(ctx: Context, { policy, key, silent }: Share, { limiter, resources }: Limited) {
  const limit = resources.config.limits.rates[rateOf[policy]];
  const count = await limiter.count(key);
  if (count === null) return { giveBack: () => Promise.resolve() };
  const { calls, resetMs } = count;
  const endsAt = performance.now() + resetMs;
  const resetSeconds = Math.ceil(resetMs / 1000);
  const say = (used: number): void =>
    ctx.set({
      "RateLimit-Policy": `"${policy}";q=${limit};w=${limiter.windowSeconds}`,
      RateLimit: `"${policy}";r=${Math.max(limit - used, 0)};t=${resetSeconds}`,
    });
  if (calls > limit || silent === undefined) say(calls);
  if (calls > limit) throw new DomainError("rate_limited", undefined, { retry_after: Math.max(resetSeconds, 1) });
  const giveBack = async (): Promise<void> => {
    // In the next window it would be one call too many.
    if (performance.now() >= endsAt) return;
    await limiter.takeBack(key);
    say(calls - 1);
  };
  return { giveBack };
}
