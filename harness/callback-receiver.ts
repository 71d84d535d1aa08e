import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A call as it arrived. */
export interface ReceivedCallback {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A customer's server that takes callbacks. */
export interface CallbackReceiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly calls: readonly ReceivedCallback[];
  /** The way in which it answers from now on: 204 at first. */
  answer(how: (call: ReceivedCallback, response: ServerResponse) => void): void;
}

/** The settings by which a service may call a receiver of this machine. */
export const localReceivers = {
  ...{ OUTBOUND_HTTP: "true", OUTBOUND_PORTS: "*", OUTBOUND_ALLOWED_NETWORKS: "127.0.0.0/8" },
} as const;

/** Answers with a status and headers. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (_call: ReceivedCallback, response: ServerResponse): void => {
    response.writeHead(status, headers).end();
  };

/** Listens on a port of this machine. @param port default: a free one */
export async function startCallbackReceiver(port = 0): Promise<CallbackReceiver> {
  const calls: ReceivedCallback[] = [];
  let how = answering(204);
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await buffer(request)).toString("utf8");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const call = { path: request.url ?? "", method: request.method ?? "", headers, body, at: Date.now() };
    calls.push(call);
    how(call, response);
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(port, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    calls,
    answer: (next) => {
      how = next;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
