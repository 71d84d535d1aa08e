/**
 * The closed set of things that can go wrong in the domain, each with its public text. No HTTP here:
 * the status of a code is decided in one table of the API.
 */
const texts = {
  // The caller's credentials.
  missing_credentials: "Authentication is required.",
  invalid_api_key: "The API key is not valid.",
  invalid_session: "The session is not valid. Sign in again.",
  invalid_signature: "The signature is not valid.",
  forbidden: "This account does not have permission to do this.",
  account_blocked: "This account is blocked. Contact the operator of this service.",
  // Always raised with a message that names the scope.
  insufficient_scope: "The API key does not have the required scope.",
  origin_mismatch: "The request comes from another origin. Send it from a page of this service.",
  // A program that waits for a person to decide (RFC 8628).
  authorization_pending: "The person has not approved access yet. Retry in some seconds.",
  slow_down: "The calls come too fast. Wait 5 seconds longer between them.",
  access_denied: "Access was denied, or the key that approved it no longer works.",
  expired_token: "The code has expired, was used, or never existed. Start again.",
  // The caller's audio. `audio_unusable` is always raised with a message that names the fault.
  audio_unusable: "The file is not audio that can be used. Send another file.",
  audio_too_large: "The audio file is too large.",
  // Raised with a message that says why.
  audio_url_refused: "The address of the recording cannot be used.",
  audio_url_unreachable: "The recording could not be fetched from its address.",
  audio_too_long: "The audio is too long.",
  body_too_large: "The request body is too large.",
  // Input that does not fit its fields, which the answer lists.
  validation_error: "The input is not valid.",
  // Raised with a message that names the options.
  options_unsupported: "The call has options that have no effect. Leave them out.",
  // Raised with a message that says why.
  callback_url_refused: "The callback address is not allowed. Send a public https address.",
  // Input that is no request.
  malformed_request: "Malformed HTTP request.",
  headers_too_large: "The URL and the headers are too long. Shorten them.",
  request_timeout: "The request did not arrive in time. Retry.",
  expectation_failed: "The expectation is not supported. Omit the Expect header, or send 100-continue.",
  too_many_key_terms: "The list and key_terms have more than 200 terms together. Send fewer.",
  // Things that are not there.
  not_found: "This path does not exist.",
  // Raised with a message that names the methods it has.
  method_not_allowed: "This path does not support this method.",
  upgrade_required: "This path takes WebSockets only. Open it with a WebSocket client.",
  request_not_found: "Speech request not found.",
  batch_not_found: "Batch not found.",
  voice_not_found: "Voice not found.",
  key_term_list_not_found: "List of key terms not found.",
  pronunciation_dictionary_not_found: "Pronunciation dictionary not found.",
  document_not_found: "Document not found.",
  chapter_not_found: "The document has no such chapter.",
  export_not_found: "Export not found.",
  paragraph_not_found: "The document has no such paragraph.",
  model_not_found: "Model not found.",
  model_folder_not_found: "No worker with this folder of models is running.",
  model_pull_not_found: "Model pull not found.",
  api_key_not_found: "API key not found.",
  session_not_found: "Session not found.",
  user_code_not_found: "No program is waiting with this code. Check the code, or start the program again.",
  ticket_not_found: "Ticket not found.",
  plan_not_found: "Plan not found.",
  pack_not_found: "Top-up not found.",
  payment_not_found: "Payment not found, or without a receipt.",
  subscription_not_found: "Subscription not found.",
  account_not_found: "Account not found, or closed.",
  webhook_event_not_found: "Webhook event not found.",
  webhook_endpoint_not_found: "Webhook endpoint not found.",
  webhook_delivery_not_found: "Webhook delivery not found.",
  // Things that are not in the right state.
  subscription_exists: "The account already has a subscription to this plan.",
  plan_not_purchasable: "This plan cannot be purchased. Choose another one.",
  voice_not_ready: "The voice is not ready. Retry when its status is ready.",
  voice_outdated: "The voice was made by a formant synthesiser, which was removed, and cannot speak. Train it again.",
  result_not_ready: "The result is not ready. Retry later.",
  range_not_satisfiable: "The range lies outside the audio.",
  api_key_limit: "The account has reached its limit of active API keys. Revoke one to create another.",
  key_term_list_limit: "The account has reached its limit of lists of key terms. Delete one to create another.",
  key_term_list_exists: "The account has a list of key terms with this name. Choose another name, or change that list.",
  pronunciation_limit:
    "An account keeps up to 50 pronunciation dictionaries, with 1,000 entries together. Delete some to add others.",
  document_not_spoken: "Paragraphs have no audio. Speak the document, wait until it is spoken, and export it then.",
  document_limit: "The account has reached its limit of documents. Delete one to create another.",
  webhook_endpoint_limit: "The account has reached its limit of webhook endpoints. Delete one to create another.",
  batch_limit:
    "The account has reached its limit of unfinished batches, or of recordings in batches of a day. Wait until a batch has ended, or cancel one.",
  voice_limit: "The account has reached its limit of voices. Delete one to create another.",
  storage_limit: "The account has reached its storage limit. Delete speech requests or voices to free storage.",
  invalid_transition: "This change of status is not allowed.",
  model_folder_read_only:
    "The workers cannot change this folder of models. Install the model by hand: npm run models -- pull.",
  model_unverified: "The catalogue has no SHA-256 for this model, so a download cannot be verified.",
  own_role: "You cannot remove your own admin role. Ask another admin.",
  own_account: "You cannot do this to your own account. Ask another admin.",
  last_admin: "This is the only admin. Make another account an admin first.",
  confirmation_mismatch: "The confirmation is not the e-mail address of the account.",
  credits_limit: "The account would exceed the maximum number of credits.",
  idempotency_in_progress: "A request with this idempotency key is still in progress. Retry later.",
  // The credits of the account are not enough.
  insufficient_credits: "Insufficient credits.",
  monthly_limit_exceeded:
    "The call would exceed the monthly limit of the API key. Raise the limit, use another key, or wait for the next month.",
  // Too much at once.
  rate_limited: "Rate limit exceeded. Retry later.",
  concurrency_limited: "The account has too many unfinished requests. Retry when one of them has finished.",
  // A voice sample can lack these.
  sample_too_short: "The sample is too short.",
  sample_without_speech: "The sample contains too little speech.",
  // Our own trouble.
  language_mismatch:
    "The speech does not seem to be in English. Send its language (`language`), also if it is English after all.",
  language_unsupported: "No installed engine supports this language.",
  translation_unsupported: "No installed model translates speech. The operator can install one.",
  engine_unavailable: "The speech engine is not available. Retry later.",
  wait_timeout: "The result was not ready in time. The work continues; repeat the same call to wait for it.",
  engine_timeout: "The speech engine timed out. Retry later.",
  cancelled: "The request was cancelled.",
  sign_in_failed: "Sign-in failed. Start again.",
  // Raised with a message that names what is missing.
  voice_matching_not_installed: "This service cannot make custom voices.",
  sign_in_not_configured: "Sign-in is not configured.",
  https_required: "Sign-in requires HTTPS.",
  payments_not_configured: "Payments are not configured.",
  payment_provider_error: "The payment provider failed. Retry later.",
  webhook_not_configured: "No secret is configured for this webhook.",
  storage_low: "The service does not have enough free storage for this upload. Retry later.",
  unavailable: "The service is temporarily unavailable. Retry later.",
  internal_error: "Internal error. Retry later.",
} as const;

export type ErrorCode = keyof typeof texts;

/** True for the text of a code, as it is kept in a row. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(texts, text);

export const errorCodes: readonly ErrorCode[] = Object.keys(texts).filter(isErrorCode);

/** Codes for which another attempt at the same work may end better. */
const transient: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["engine_unavailable", "unavailable", "internal_error"]);

/** Facts that a caller can act on, sent beside the code: integers (`max_bytes`, …), and the name of a scope (`required_scope`). */
export type ErrorDetails = Readonly<Record<string, number | string>>;

/**
 * An error with a public code and text. Everything else that is thrown is a bug or an outage and is
 * not shown to callers.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly facts: ErrorDetails;

  constructor(code: ErrorCode, message: string = texts[code], facts: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }

  /** True when another attempt at the same work may end better. */
  get transient(): boolean {
    return transient.has(this.code);
  }
}

const outageCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08006",
  "57014",
  // PgBouncer has no server to pass the statement on to.
  "08P01",
  // A deadlock: the other transaction continues, and a repetition of this one succeeds.
  "40P01",
  // A read-only transaction: the server is no primary any more, and another one is about to be.
  "25006",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

const outageText =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|does not answer|object store refused|Request failed after/;

/**
 * True for what is thrown where something that we depend on cannot be reached: another attempt may
 * succeed, and the caller has made no mistake.
 */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ("code" in thrown && outageCodes.has(thrown.code)) return true;
  return outageText.test(thrown.message);
}
