import type { Config, Limits } from "#src/config.ts";
import { OverloadError } from "#src/domain/jobs/overload-error.ts";
import { DomainError } from "#src/errors.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { RateLimiter } from "#src/platform/rate-limiter.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { type CountedCall, headerOf, type ReceivedCall } from "#src/api/callers/received-call.ts";
import { statusOf } from "#src/api/errors.ts";
import type { LimitName, Route } from "#src/api/route.ts";
import { isStartUpCheck } from "./start-up-check.ts";
import type { BlockedCallers } from "./blocked-callers.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";

type Policy = CountedCall["policy"];

const rates: Readonly<Record<Policy, keyof Limits["rates"]>> = {
  calls: "calls",
  speech: "speech",
  live: "live",
  demo_synthesis: "demoSynthesis",
  demo_transcription: "demoTranscription",
  contact: "contact",
  sign_in: "signIn",
  failed_authentication: "failedAuthentication",
};

const rateOf = (policy: Policy, { resources }: RateLimitContext): number =>
  resources.config.limits.rates[rates[policy]];

/** Limits that the start-up check is exempt from. */
const demoLimits: ReadonlySet<LimitName> = new Set(["demo_synthesis", "demo_transcription"]);

/** Refusals that come before any work: what they refuse has not been accepted. */
const refusals: ReadonlySet<number> = new Set([402, 404, 409]);

/** The headers of the limits, for the OpenAPI document; IETF draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = {
  "RateLimit-Policy": 'The limit: its name, calls (`q`) and seconds (`w`), as in `"speech";q=120;w=60`.',
  RateLimit: 'Remaining: calls (`r`) and the seconds until all are available again (`t`), as in `"speech";r=119;t=42`.',
} as const;

/** The counters, the blocked callers and the settings that limits need. */
export interface RateLimitContext {
  readonly limiter: RateLimiter;
  readonly blocked: BlockedCallers;
  readonly resources: { readonly config: Config; readonly log: Logger };
}

/** A call whose caller is known, and the limit that it counts against; null where nothing is counted. */
export interface LimitedCall {
  readonly call: ReceivedCall;
  readonly caller: Caller | null;
  readonly limit: LimitName | null;
}

/** The limit that a call of a route counts against; null where nothing is counted. */
export const limitOf = ({ limit, access }: Pick<Route, "limit" | "access">): LimitName | null =>
  limit ?? (access === "account" || access === "admin" ? "calls" : null);

/**
 * The step `limit`: counts a call whose input is good, whether it is then performed or answered like an earlier one.
 * @throws DomainError `rate_limited`
 */
export async function countCall(limited: LimitedCall, context: RateLimitContext): Promise<void> {
  const { call, limit } = limited;
  if (limit === null || isExempt(limited, context)) return;
  await take(call, { policy: limit, key: keyOf(limit, limited) }, context);
}

/** Takes a counted call back, for what is counted in another way or not at all. */
export async function takeBack({ answer }: ReceivedCall, { limiter }: RateLimitContext): Promise<void> {
  const { counted } = answer;
  // In the next window it would be one call too many.
  if (counted === null || performance.now() >= counted.endsAt) return;
  await limiter.takeBack(counted.key);
  answer.counted = { ...counted, remaining: counted.remaining + 1 };
}

/**
 * Corrects the count of a call that was refused with an error. A refusal before any work is taken back, except of a call or of an
 * attempt to sign in, since neither may be tried without end. It counts as a call instead, and so does refused input.
 * @throws DomainError `rate_limited` when there were too many
 */
export async function countError(limited: LimitedCall, error: unknown, context: RateLimitContext): Promise<void> {
  const { counted } = limited.call.answer;
  if (isInputRefusal(error)) return countRefusal(limited, context);
  if (counted === null || !isRefusal(error) || counted.policy === "calls" || counted.policy === "sign_in") return;
  await takeBack(limited.call, context);
  // The queue is behind: that is no fault of the caller.
  if (!(error instanceof OverloadError)) await countAsCall(limited, context);
}

/**
 * Counts a call that was refused for its input or its caller's rights: it costs nothing of the limits of work, but is a
 * call of the account, or of the address where no account is known. From the first that is too many, the caller is stopped until the window ends.
 * @throws DomainError `rate_limited` when there were too many
 */
export async function countRefusal(limited: LimitedCall, context: RateLimitContext): Promise<void> {
  if (limited.limit !== null && !isExempt(limited, context)) await countAsCall(limited, context);
}

async function countAsCall(limited: LimitedCall, context: RateLimitContext): Promise<void> {
  const { call, caller, limit } = limited;
  // The headers tell of the route's own limit.
  const silent = caller === null || limit !== "calls";
  const key = keyOf("calls", limited);
  try {
    await take(call, { policy: "calls", key, silent }, context);
  } catch (error) {
    if (error instanceof DomainError) context.blocked.block(key, Number(error.facts["retry_after"]) * 1000);
    throw error;
  }
}

/**
 * Refuses a caller who has been refused too often, before anything of the call is read.
 * @throws DomainError `rate_limited`
 */
export function refuseBlocked(limited: LimitedCall, context: RateLimitContext): void {
  if (limited.limit === null || isExempt(limited, context)) return;
  const key = keyOf("calls", limited);
  const resetMs = context.blocked.msLeft(key);
  if (resetMs > 0) refuse(limited.call, { policy: "calls", key, resetMs }, context);
}

/**
 * Refuses a call whose limit is used up before its upload is received. Nothing is counted: that is done when the input is known.
 * @throws DomainError `rate_limited`
 */
export async function refuseExhausted(limited: LimitedCall, context: RateLimitContext): Promise<void> {
  const { call, limit: policy } = limited;
  if (policy === null || isExempt(limited, context)) return;
  const key = keyOf(policy, limited);
  const count = await context.limiter.look(key);
  if (count !== null && count.calls >= rateOf(policy, context))
    refuse(call, { policy, key, resetMs: count.resetMs }, context);
}

/** Codes of input that is refused with an error instead of rows, beside what is too large or too long. */
const inputCodes: ReadonlySet<string> = new Set(["request_timeout", "malformed_request", "options_unsupported"]);

/** True for input that is refused with an error instead of rows. */
const isInputRefusal = (error: unknown): boolean =>
  error instanceof DomainError &&
  !(error instanceof WorkFailedError) &&
  (statusOf(error.code) === 413 || inputCodes.has(error.code));

const isExempt = ({ call, limit }: LimitedCall, { resources }: RateLimitContext): boolean =>
  limit !== null && demoLimits.has(limit) && isStartUpCheck((name) => headerOf(call, name), resources.config);

const keyOf = (policy: Policy, { call, caller }: LimitedCall): string =>
  caller === null ? `${policy}:address:${call.address}` : `${policy}:account:${caller.userId}`;

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
export async function refuseCaller(call: ReceivedCall, context: RateLimitContext, error: unknown): Promise<never> {
  if (error instanceof DomainError && (statusOf(error.code) === 401 || error.code === "origin_mismatch")) {
    const policy = "failed_authentication";
    await take(call, { policy, key: `${policy}:${call.address}`, silent: true }, context);
  }
  throw error;
}

interface Share {
  readonly policy: Policy;
  readonly key: string;
  /** True where the answer says nothing of the limit as long as it holds. */
  readonly silent?: boolean;
}

/** Takes one call of a limit, and notes for the answer what is left. */
async function take({ answer }: ReceivedCall, { policy, key, silent = false }: Share, context: RateLimitContext) {
  const count = await context.limiter.count(key);
  if (count === null) return;
  const { calls, resetMs } = count;
  const remaining = rateOf(policy, context) - calls;
  if (remaining < 0) refuse({ answer }, { policy, key, resetMs }, context);
  if (!silent) answer.counted = countedCall({ policy, key, remaining, resetMs }, context);
}

type Exceeded = Pick<CountedCall, "policy" | "key" | "resetMs">;

function refuse({ answer }: Pick<ReceivedCall, "answer">, exceeded: Exceeded, context: RateLimitContext): never {
  answer.counted = countedCall({ ...exceeded, remaining: 0 }, context);
  const seconds = Math.max(toSeconds(exceeded.resetMs), 1);
  throw new DomainError("rate_limited", undefined, { retry_after: seconds });
}

const countedCall = (call: Exceeded & Pick<CountedCall, "remaining">, context: RateLimitContext): CountedCall => ({
  ...call,
  limit: rateOf(call.policy, context),
  windowSeconds: context.limiter.windowSeconds,
  endsAt: performance.now() + call.resetMs,
});

const toSeconds = (ms: number): number => Math.ceil(ms / 1000);

/** The headers that say what is left of a limit. */
export const headersOfLimit = ({ policy, limit, windowSeconds, remaining, resetMs }: CountedCall) => ({
  "RateLimit-Policy": `"${policy}";q=${limit};w=${windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${toSeconds(resetMs)}`,
});
