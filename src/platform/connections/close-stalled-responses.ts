import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { unacknowledgedBytes } from "./unacknowledged-bytes.ts";

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
 * What changes when the system takes bytes of the connection, which it does in pieces of a third of its buffer: Node
 * counts a write as a whole, and only its handle knows how much of the present one is left.
 */
function sentOf(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, "_handle");
  const queued: unknown =
    typeof handle === "object" && handle !== null ? Reflect.get(handle, "writeQueueSize") : undefined;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
