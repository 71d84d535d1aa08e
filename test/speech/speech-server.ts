import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { ExecutionContext } from "ava";
import { type RemoteOptions, openRemoteRecognition } from "#workers/speech/engines/remote/open-remote.ts";

/** A call for a transcript, as it arrived. */
export interface ReceivedCall {
  readonly path: string;
  /** As the address has it; empty without one. */
  readonly query: string;
  readonly authorization: string | undefined;
  /** The values of the text fields, by name. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly fileType: string;
  /** Header and samples. */
  readonly file: Buffer;
}

export type Answering = (call: ReceivedCall, response: ServerResponse, index: number) => unknown;

export interface SpeechServer {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** The paths of all other calls. */
  readonly others: readonly string[];
}

export interface ServerBehaviour {
  readonly answer: Answering;
  /** Default: OpenAI's for transcriptions. */
  readonly paths?: readonly string[];
  /** The status of every other path. */
  readonly otherStatus?: number;
}

/** A server that stands in for a speech server; it is gone when the test is over. */
export async function startSpeechServer(t: ExecutionContext, behaviour: ServerBehaviour): Promise<SpeechServer> {
  const calls: ReceivedCall[] = [];
  const others: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const { paths = ["/v1/audio/transcriptions"] } = behaviour;
    if (request.method !== "POST" || !paths.includes(path)) {
      others.push(request.url ?? "");
      response.writeHead(behaviour.otherStatus ?? 404).end();
      return;
    }
    const call = { path, query, ...(await readCall(request)) };
    calls.push(call);
    await behaviour.answer(call, response, calls.length - 1);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens nowhere.");
  return { url: `http://127.0.0.1:${address.port}`, calls, others };
}

async function readCall(request: IncomingMessage): Promise<Omit<ReceivedCall, "path" | "query">> {
  const body = await buffer(request);
  const { "content-type": type = "", authorization } = request.headers;
  // oxlint-disable-next-line typescript/no-deprecated -- what is sent here is known
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const fields = new Map<string, string[]>();
  let file: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") fields.set(name, [...(fields.get(name) ?? []), value]);
    else file = value;
  }
  return {
    authorization,
    fields,
    fileType: `${file?.name} ${file?.type}`,
    file: Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer()),
  };
}

/** Answers every call with this JSON. */
export const answering =
  (value: unknown): Answering =>
  (_call, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

/** The key of every engine here, which must appear nowhere but in the header of a call. */
export const secretKey = "sk-of-the-test-4711";

/** An engine for a server, closed when the test is over, and what it has logged. */
export function remoteEngine(t: ExecutionContext, baseUrl: string, options: Partial<RemoteOptions> = {}) {
  const logged: string[] = [];
  const engine = openRemoteRecognition({
    ...{ name: "whisper-tiny.en", model: "Systran/faster-whisper-tiny.en", languages: ["en"], tier: "accurate" },
    ...{ baseUrl, apiKey: secretKey, concurrency: 2, detectsLanguage: false },
    ...{ log: (message) => logged.push(message), ...options },
  });
  t.teardown(() => engine.close());
  return { engine, logged };
}
