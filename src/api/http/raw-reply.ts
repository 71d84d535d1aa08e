import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorReply } from "#src/api/dialects/dialect.ts";

/** The milliseconds that the other side has to read its answer and hang up, too. */
const lingerMs = 1_000;

/** Writes an answer to a connection that no request of Node's is behind, and hangs up. */
export function sendRawReply(socket: Duplex, { status, headers, body }: ErrorReply): void {
  // A caller who never hangs up would keep its half of the connection for ever.
  setTimeout(() => socket.destroy(), lingerMs).unref();
  const content = JSON.stringify(body);
  const own = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(content) };
  const all = { ...headers, ...own, Connection: "close" };
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      "",
      content,
    ].join("\r\n"),
  );
}
