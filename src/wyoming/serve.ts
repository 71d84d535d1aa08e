import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { serveConnection, type ConnectionOptions } from "./connection.ts";

export interface ServeOptions extends Omit<ConnectionOptions, "stopping"> {
  readonly host: string;
  readonly port: number;
}

export interface WyomingServer extends AsyncDisposable {
  readonly port: number;
}

/** Further ones are closed at once. A home has a few rooms. */
const maxConnections = 64;
/** Milliseconds without a byte in either direction. */
const idleMs = 300_000;

/** Serves the Wyoming protocol over TCP. Disposal ends its connections. @throws Error when the port cannot be had */
export async function serveWyoming({ host, port, client, log }: ServeOptions): Promise<WyomingServer> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const serve = async (socket: Socket): Promise<void> => {
    socket.on("error", () => socket.destroy());
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.setNoDelay(true);
    const served = serveConnection(socket, { client, log, stopping: stopping.signal });
    running.add(served);
    await served.finally(() => running.delete(served));
  };
  // A client may have said all it has to say, and wait for the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    serve(socket).catch((error: unknown) => log.error({ error: String(error) }, "a connection failed"));
  });
  server.maxConnections = maxConnections;
  await once(server.listen(port, host), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}
