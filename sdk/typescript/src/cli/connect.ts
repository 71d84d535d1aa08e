import { ConnectionError } from "../errors.ts";
import { SpeechClient } from "../speech-client.ts";

interface Connection {
  readonly url: string;
  readonly key?: string;
  readonly maxRetries?: number;
  readonly backoffMs?: number;
}

/** Codes of connections that could not be opened, with the reason in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name cannot be looked up",
  ECONNREFUSED: "no program listens there",
  EHOSTUNREACH: "the machine cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the machine does not answer",
  UND_ERR_CONNECT_TIMEOUT: "the machine does not answer",
};

/** The reason why no connection could be opened; null for one that broke, which may be opened again. */
function reasonOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return null;
  // An address that no call may have, such as one with a reserved port, has no code.
  if (!("code" in cause) || typeof cause.code !== "string") return cause.message;
  return reasons[cause.code] ?? (/CERT|SSL|TLS/.test(cause.code) ? cause.message : null);
}

/** True for a page of another program. Every answer of the service names its request. */
const isForeign = ({ status, headers }: Response): boolean =>
  status < 500 && !headers.has("x-request-id") && (headers.get("content-type") ?? "").startsWith("text/html");

/** Sends calls. The first one fails at once when there is no service at the address; later ones are sent again. */
function fetchFrom(url: string): (request: Request) => Promise<Response> {
  let isFirst = true;
  return async (request) => {
    const finds = isFirst;
    isFirst = false;
    const response = await fetch(request).catch((error: unknown) => {
      const reason = finds ? reasonOf(error) : null;
      throw reason === null
        ? error
        : new ConnectionError(`There is no service at ${url}: ${reason}.`, { cause: error });
    });
    if (finds && isForeign(response)) throw new ConnectionError(`At ${url} is another program, not a speech service.`);
    return response;
  };
}

/** A client of the service at an address. */
export const connect = ({ url, key, ...retries }: Connection): SpeechClient =>
  new SpeechClient({ baseUrl: url, apiKey: key, fetch: fetchFrom(url), ...retries });
