import { Agent, fetch, type FormData, type Response } from "undici";
import { badAnswer, refusalOf, ServerError } from "./server-error.ts";

export interface ServerAddress {
  /** Without a slash or `/v1` at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

export interface ServerConnection {
  /** @throws ServerError; the signal's reason when it is aborted */
  post(path: string, form: FormData, signal: AbortSignal): Promise<unknown>;
  /** The bytes of the answer to JSON. @throws as `post` */
  postForBytes(path: string, json: object, signal: AbortSignal): Promise<Buffer>;
  /** The status of an answer, whose body is dropped. @throws as `post` */
  status(path: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export interface ConnectionLimits {
  readonly connectMs: number;
  readonly maxAnswerBytes: number;
}

const maxDetailBytes = 4096;
const maxDetailLength = 200;

/** One connection for each call: a call takes seconds, and a server may close an idle connection at any moment. */
export function openConnection(
  address: ServerAddress,
  { connectMs, maxAnswerBytes }: ConnectionLimits,
): ServerConnection {
  // Answers have no limit of their own: the callers' deadlines go by the length of the audio, and may be longer.
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
  const server = { ...address, agent };
  const bytesOf = async (call: Call): Promise<Buffer> => {
    const { signal } = call;
    const response = await send(server, call);
    if (!response.ok) throw await refusalIn(server, response, signal);
    const body = await readBody(response, maxAnswerBytes).catch((error: unknown) => failed(server, error, signal));
    if (body === null) throw badAnswer("The speech server's answer is too large.");
    return body;
  };
  return {
    post: async (path, form, signal) => parse(await bytesOf({ path, body: form, signal })),
    postForBytes: (path, json, signal) => bytesOf({ path, body: JSON.stringify(json), signal }),
    status: async (path, signal) => {
      const { status, body } = await send(server, { path, body: null, signal });
      await body?.cancel();
      return status;
    },
    close: () => agent.destroy(),
  };
}

type Server = ServerAddress & { readonly agent: Agent };

interface Call {
  readonly path: string;
  /** A form, JSON, or null for GET. */
  readonly body: FormData | string | null;
  readonly signal: AbortSignal;
}

async function send(server: Server, { path, body, signal }: Call): Promise<Response> {
  const { baseUrl, apiKey, agent: dispatcher } = server;
  const isJson = typeof body === "string";
  const headers = {
    // JSON is answered with audio.
    ...(isJson ? { accept: "*/*", "content-type": "application/json" } : { accept: "application/json" }),
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  const method = body === null ? "GET" : "POST";
  try {
    // The key and the recordings are for this server alone.
    return await fetch(`${baseUrl}${path}`, { method, headers, body, dispatcher, redirect: "manual", signal });
  } catch (error) {
    return failed(server, error, signal);
  }
}

async function refusalIn(server: Server, response: Response, signal: AbortSignal): Promise<ServerError> {
  const text = await readBody(response, maxDetailBytes).catch((error: unknown) => failed(server, error, signal));
  const detail = redact(server, text?.toString("utf8") ?? "");
  return refusalOf({ status: response.status, retryAfter: response.headers.get("retry-after"), detail });
}

function failed(server: Server, error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw signal.reason;
  const detail = redact(server, causeOf(error));
  // Jobs know an outage by these words, and are tried again for minutes.
  throw new ServerError("outage", "The speech server does not answer. Try again later.", { detail });
}

/** One line of a log, without the key. */
const redact = ({ apiKey }: ServerAddress, text: string): string =>
  (apiKey === null ? text : text.replaceAll(apiKey, "[key]"))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, maxDetailLength)
    .trim();

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw badAnswer("The speech server's answer is not JSON. Does its address lead to an OpenAI-compatible server?");
  }
}

/** Null when it is longer than allowed; the rest is not read then. */
async function readBody({ body }: Response, maxBytes: number): Promise<Buffer | null> {
  const stream: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` hides in the cause what went wrong. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? `${String(cause.code)} ` : "";
  return `${code}${cause.message}`;
}
