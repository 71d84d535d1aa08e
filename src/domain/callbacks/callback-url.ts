import { DomainError } from "#src/errors.ts";
import type { Outbound } from "#src/platform/connections/outbound.ts";

/** Characters. */
const maxLength = 2_000;
const noUrl = "The callback address is no URL. Send one such as https://example.com/hook.";

/**
 * Checks the address of a callback before it is kept. Where its host leads is checked again at every connection.
 * @param field is that of the call which holds it
 * @returns the address in its usual form
 * @throws DomainError `callback_url_refused`
 */
export function callbackUrl(outbound: Pick<Outbound, "parse">, given: string, field: string): string {
  const refuse = (reason: string): never => {
    throw new DomainError("callback_url_refused", reason, { field });
  };
  if (given.length > maxLength) refuse(`The callback address is longer than ${maxLength} characters.`);
  if (!URL.canParse(given)) refuse(noUrl);
  try {
    return outbound.parse(given).href;
  } catch (error) {
    return refuse(error instanceof Error && error.name === "OutboundError" ? error.message : noUrl);
  }
}
