import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { errorBody, statusOf } from "#src/api/errors.ts";

interface Unreadable {
  readonly error: Error;
  readonly socket: Duplex;
  /** What every answer says. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What Node's parser gives up with; everything else is no HTTP. */
const codeOf = (error: Error): ErrorCode => {
  const reason = "code" in error ? error.code : undefined;
  if (reason === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (reason === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "malformed_request";
};

/** What the other side has to read its answer and hang up, too. */
const lingerMs = 1_000;

/** Answers what Node could not read as a request, in the form of every other error, and hangs up. */
export function refuseUnparsable({ error, socket, headers }: Unreadable): void {
  // It has been answered, and the rest is not looked at.
  if (socket.writableEnded) return;
  // Who has hung up reads no answer.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  // Who never hangs up would keep its half of the connection for ever.
  setTimeout(() => socket.destroy(), lingerMs).unref();
  const requestId = randomUUID();
  const refusal = new DomainError(codeOf(error));
  const status = statusOf(refusal.code);
  const body = JSON.stringify(errorBody(refusal, requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
