import { ConnectionError, errorOf, InsufficientCreditsError, PermissionError } from "./errors.ts";
import { createClient } from "./generated/client/index.ts";
import { Api } from "./generated/sdk.gen.ts";
import { retryingFetch } from "./retry.ts";
import { isAddress } from "./source.ts";

export interface SpeechClientOptions {
  /** The address of the service, as `https://speech.example.com`. */
  readonly baseUrl: string;
  /** Absent where only calls are made that need none. */
  readonly apiKey?: string | undefined;
  /** The number of times a call is sent again when the connection breaks or the service asks for it; 2 when absent. */
  readonly maxRetries?: number;
  /** Milliseconds before the first of these attempts; 500 when absent. */
  readonly backoffMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const usualRetries = 2;
const usualBackoffMs = 500;

/** Options of a call that creates something. */
export interface CreateOptions {
  /** Identifies the call, so that another run of the program does not make the same thing twice; a random one when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const throwing = { throwOnError: true } as const;

/** The part of a request that follows from the options of a call that creates something. */
export const creating = (
  { idempotencyKey, signal }: CreateOptions,
  headers: Readonly<Record<string, string | null>> = {},
) => ({
  ...throwing,
  headers: { ...headers, ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }) },
  ...(signal !== undefined && { signal }),
});

/**
 * The address of a service without a slash at its end. The `/v1` of clients of other services is left out: our paths begin with it.
 * @throws TypeError for what is no address
 */
export function addressOf(baseUrl: string): string {
  if (isAddress(baseUrl) && URL.canParse(baseUrl)) return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  throw new TypeError(`baseUrl is "${baseUrl}". It must be an address that begins with http:// or https://.`);
}

/** The calls of the service by their operations, with an API key, retries and typed errors. The address is one of `addressOf`. */
export function openApi({
  baseUrl,
  apiKey,
  maxRetries = usualRetries,
  backoffMs = usualBackoffMs,
  fetch,
}: SpeechClientOptions) {
  const send = retryingFetch({ fetch: fetch ?? ((request) => globalThis.fetch(request)), maxRetries, backoffMs });
  const client = createClient({
    baseUrl,
    headers: apiKey === undefined ? {} : { "X-API-Key": apiKey },
    throwOnError: true,
    fetch: (input, init) => send(new Request(input, init)),
  });
  client.interceptors.request.use((request) => {
    if (request.method === "POST" && !request.headers.has("idempotency-key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    return request;
  });
  client.interceptors.error.use((error, response) => errorOf(error, response, baseUrl));
  return new Api({ client });
}

/** The credits without which no live session begins. */
const liveCredits = 15;

/** Finds the reason why a live session was refused, which WebSockets do not say. Only an API key may ask for it. */
export async function explainRefusal(api: Api | null): Promise<unknown> {
  const unknown = "The live session was refused. Check its options, or retry when a slot is free.";
  try {
    const remaining = (await api?.usage.get({ throwOnError: true }))?.data.data.credits.asr_remaining;
    if (remaining === undefined || remaining >= liveCredits) return new ConnectionError(unknown);
    const details = { required: liveCredits, remaining };
    const message = `Insufficient credits. This needs ${liveCredits} credits; ${remaining} remain.`;
    return new InsufficientCreditsError(message, {
      status: 402,
      code: "insufficient_credits",
      requestId: null,
      details,
    });
  } catch (error) {
    // A key that may not read the usage may transcribe all the same.
    return error instanceof PermissionError ? new ConnectionError(unknown) : error;
  }
}
