import { DomainError } from "#src/errors.ts";

/**
 * The meaning of a failed call for the server: `busy` asks to come back later, `rejected` concerns this request only, with
 * `outage` and `timeout` other requests would fail as well.
 */
type Fault = "busy" | "rejected" | "outage" | "timeout";

/** Why a speech server gave no transcript. The message is public, so it names no address. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly fault: Fault;
  /** For the log. */
  readonly detail: string;
  /** The wait that a busy server asks for; null when it names none. */
  readonly retryAfterMs: number | null;

  /** The status of its answer; null where there is none, or the message says it all. */
  readonly status: number | null;

  constructor(
    fault: Fault,
    message: string,
    about: { readonly detail?: string; readonly retryAfterMs?: number; readonly status?: number } = {},
  ) {
    super(message);
    this.fault = fault;
    this.detail = about.detail ?? "";
    this.retryAfterMs = about.retryAfterMs ?? null;
    this.status = about.status ?? null;
  }
}

/** For the log. */
export const lineOf = ({ message, detail }: ServerError): string =>
  detail === "" ? message : `${message} (${detail})`;

/**
 * Logs in full what went wrong, and tells the caller a plain sentence. Time that runs out says more about the server than about
 * the work, so it is no `engine_timeout`, which would end the job: another engine, or another attempt, may succeed.
 */
export function asUnavailable(error: unknown, log: (message: string) => void): never {
  if (!(error instanceof ServerError)) throw error;
  log(lineOf(error));
  throw new DomainError("engine_unavailable", error.message);
}

/** The answer of a server that is no transcript. */
export const badAnswer = (message: string): ServerError => new ServerError("outage", message);

interface Refusal {
  readonly status: number;
  /** The header, as it was sent. */
  readonly retryAfter: string | null;
  readonly detail: string;
}

/** The meaning of an answer with another status than 2xx. Our audio is well formed, so none of them is the caller's fault. */
export function refusalOf({ status, retryAfter, detail }: Refusal): ServerError {
  if (status >= 300 && status < 400) {
    return badAnswer("The speech server redirects to another address, which is not followed. Configure that address.");
  }
  // The body of such an answer may repeat the key.
  if (status === 401 || status === 403) return badAnswer("The key of the speech server was refused.");
  const about = { detail: `${status} ${detail}`.trim(), status };
  if (status === 429 || status === 503) {
    const retryAfterMs = readRetryAfter(retryAfter);
    const wait = retryAfterMs === null ? {} : { retryAfterMs };
    return new ServerError("busy", "The speech server is busy. Try again later.", { ...about, ...wait });
  }
  if (status === 404) return new ServerError("outage", "The speech server does not have this path or model.", about);
  if (status >= 400 && status < 500) {
    return new ServerError("rejected", "The speech server did not accept the request.", about);
  }
  return new ServerError("outage", "The speech server failed.", about);
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
