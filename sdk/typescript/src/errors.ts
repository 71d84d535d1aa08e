import { problemSentence } from "./input-problems.ts";
import type { LiveFault } from "./live-events.ts";
import type { ApiError, ValidationError } from "./generated/types.gen.ts";

/** Codes of errors; others may come with a later release of the service. */
export type ErrorCode = ApiError["code"];

/** One problem of the input, and where it is. */
export type InputProblem = ValidationError["detail"][number];

interface Facts {
  readonly status: number;
  readonly code: ErrorCode;
  /** The id of the call, for questions to the operator. */
  readonly requestId: string | null;
  /** The details beside the code: `required`, `max_bytes`, … */
  readonly details: Readonly<Record<string, unknown>>;
}

function numberIn(details: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = details[name];
  return typeof value === "number" ? value : null;
}

/** An error that the service has answered. */
export class SpeechError extends Error {
  override readonly name: string = "SpeechError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, { status, code, requestId, details }: Facts) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }

  /** Explains the code; null where the service does not say. */
  get docsUrl(): string | null {
    const url = this.details["docs_url"];
    return typeof url === "string" ? url : null;
  }
}

/** No credential, or one that is not valid. */
export class AuthenticationError extends SpeechError {
  override readonly name = "AuthenticationError";
}

/** The role or the scopes of the key do not allow the call. */
export class PermissionError extends SpeechError {
  override readonly name = "PermissionError";
}

/** The balance of the account, or the monthly limit of the key, does not suffice. Nothing was charged. */
export class InsufficientCreditsError extends SpeechError {
  override readonly name = "InsufficientCreditsError";

  /** Credits that the call needs; null where the service does not say. */
  get required(): number | null {
    return numberIn(this.details, "required");
  }

  /** Credits that remain; null where the service does not say. */
  get remaining(): number | null {
    return numberIn(this.details, "remaining");
  }
}

export class NotFoundError extends SpeechError {
  override readonly name = "NotFoundError";
}

/** Something is not in the state that the call needs. */
export class ConflictError extends SpeechError {
  override readonly name = "ConflictError";
}

/** The input is refused; `problems` has every fault of its fields, where the service lists them. */
export class InvalidInputError extends SpeechError {
  override readonly name = "InvalidInputError";
  readonly problems: readonly InputProblem[];

  constructor(message: string, { problems, ...facts }: Facts & { readonly problems: readonly InputProblem[] }) {
    super(message, facts);
    this.problems = problems;
  }
}

/** Too many calls, or too much unfinished work. */
export class RateLimitError extends SpeechError {
  override readonly name = "RateLimitError";

  /** Seconds to wait. */
  get retryAfter(): number {
    return numberIn(this.details, "retry_after") ?? 1;
  }
}

/** The service could not do its part. */
export class ServiceError extends SpeechError {
  override readonly name = "ServiceError";
}

/** The service could not be reached, or the connection broke. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** Work that was accepted has failed; it costs nothing. */
export class WorkFailedError extends Error {
  override readonly name = "WorkFailedError";
  readonly code: string;
  readonly id: string;
  /** Explains the code. */
  readonly docsUrl: string;

  constructor(
    id: string,
    { code, message, docsUrl }: { readonly code: string; readonly message: string; readonly docsUrl: string },
  ) {
    super(message);
    this.code = code;
    this.docsUrl = docsUrl;
    this.id = id;
  }
}

/** A live session that the service has ended; what was delivered until then is kept. */
export class LiveSessionError extends Error {
  override readonly name = "LiveSessionError";
  readonly code: string;
  readonly requestId: string;
  /** Explains the code. */
  readonly docsUrl: string;

  constructor({ code, message, docs_url, request_id }: Omit<LiveFault, "type">) {
    super(message);
    this.code = code;
    this.requestId = request_id;
    this.docsUrl = docs_url;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isProblem = (value: unknown): value is InputProblem => isRecord(value) && "loc" in value && "msg" in value;

const classOf = (status: number) => {
  if (status === 401) return AuthenticationError;
  if (status === 402) return InsufficientCreditsError;
  if (status === 403) return PermissionError;
  if (status === 404) return NotFoundError;
  if (status === 409) return ConflictError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServiceError : SpeechError;
};

/** A sentence about a row, beginning with the field it names, or with the body where it names none. */
const sentenceOf = (problem: InputProblem): string => {
  const field = problem.loc.slice(1).join(".");
  return field === "" ? problemSentence(problem) : `${field}: ${problemSentence(problem)}`;
};

/** The figures of an error of credits, as a sentence. */
function creditsNeeded(details: Readonly<Record<string, unknown>>): readonly string[] {
  const [required, remaining] = [numberIn(details, "required"), numberIn(details, "remaining")];
  return required === null || remaining === null ? [] : [`This needs ${required} credits; ${remaining} remain.`];
}

/** The reason of the system in brackets, where it gives one. */
const reasonOf = ({ cause }: TypeError): string =>
  cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";

/** The error for an answer that is no success, or for none from the address of a service. */
export function errorOf(thrown: unknown, response: Response | undefined, address: string): unknown {
  if (response === undefined) {
    if (!(thrown instanceof TypeError)) return thrown;
    return new ConnectionError(`The service at ${address} could not be reached${reasonOf(thrown)}.`, { cause: thrown });
  }
  const { status, headers } = response;
  const body = isRecord(thrown) ? thrown : {};
  const { success: _, detail, code, request_id: ofBody, ...details } = body;
  const requestId = headers.get("x-request-id") ?? (typeof ofBody === "string" ? ofBody : null);
  if (status === 422 && Array.isArray(detail)) {
    const problems = detail.filter(isProblem);
    const message = problems.map(sentenceOf).join(" ");
    return new InvalidInputError(message, {
      status,
      code: typeof code === "string" ? code : "validation_error",
      requestId,
      details,
      problems,
    });
  }
  const said = typeof detail === "string" ? detail : `The service answered ${status}.`;
  const message = [said, ...creditsNeeded(details)].join(" ");
  const facts = { status, code: typeof code === "string" ? code : "unknown", requestId, details };
  if (status === 413 || status === 422) return new InvalidInputError(message, { ...facts, problems: [] });
  return new (classOf(status))(message, facts);
}
