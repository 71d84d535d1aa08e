import { once } from "node:events";
import { createServer } from "node:net";
import { endsWithin } from "#src/platform/shutdown.ts";
import { createBudget } from "./budget.ts";
import { type Connection, openConnection, type ConnectionOptions } from "./connection.ts";
import { cacheLiveTags } from "./live-utterance.ts";

export interface ServeOptions extends Pick<ConnectionOptions, "client" | "log"> {
  readonly host: string;
  readonly port: number;
  /** Milliseconds that work which has begun is given when the server ends. */
  readonly shutdownTimeoutMs: number;
  /** Bytes of sound that all connections together hold. */
  readonly soundMax?: number;
}

export interface WyomingServer extends AsyncDisposable {
  readonly port: number;
}

/** Further ones are closed at once. A home has a few rooms. */
const maxConnections = 64;
/** Milliseconds after which a client is asked whether it is still there. */
const keepAliveMs = 60_000;

/** Serves the Wyoming protocol over TCP. Disposal ends its connections. @throws Error when the port cannot be had */
export async function serveWyoming(options: ServeOptions): Promise<WyomingServer> {
  const { host, port, client, log, shutdownTimeoutMs, soundMax } = options;
  const shared = { client, log, budget: createBudget(soundMax), liveTags: cacheLiveTags(client) };
  const open = new Set<Connection>();
  // A client may have said all it has to say, and wait for the answer.
  const settings = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs };
  const server = createServer(settings, (socket) => {
    socket.on("error", () => socket.destroy());
    const connection = openConnection(socket, shared);
    open.add(connection);
    connection.closed
      .catch((error: unknown) => log.error({ error: String(error) }, "a connection failed"))
      .finally(() => open.delete(connection));
  });
  server.maxConnections = maxConnections;
  await once(server.listen(port, host), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const connection of open) connection.drain();
      const closed = Promise.allSettled([...open].map((connection) => connection.closed));
      if (await endsWithin(closed, shutdownTimeoutMs)) return;
      for (const connection of open) connection.cut();
      await closed;
    },
  };
}
