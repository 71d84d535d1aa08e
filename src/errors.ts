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
  forbidden: "This account may not do that.",
  // Always raised with a message that names the scope.
  insufficient_scope: "The API key does not have the required scope.",
  origin_mismatch: "The request comes from another site.",
  // The caller's audio. `audio_unusable` is always raised with a message that names the fault.
  audio_unusable: "The file is not usable audio.",
  audio_too_large: "The audio file is too large.",
  audio_too_long: "The audio is too long.",
  body_too_large: "The request body is too large.",
  // What is no request.
  malformed_request: "This is no HTTP request.",
  headers_too_large: "The address and the headers are too long.",
  request_timeout: "The request took too long to arrive.",
  expectation_failed: "The expectation is not supported. Leave the Expect header out, or send 100-continue.",
  // Things that are not there.
  not_found: "There is nothing at this address.",
  method_not_allowed: "This address does not take that method.",
  request_not_found: "There is no such speech request.",
  voice_not_found: "There is no such voice.",
  api_key_not_found: "There is no such API key.",
  session_not_found: "There is no such session.",
  ticket_not_found: "There is no such ticket.",
  plan_not_found: "There is no such plan.",
  subscription_not_found: "There is no subscription.",
  account_not_found: "There is no such account, or it is closed.",
  webhook_event_not_found: "There is no such event.",
  // Things that are not in the right state.
  subscription_exists: "The account has a subscription to this plan already.",
  plan_not_purchasable: "This plan is not for sale.",
  voice_not_ready: "The voice is not ready to speak.",
  result_not_ready: "The result is not there yet.",
  range_not_satisfiable: "The audio has no such part.",
  api_key_limit: "The account has the largest number of live API keys.",
  voice_limit: "The account has the largest number of voices. Delete one to make another.",
  storage_limit: "The account has no room for more audio. Delete speech requests or voices to make some.",
  invalid_transition: "It cannot go from its present state to that one.",
  own_role: "Nobody takes the role of an admin from themselves. Another admin can.",
  credits_limit: "The account would have more credits than can be kept.",
  idempotency_in_progress: "The call with this idempotency key is still running.",
  // What the account has is not enough.
  insufficient_credits: "The account has too few credits.",
  // Too much at once.
  rate_limited: "There are too many calls. Try again later.",
  concurrency_limited: "The account has too much work in hand. Try again when some of it has ended.",
  // What a voice sample can lack.
  sample_too_short: "The sample is too short.",
  sample_without_speech: "The sample holds too little voice.",
  // Our own trouble.
  language_unsupported: "No engine has a model for this language.",
  engine_unavailable: "The speech engine is not available.",
  engine_timeout: "The speech engine took too long.",
  cancelled: "The request was cancelled.",
  sign_in_failed: "Signing in did not work. Start again.",
  sign_in_not_configured: "Signing in is not configured here.",
  https_required: "Signing in needs https.",
  payments_not_configured: "Payments are not configured here.",
  payment_provider_error: "The payment provider did not do its part. Try again.",
  webhook_not_configured: "No secret is configured for this webhook.",
  storage_low: "The service has too little storage left for this upload. Retry later.",
  unavailable: "The service is briefly unavailable. Try again.",
  internal_error: "Something went wrong on our side.",
} as const;

export type ErrorCode = keyof typeof texts;

/** Codes for which another attempt at the same work may end better. */
const transient: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["engine_unavailable", "unavailable", "internal_error"]);

/** What a caller can act on, sent beside the code: integers (`max_bytes`, …), and the name of a scope (`required_scope`). */
export type ErrorFacts = Readonly<Record<string, number | string>>;

/**
 * An error with a public code and text. Everything else that is thrown is a bug or an outage and is
 * shown to nobody.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string = texts[code], facts: ErrorFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }

  /** True when another attempt at the same work may end better. */
  get transient(): boolean {
    return transient.has(this.code);
  }
}

/** True for the text of a code, as it is kept in a row. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(texts, text);

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
  // A deadlock: the other transaction goes on, and a repetition of this one finds the way free.
  "40P01",
  // A read-only transaction: the server is no primary any more, and another one is about to be.
  "25006",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

const outageText =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|does not answer|object store refused|Request failed after/;

/**
 * True for what is thrown where something that we depend on cannot be reached: another attempt may end better, and
 * nobody here has made a mistake.
 */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ("code" in thrown && outageCodes.has(thrown.code)) return true;
  return outageText.test(thrown.message);
}
