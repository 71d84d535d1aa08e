import { withinBytes } from "#src/api/sockets/client-channel.ts";
import type { Farewell } from "#src/api/sockets/codec.ts";
import type { OfferedCredential } from "#src/api/sockets/socket-route.ts";
import type { DomainError, ErrorCode } from "#src/errors.ts";

const schemes: readonly string[] = ["token", "bearer"];

/** A browser offers a scheme and then the credential; the scheme is answered. */
export function offered([first = "", credential = ""]: readonly string[]): OfferedCredential | null {
  return schemes.includes(first.toLowerCase()) ? { authorization: `${first} ${credential}`, selected: first } : null;
}

/** The close frames that Deepgram has for faults, with its name of each. */
export type CloseFrames = Partial<Readonly<Record<ErrorCode, { readonly code: number; readonly name: string }>>>;

/** A close frame holds so many bytes of a reason. */
const reasonMax = 123;

/** The close frame for a fault: 1000 where Deepgram has none, since its client opens the socket again after any other code. */
export function closeFrame(error: DomainError, closes: CloseFrames): Omit<Farewell, "messages"> {
  const { code, name } = closes[error.code] ?? { code: 1000, name: "" };
  // Clients look for the name.
  const reason = name === "" ? error.message : `${withinBytes(error.message, reasonMax - name.length - 1)} ${name}`;
  return { code, reason };
}
