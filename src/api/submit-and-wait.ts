import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";
import { DomainError, isErrorCode } from "#src/errors.ts";
import { preferredWaitSeconds } from "./prefer.ts";
import type { Reply, RequestContext } from "./route.ts";

/**
 * Submits the work of this call and waits for it as long as the caller wishes.
 * @returns the completed request; the 202 answer when it is not there yet
 * @throws DomainError what made the work fail
 */
export async function submitAndWait(
  context: RequestContext,
  submit: () => Promise<void>,
): Promise<{ readonly completed: SpeechRequest } | { readonly accepted: Reply }> {
  const { resources, requestId } = context;
  const seconds = preferredWaitSeconds(context.header("prefer"), resources.config.limits.waitMaxSeconds);
  const request = await resultWithin(context, submit, seconds * 1000);
  if (request !== null && request.status === "completed") return { completed: request };
  const headers = { Location: `/v1/speech/requests/${requestId}`, "Retry-After": "1" };
  const data = { request_id: requestId, status: request?.status ?? "queued" };
  return { accepted: { status: 202, headers, data } };
}

/**
 * The same for demo calls, which nobody comes back for: work that takes too long, or whose caller is gone, is
 * cancelled.
 * @throws DomainError `unavailable` when the result did not come in time, or what made the work fail
 */
export async function submitDemoAndWait(context: RequestContext, submit: () => Promise<void>): Promise<SpeechRequest> {
  const { resources, requestId } = context;
  const request = await resultWithin(context, submit, resources.config.limits.waitMaxSeconds * 1000);
  if (request?.status === "completed") return request;
  await cancelRequest(resources, requestId);
  throw new DomainError("unavailable");
}

/** The request as it stands when it has ended or the time is over; null for those who do not wait at all. */
async function resultWithin(
  { resources, waiter, requestId, signal }: RequestContext,
  submit: () => Promise<void>,
  timeoutMs: number,
): Promise<SpeechRequest | null> {
  using expectation = waiter.expect(requestId);
  await submit();
  if (timeoutMs === 0) return null;
  await expectation.ended(timeoutMs, signal);
  const request = await findRequest(resources.db, requestId);
  if (request?.status === "failed") throw failureOf(request);
  return request;
}

function failureOf(request: SpeechRequest): DomainError {
  const code = request.error_code ?? "";
  const message = request.error_message ?? undefined;
  return new DomainError(isErrorCode(code) ? code : "internal_error", message, request.error_facts ?? {});
}
