import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { plainTarget } from "./plain-target.ts";
import { errorReply } from "./error-reply.ts";
import { sendRawReply } from "./raw-reply.ts";

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
  const requestId = randomUUID();
  const dialect = dialectAt(plainTarget(targetOf(error)));
  const reply = errorReply(dialect, new DomainError(codeOf(error)), { requestId, publicUrl });
  const ofDialect = dialect?.answerHeaders({ requestId, elapsedMs: 0, share: null });
  sendRawReply(socket, {
    ...reply,
    headers: { "X-Request-Id": requestId, ...headers, ...reply.headers, ...ofDialect },
  });
}
