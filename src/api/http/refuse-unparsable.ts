import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { plainTarget } from "./plain-target.ts";
import { errorReply } from "./error-reply.ts";

interface Unreadable {
  readonly error: Error;
  readonly socket: Duplex;
  /** The headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: string;
}

/** The error code for an error of Node's parser; any other error means malformed HTTP. */
const codeOf = (error: Error): ErrorCode => {
  const reason = "code" in error ? error.code : undefined;
  if (reason === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (reason === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "malformed_request";
};

/** The target of a request line, when what could not be read begins with one; else nothing. */
function targetOf(error: Error): string {
  const packet: unknown = "rawPacket" in error ? error.rawPacket : undefined;
  if (!Buffer.isBuffer(packet)) return "";
  const start = packet.toString("latin1", 0, requestLineMax);
  return /^[A-Z]+ (?<target>\S+)/.exec(start)?.groups?.["target"] ?? "";
}

/** The milliseconds that the other side has to read its answer and hang up, too. */
const lingerMs = 1_000;
/** Bytes of a request line that are looked at. */
const requestLineMax = 1_024;

/** Answers what Node could not read as a request, in the form of every other error, and hangs up. */
export function refuseUnparsable({ error, socket, headers, publicUrl }: Unreadable): void {
  // It has been answered, and the rest is not looked at.
  if (socket.writableEnded) return;
  // A caller who has hung up reads no answer.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  // A caller who never hangs up would keep its half of the connection for ever.
  setTimeout(() => socket.destroy(), lingerMs).unref();
  const requestId = randomUUID();
  const dialect = dialectAt(plainTarget(targetOf(error)));
  const reply = errorReply(dialect, new DomainError(codeOf(error)), { requestId, publicUrl });
  const { status } = reply;
  const body = JSON.stringify(reply.body);
  const ofDialect = dialect?.answerHeaders({ requestId, elapsedMs: 0, share: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries({ ...headers, ...reply.headers, ...ofDialect }).map(([name, value]) => `${name}: ${value}`),
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
