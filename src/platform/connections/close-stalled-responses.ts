import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const checksPerTimeout = 4;

/**
 * Ends connections whose callers have stopped reading: whose peers have taken nothing of what waits to be sent for
 * `timeoutMs`. One that reads slowly is not ended, nor one whose answer is still being made.
 * @param open the answers that the server has not finished
 */
export function closeStalledResponses(open: ReadonlySet<ServerResponse>, timeoutMs: number): Disposable {
  const seen = new WeakMap<Socket, { readonly progress: string; readonly at: number }>();
  const check = async (): Promise<void> => {
    const sockets = [...open].flatMap(({ socket }) => (socket !== null && socket.writableLength > 0 ? [socket] : []));
    if (sockets.length === 0) return;
    const inSystem = await unacknowledgedBytes();
    const now = performance.now();
    for (const socket of sockets) {
      const progress = `${sentOf(socket)} ${inSystem(socket)}`;
      const before = seen.get(socket);
      if (before?.progress !== progress) seen.set(socket, { progress, at: now });
      else if (socket.writableLength > 0 && now - before.at >= timeoutMs) socket.destroy();
    }
  };
  const timer = setInterval(() => void check(), timeoutMs / checksPerTimeout);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Returns a text that changes when the system takes bytes of the connection, which it does in pieces of a third of its buffer: Node
 * counts a write as a whole, and only its handle knows how much of the present one is left.
 */
function sentOf(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, "_handle");
  const queued: unknown =
    typeof handle === "object" && handle !== null ? Reflect.get(handle, "writeQueueSize") : undefined;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}

/** Files of Linux that list the TCP connections. */
const tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/** Matches local and remote address with their ports, state, and the bytes that wait to be sent or acknowledged, all in hex. */
const connectionRow = /: \w+:(\w{4}) \w+:(\w{4}) \w\w (\w{8}):/g;

/** The two ports of a connection. */
interface Ports {
  readonly localPort?: number | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * Reads for each TCP connection the bytes that the system has taken and its peer has not, as a text that changes with them (Linux,
 * Documentation/networking/proc_net_tcp.rst); the same for all where the system does not say.
 */
async function unacknowledgedBytes(): Promise<(connection: Ports) => string> {
  const texts = await Promise.all(tables.map((path) => readFile(path, "latin1").catch(() => "")));
  const found = new Map<string, string>();
  for (const [, local = "", remote = "", bytes = ""] of texts.join("\n").matchAll(connectionRow)) {
    // Peers of different addresses may have the same port.
    found.set(`${local}:${remote}`, `${found.get(`${local}:${remote}`) ?? ""} ${bytes}`);
  }
  return ({ localPort, remotePort }) => found.get(`${inHex(localPort)}:${inHex(remotePort)}`) ?? "";
}

const inHex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, "0");
