/** The part of a websocket that is used. */
interface Watched {
  /** True while nothing is read from it, its pongs neither. */
  readonly isPaused: boolean;
  on(event: "message" | "pong", listener: () => void): unknown;
  ping(): void;
  terminate(): void;
}

/** Ends a connection from which nothing comes between two pings, though it is read. */
export function watchAlive(socket: Watched, everyMs: number): Disposable {
  let isHeard = true;
  const hear = (): void => {
    isHeard = true;
  };
  socket.on("pong", hear);
  socket.on("message", hear);
  const timer = setInterval(() => {
    if (socket.isPaused) return hear();
    if (!isHeard) return socket.terminate();
    isHeard = false;
    socket.ping();
  }, everyMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
