import { findHeldCredits } from "#src/domain/credits/reserve-credits.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { shownStatus, type ShownStatus } from "#src/domain/speech/shown-status.ts";
import { DomainError, isErrorCode, isOutage } from "#src/errors.ts";
import { inSpan } from "#src/spans.ts";
import { statusOf } from "#src/api/errors.ts";
import { preferredWaitSeconds } from "./prefer.ts";
import { WorkFailedError } from "./work-failed-error.ts";
import type { CreatedResource, CreatedState, Reply, RequestContext } from "#src/api/route.ts";

/** The completed request; the 202 answer when it is not yet there. */
export type SpeechResult = { readonly completed: SpeechRequest } | { readonly accepted: Reply };

const accepted = 202;
/** For how long after the end of its work a call of a dialect is taken for a repeat. */
const recentMs = 10 * 60_000;

/**
 * Waits for the submitted work of this call as long as the caller wishes.
 * @throws DomainError what made the work fail
 */
export async function waitForResult(context: RequestContext): Promise<SpeechResult> {
  const { resources, requestId } = context;
  const seconds = preferredWaitSeconds(context.header("prefer"), resources.config.limits.waitMaxSeconds);
  const request = await resultWithin(context, requestId, seconds * 1000);
  if (request !== null && request.status === "completed") return { completed: request };
  return { accepted: await acceptedReply(context, requestId, request?.status ?? "queued") };
}

/** The answer to a call whose work goes on, with the credits that are held for it. */
export const acceptedReply = async (
  { resources }: Pick<RequestContext, "resources">,
  requestId: string,
  status: ShownStatus,
): Promise<Reply> => ({
  status: accepted,
  headers: { Location: `/v1/speech/requests/${requestId}`, "Retry-After": "1" },
  data: {
    request_id: requestId,
    status,
    credits_reserved: (await findHeldCredits(resources.db, requestId).catch(unknownInOutage)) ?? null,
  },
});

/**
 * The same for demo calls, whose result cannot be fetched later: work that takes too long, or whose caller is gone, is
 * cancelled.
 * @throws DomainError `unavailable` when the result did not come in time, or what made the work fail
 */
export async function waitForDemoResult(context: RequestContext): Promise<SpeechRequest> {
  const { resources, requestId } = context;
  const request = await resultWithin(context, requestId, resources.config.limits.waitMaxSeconds * 1000);
  if (request?.status === "completed") return request;
  await cancelRequest(resources, requestId);
  throw new DomainError("unavailable");
}

/**
 * The completed request of a call in a dialect, whose clients know no 202: its own, or that of the call that it repeats.
 * @throws DomainError `wait_timeout`, or what made the work fail
 */
export async function awaitResult(context: Waiting, requestId: string, timeoutMs: number): Promise<SpeechRequest> {
  const request = await resultWithin(context, requestId, timeoutMs);
  if (request?.status === "completed") return request;
  throw new DomainError("wait_timeout");
}

/**
 * The result that an earlier call was answered with, or would have been.
 * @throws DomainError `request_not_found` when the request has been removed since, or what made its work fail
 */
export async function replayedResult(
  { resources }: RequestContext,
  { id, status }: CreatedResource,
): Promise<SpeechResult> {
  const request = await findRequest(resources.db, id);
  if (request === null) throw new DomainError("request_not_found");
  if (status !== accepted && request.status === "failed") throw failureOf(request);
  if (status !== accepted && request.status === "completed") return { completed: request };
  return { accepted: await acceptedReply({ resources }, id, shownStatus(request)) };
}

/** The state of the request of a call. */
export async function requestState(id: string, { resources }: RequestContext): Promise<CreatedState> {
  return stateOf(await findRequest(resources.db, id));
}

function stateOf(request: SpeechRequest | null): CreatedState {
  if (request === null) return "nothing";
  if (request.finished_at === null) return request.is_streamed ? "streaming" : "open";
  return request.status === "failed" && statusOf(failureOf(request).code) >= 500 ? "failed" : "ended";
}

/**
 * The same for a dialect: what has ended some minutes ago was not asked for by the same caller, so it may be made once
 * more.
 */
export async function recentRequestState(id: string, { resources }: RequestContext): Promise<CreatedState> {
  const request = await findRequest(resources.db, id);
  if (request !== null && request.finished_at !== null && Date.now() - request.finished_at.getTime() > recentMs)
    return "failed";
  return stateOf(request);
}

type Waiting = Pick<RequestContext, "resources" | "waiter" | "signal">;

/**
 * The request as it stands when it has ended or the time is over; null for those who do not wait at all, for a request that
 * is gone, and where an outage lasts until then.
 */
async function resultWithin(context: Waiting, requestId: string, timeoutMs: number): Promise<SpeechRequest | null> {
  if (timeoutMs === 0) return null;
  return inSpan("wait for result", {}, () => endedWithin(context, requestId, timeoutMs));
}

async function endedWithin(
  { resources, waiter, signal }: Waiting,
  requestId: string,
  timeoutMs: number,
): Promise<SpeechRequest | null> {
  using expectation = waiter.expect(requestId);
  const deadline = performance.now() + timeoutMs;
  // The work may have ended before its end was listened for.
  let hinted = true;
  for (;;) {
    hinted ||= await expectation.ended(deadline - performance.now(), signal);
    const request = await findRequest(resources.db, requestId).catch(unknownInOutage);
    if (request?.status === "failed") throw failureOf(request);
    // The queue is done with a run that is to be repeated, or has to wait, too.
    if (!hinted || request === null || request?.status === "completed") return request ?? null;
    hinted = false;
  }
}

/** Accepted work is not refused because its state is unknown: a caller who was refused would ask, and pay, again. */
function unknownInOutage(error: unknown): undefined {
  if (isOutage(error)) return undefined;
  throw error;
}

/** The error that made the work of a request fail. */
export function failureOf(request: SpeechRequest): WorkFailedError {
  const code = request.error_code ?? "";
  const message = request.error_message ?? undefined;
  const error = new DomainError(isErrorCode(code) ? code : "internal_error", message, request.error_facts ?? {});
  return new WorkFailedError(error, request.language);
}
