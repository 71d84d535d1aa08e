import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between callers and a process, which can be cut. */
export interface Relay extends AsyncDisposable {
  readonly baseUrl: string;
  /** Ends all connections and takes no others. */
  break(): void;
  /** Passes nothing more, and says so to neither side. New connections are refused. */
  silence(): void;
  /** Takes connections again. Those that were silent are gone. */
  mend(): void;
}

/** Passes bytes on to a port of this machine. */
export async function openRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isCut = false;
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const join = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on("error", () => undefined);
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
    from.pipe(to);
  };
  const server = createServer((caller) => {
    if (isCut) return void caller.destroy();
    const process = connect(port, "127.0.0.1");
    join(caller, process);
    join(process, caller);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay listens on no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    break: () => {
      isCut = true;
      endAll();
    },
    silence: () => {
      isCut = true;
      for (const socket of open) socket.unpipe().pause();
    },
    mend: () => {
      endAll();
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
