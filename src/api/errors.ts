import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import { DomainError, type ErrorCode, isOutage } from "#src/errors.ts";

/** The status of every error code: the one place where the domain's words meet HTTP. */
const statuses: Readonly<Record<ErrorCode, number>> = {
  missing_credentials: 401,
  invalid_api_key: 401,
  invalid_session: 401,
  invalid_signature: 401,
  forbidden: 403,
  account_blocked: 403,
  insufficient_scope: 403,
  origin_mismatch: 403,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  validation_error: 422,
  audio_unusable: 422,
  audio_url_refused: 422,
  audio_url_unreachable: 422,
  audio_too_large: 413,
  audio_too_long: 413,
  body_too_large: 413,
  callback_url_refused: 422,
  malformed_request: 400,
  options_unsupported: 400,
  translation_unsupported: 400,
  headers_too_large: 431,
  request_timeout: 408,
  expectation_failed: 417,
  too_many_key_terms: 400,
  not_found: 404,
  method_not_allowed: 405,
  upgrade_required: 426,
  request_not_found: 404,
  voice_not_found: 404,
  batch_not_found: 404,
  key_term_list_not_found: 404,
  pronunciation_dictionary_not_found: 404,
  document_not_found: 404,
  chapter_not_found: 404,
  export_not_found: 404,
  paragraph_not_found: 404,
  model_not_found: 404,
  model_folder_not_found: 404,
  model_pull_not_found: 404,
  api_key_not_found: 404,
  session_not_found: 404,
  user_code_not_found: 404,
  ticket_not_found: 404,
  plan_not_found: 404,
  pack_not_found: 404,
  payment_not_found: 404,
  subscription_not_found: 404,
  account_not_found: 404,
  webhook_event_not_found: 404,
  webhook_endpoint_not_found: 404,
  webhook_delivery_not_found: 404,
  subscription_exists: 409,
  plan_not_purchasable: 409,
  voice_not_ready: 409,
  voice_outdated: 409,
  result_not_ready: 409,
  range_not_satisfiable: 416,
  api_key_limit: 409,
  batch_limit: 409,
  key_term_list_limit: 409,
  key_term_list_exists: 409,
  pronunciation_limit: 409,
  document_not_spoken: 409,
  document_limit: 409,
  webhook_endpoint_limit: 409,
  voice_limit: 409,
  storage_limit: 409,
  invalid_transition: 409,
  model_folder_read_only: 409,
  model_unverified: 409,
  own_role: 409,
  own_account: 409,
  last_admin: 409,
  confirmation_mismatch: 409,
  credits_limit: 409,
  idempotency_in_progress: 409,
  insufficient_credits: 402,
  monthly_limit_exceeded: 402,
  rate_limited: 429,
  concurrency_limited: 429,
  sample_too_short: 422,
  sample_without_speech: 422,
  language_mismatch: 422,
  language_unsupported: 422,
  sign_in_failed: 400,
  voice_matching_not_installed: 503,
  sign_in_not_configured: 503,
  https_required: 403,
  payments_not_configured: 503,
  payment_provider_error: 502,
  webhook_not_configured: 503,
  cancelled: 503,
  engine_unavailable: 503,
  storage_low: 503,
  unavailable: 503,
  wait_timeout: 504,
  engine_timeout: 504,
  internal_error: 500,
};

const retryAfterSeconds = 5;

/** The HTTP status that a code is answered with. */
export const statusOf = (code: ErrorCode): number => statuses[code];

/** Headers that go with an error beside its status. */
export function headersOf({ code, facts }: DomainError): Readonly<Record<string, string>> {
  const status = statusOf(code);
  if (status === 416) return { "Content-Range": `bytes */${facts["size_bytes"]}` };
  if (status === 426) return { Upgrade: "websocket", Connection: "Upgrade" };
  if (status === 429) return { "Retry-After": String(facts["retry_after"] ?? 1) };
  if (status === 401) return { "WWW-Authenticate": "Bearer" };
  if (code === "idempotency_in_progress" || code === "result_not_ready") return { "Retry-After": "1" };
  if (status === 503) return { "Retry-After": String(facts["retry_after"] ?? retryAfterSeconds) };
  return {};
}

/** The facts of a refused call and of the service that an error answer tells. */
export interface RefusedCall {
  readonly requestId: string;
  readonly publicUrl: string;
  /** Absent where it could not be read. */
  readonly path?: string;
}

const docsUrl = (publicUrl: string, code: ErrorCode): string => `${publicUrl}/docs/errors#${code}`;

/** The most problems that one answer lists. */
const problemsMax = 100;

/** The body of a 422 of our own: what is wrong with the input, and what every error says of its call. */
export const inputErrorBody = (
  rows: readonly ValidationRow[],
  code: ErrorCode,
  { requestId, publicUrl }: RefusedCall,
) => ({
  detail: rows.slice(0, problemsMax),
  code,
  docs_url: docsUrl(publicUrl, code),
  request_id: requestId,
});

/** The body of every error answer that is not a 422. */
export const errorBody = (error: DomainError, { requestId, publicUrl }: RefusedCall) => ({
  success: false,
  detail: error.message,
  code: error.code,
  docs_url: docsUrl(publicUrl, error.code),
  request_id: requestId,
  ...error.facts,
});

const closedAccountState = "ACLSD";

/**
 * The public error for a thrown value: a domain error as it is, an outage of something
 * we depend on as `unavailable`, everything else as a bug of ours.
 */
export function publicError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  // The account was closed while the call was under way; the database takes nothing for it any more.
  if (thrown instanceof Error && "code" in thrown && thrown.code === closedAccountState) {
    return new DomainError("invalid_session");
  }
  // A malformed URL, which only a hand-made request line can hold.
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_INVALID_URL")
    return new DomainError("not_found");
  return new DomainError(isOutage(thrown) ? "unavailable" : "internal_error");
}
