import type { Context, Next } from "koa";
import { DomainError } from "#src/errors.ts";

/** The characters of a host with its port (RFC 3986, 3.2.2); it may be empty. */
const hostValue = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/**
 * Refuses what Node's parser reads and RFC 9110 and 9112 do not allow: HTTP/1.1 with no or several `Host`, a transfer
 * coding other than chunked, an expectation other than 100-continue.
 * @throws DomainError `malformed_request`, `expectation_failed`
 */
export function refuseMalformed(ctx: Context, next: Next): Promise<void> {
  const error = faultOf(ctx);
  if (error === null) return next();
  // A proxy in between may find its end at another place.
  ctx.set("Connection", "close");
  throw error;
}

function faultOf({ req }: Context): DomainError | null {
  const { host = [], "transfer-encoding": codings = [], expect = [] } = req.headersDistinct;
  const malformed = (message: string): DomainError => new DomainError("malformed_request", message);
  if (host.length > 1) return malformed("The Host header appears more than once. Send one.");
  if (host.length === 0 && req.httpVersion === "1.1") return malformed("The Host header is missing. Send it.");
  if (!hostValue.test(host[0] ?? "")) return malformed("The Host header is not valid. Send the host of the URL.");
  if (codings.length > 0 && codings.join().toLowerCase() !== "chunked") {
    return malformed("The transfer coding is not supported. Send Transfer-Encoding: chunked, or Content-Length.");
  }
  const expects = expect.length > 0 && req.httpVersion === "1.1";
  return expects && expect.join().toLowerCase() !== "100-continue" ? new DomainError("expectation_failed") : null;
}
