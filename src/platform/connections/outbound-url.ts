import { isIP } from "node:net";
import type { Config } from "#src/config.ts";
import { isAllowedAddress } from "./network-rules.ts";

/** The settings of connections to addresses that callers give. */
export type OutboundRules = Config["outbound"];

/** The reasons why a connection for a caller comes to nothing. */
export type OutboundFault = "refused" | "unreachable" | "timeout" | "too_large" | "redirects";

/** A connection for a caller that was not made, or broke. The message is for the caller: it names no address. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const refuse = (message: string): never => {
  throw new OutboundError("refused", message);
};

/** The sentence for all that leads where callers have nothing to look for: it does not tell what is there. */
export const deniedNetwork = "The address leads to a network that is not allowed. Use a public address.";

/**
 * Parses an address as a browser does, and refuses what is never connected to. A name is not resolved: where it leads is
 * checked when it is connected to.
 * @throws OutboundError `refused`
 */
export function parseOutboundUrl(text: string, rules: OutboundRules): URL {
  if (!URL.canParse(text)) return refuse("This is no URL. Send one such as https://example.com/recording.mp3.");
  const url = new URL(text);
  const { protocol, hostname, username, password } = url;
  const isHttp = protocol === "http:" && rules.http;
  if (protocol !== "https:" && !isHttp) {
    return refuse(
      rules.http ? "The address must begin with https:// or http://." : "The address must begin with https://.",
    );
  }
  if (username !== "" || password !== "") {
    return refuse("The address must not hold a user or a password. Use a presigned address instead.");
  }
  const port = Number(url.port === "" ? (isHttp ? 80 : 443) : url.port);
  if (rules.ports !== null && !rules.ports.includes(port)) {
    return refuse(`The address has a port that is not allowed. Use ${rules.ports.join(", ")}.`);
  }
  // A resolver is never asked about an address in numbers, nor about the names of this machine (RFC 6761).
  const host = /(?:^|\.)localhost\.?$/.test(hostname) ? "127.0.0.1" : hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 || isAllowedAddress(host, rules) ? url : refuse(deniedNetwork);
}
