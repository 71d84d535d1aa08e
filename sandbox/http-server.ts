import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A request is small and comes at once; Node's own limits on headers (16 KiB) hold beside these. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000 };

/**
 * Listens. Disposing of the server takes no more connections and waits for the calls in hand.
 * @throws Error when the port is taken
 */
export async function listen(
  callback: (request: IncomingMessage, response: ServerResponse) => unknown,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(limits, (request, response) => void callback(request, response));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
