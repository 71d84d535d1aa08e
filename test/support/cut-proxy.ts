import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy whose network can be cut. */
export interface CutProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** The number of connections that have been made through it. */
  readonly connections: () => number;
  /** Breaks every connection and takes no other one. */
  cut(): Promise<void>;
  /** Takes connections again, at the same address; for another target where one is given. */
  restore(newTarget?: string): Promise<void>;
}

export async function openCutProxy(target: string): Promise<CutProxy> {
  let { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((caller) => {
    connections += 1;
    const service = connect(Number(targetPort), hostname);
    for (const socket of [caller, service]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .once("close", () => {
          sockets.delete(socket);
          caller.destroy();
          service.destroy();
        });
    }
    caller.pipe(service).pipe(caller);
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    connections: () => connections,
    cut,
    restore: async (newTarget = target) => {
      ({ hostname, port: targetPort } = new URL(newTarget));
      await listen(port);
    },
    [Symbol.asyncDispose]: cut,
  };
}
