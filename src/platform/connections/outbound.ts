import type { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";
import { guardedLookup } from "./guarded-lookup.ts";
import { OutboundError, type OutboundRules, parseOutboundUrl } from "./outbound-url.ts";

/** Connections to addresses that callers give: to allowed networks only, within limits of time and size. */
export interface Outbound extends AsyncDisposable {
  /** Parses an address, without a connection. @throws OutboundError `refused` */
  parse(text: string): URL;
  /**
   * Sends a request. An answer of any status is one; its body has to be read or disposed of.
   * @throws OutboundError; the signal's reason when it is aborted
   */
  request(url: URL, options?: OutboundRequest): Promise<OutboundResponse>;
}

export interface OutboundRequest {
  readonly method?: "GET" | "POST" | "PUT";
  /** They go to each address that redirects lead to. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Ends the call, the reading of its answer included. */
  readonly signal?: AbortSignal;
  /** The number of redirects to follow, each checked like the address itself; none when absent: then a redirect is the answer. */
  readonly redirects?: number;
}

export interface OutboundResponse extends Disposable {
  readonly status: number;
  /** By their names in small letters; the first of several of the same name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that answered: another one than was asked where redirects were followed. */
  readonly url: URL;
  /** Reads the body. @throws OutboundError `too_large` beyond the limit, `unreachable` or `timeout` when it breaks off */
  chunks(maxBytes: number): AsyncGenerator<Buffer>;
  /** Reads the first bytes of the body and ends the connection. @throws OutboundError */
  head(maxBytes: number): Promise<Buffer>;
}

const connectMs = 5_000;
const headersMs = 15_000;
/** The longest silence within a body. */
const silenceMs = 15_000;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function openOutbound(rules: OutboundRules): Outbound {
  const agent = new Agent({
    connect: { lookup: guardedLookup(rules), timeout: connectMs, autoSelectFamily: true },
    ...{ headersTimeout: headersMs, bodyTimeout: silenceMs, allowH2: false },
  });
  const parse = (text: string): URL => parseOutboundUrl(text, rules);
  const follow = async (asked: URL, options: OutboundRequest, followed: number): Promise<OutboundResponse> => {
    const url = parse(asked.href);
    const response = await send(agent, url, options);
    const { redirects = 0 } = options;
    const { location } = response.headers;
    if (redirects === 0 || location === undefined || !redirectStatuses.has(response.status)) return response;
    response[Symbol.dispose]();
    if (followed === redirects) throw new OutboundError("redirects", "The address redirects too often.");
    if (!URL.canParse(location, url.href)) throw new OutboundError("redirects", "The address redirects to no URL.");
    return follow(new URL(location, url.href), options, followed + 1);
  };
  return {
    parse,
    request: (url, options = {}) => follow(url, options, 0),
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

async function send(agent: Agent, url: URL, options: OutboundRequest): Promise<OutboundResponse> {
  const { method = "GET", headers, body, signal } = options;
  const sent = { method, headers: { "user-agent": "speech-service", ...headers }, body: body ?? null };
  const ask = request(url, { dispatcher: agent, ...sent, signal: signal ?? null });
  const answer = await ask.catch((error: unknown) => failed(error, signal));
  return responseOf(url, answer, signal);
}

function responseOf(
  url: URL,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
): OutboundResponse {
  // A body that is given up emits an error, too.
  body.on("error", () => undefined);
  const chunks = (maxBytes: number) => readWithin(body, maxBytes, signal);
  return {
    status,
    url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().at(0)])),
    chunks,
    head: async (maxBytes) => {
      const read: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of chunks(Number.POSITIVE_INFINITY)) {
        read.push(chunk);
        bytes += chunk.length;
        if (bytes >= maxBytes) break;
      }
      return Buffer.concat(read).subarray(0, maxBytes);
    },
    [Symbol.dispose]: () => void body.destroy(),
  };
}

async function* readWithin(
  body: Readable,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => failed(error, signal, brokenOff));
      if (next.done === true) return;
      bytes += next.value.length;
      if (bytes > maxBytes) throw new OutboundError("too_large", "The answer is too large.");
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

const timeouts: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

const unreachable = "The server of the address cannot be reached.";
const brokenOff = "The server of the address broke off its answer.";

/** @throws OutboundError for whatever ended a connection, the reason of the signal where that did */
function failed(error: unknown, signal: AbortSignal | undefined, said = unreachable): never {
  if (signal?.aborted === true) throw signal.reason;
  if (error instanceof OutboundError) throw error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  throw timeouts.has(code)
    ? new OutboundError("timeout", "The server of the address does not answer in time.", { cause: error })
    : new OutboundError("unreachable", said, { cause: error });
}
