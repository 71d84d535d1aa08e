import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const checksPerTimeout = 4;

/**
 * Ends connections whose callers have stopped reading: of which nothing that waits to be sent has left this process for
 * `timeoutMs`. One that reads slowly is not ended, nor one whose answer is still being made.
 * @param open the answers that the server has not finished
 */
export function endUnreadAnswers(open: ReadonlySet<ServerResponse>, timeoutMs: number): Disposable {
  const seen = new WeakMap<Duplex, { readonly progress: string; readonly at: number }>();
  const check = (socket: Duplex & { readonly bytesWritten: number }): void => {
    const progress = progressOf(socket);
    const before = seen.get(socket);
    const now = performance.now();
    if (socket.writableLength === 0 || before === undefined || before.progress !== progress) {
      seen.set(socket, { progress, at: now });
    } else if (now - before.at >= timeoutMs) socket.destroy();
  };
  const timer = setInterval(() => {
    for (const { socket } of open) if (socket !== null) check(socket);
  }, timeoutMs / checksPerTimeout);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * What changes whenever the system takes bytes of the connection: Node counts a write as a whole, and only its handle
 * knows how much of the present one is left.
 */
function progressOf(socket: Duplex & { readonly bytesWritten: number }): string {
  const handle: unknown = Reflect.get(socket, "_handle");
  const queued: unknown =
    typeof handle === "object" && handle !== null ? Reflect.get(handle, "writeQueueSize") : undefined;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
