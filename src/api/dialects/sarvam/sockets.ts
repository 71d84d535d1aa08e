import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { OfferedCredential } from "#src/api/sockets/socket-route.ts";
import type { ErrorCode } from "#src/errors.ts";

const keyProtocol = "api-subscription-key.";

/** The client for JavaScript offers its key as a subprotocol, which is answered. */
export function offered(protocols: readonly string[]): OfferedCredential | null {
  const selected = protocols.find((name) => name.startsWith(keyProtocol));
  return selected === undefined ? null : { authorization: `Bearer ${selected.slice(keyProtocol.length)}`, selected };
}

/** Faults of the account and the key, which Sarvam's sockets close by 1003. */
const ofAccount: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(["invalid_api_key", "insufficient_credits", "monthly_limit_exceeded"] as const),
  ...(["rate_limited", "concurrency_limited"] as const),
]);

/** The code of the close frame after an error. */
export const sarvamCloseCode = (code: ErrorCode): number => (ofAccount.has(code) ? 1003 : closeCodeOf(code));
