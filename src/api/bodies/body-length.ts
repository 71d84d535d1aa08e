import type { IncomingMessage } from "node:http";

/** The bytes that a request says its body has: 0 without a body, null for one that comes in chunks. */
export function declaredBytes({ headers }: IncomingMessage): number | null {
  if (headers["transfer-encoding"] !== undefined) return null;
  return Number(headers["content-length"] ?? 0);
}

/** True for a caller that sends its body only when it is told to go on (RFC 9110 §10.1.1). */
export const expectsContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === "1.1" && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? "");
