import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Config } from "#src/config.ts";
import type { Resources } from "#src/platform/resources.ts";
import { trimWhitespace } from "#src/api/http/trim-whitespace.ts";

/** The name for an address that is not known, as of a connection that is gone. */
const unknown = "unknown";
/** The groups of 16 bits in a /64 network. */
const groupsOfNetwork = 4;

/**
 * The address by which the limits count the caller of a request: an IPv4 address, or the /64 network of an IPv6 one, since
 * a caller has all of it. Behind proxies it is the entry of `X-Forwarded-For` that is `trustedHops` from the right: the
 * one that the outermost proxy of ours has written. What stands left of it is the caller's own invention, and a header
 * that is too short or holds no address there is not believed at all.
 * @param forwardedFor the header, several of them joined by commas; "" when there is none
 * @param trustedHops how many proxies of ours a request passes; with 0 only the connection counts
 */
export function callerAddress(connection: string | undefined, forwardedFor: string, trustedHops: number): string {
  const forwarded = trustedHops === 0 ? undefined : forwardedFor.split(",").at(-trustedHops);
  return counted(forwarded) ?? counted(connection) ?? unknown;
}

type Forwarded = Pick<Resources, "config" | "log">;

/** The `callerAddress` of a request. */
export function clientAddress({ headers, socket }: IncomingMessage, resources: Forwarded): string {
  const { trustedProxyHops } = resources.config;
  const forwardedFor = [headers["x-forwarded-for"] ?? ""].flat().join(",");
  if (trustedProxyHops === 0 && forwardedFor !== "") warnOfProxy(resources);
  return callerAddress(socket.remoteAddress, forwardedFor, trustedProxyHops);
}

const warned = new WeakSet<Config>();

/** Warns once per process, since any caller can send the header. */
function warnOfProxy({ config, log }: Forwarded): void {
  if (warned.has(config)) return;
  warned.add(config);
  log.warn(
    "Requests have X-Forwarded-For, but TRUSTED_PROXY_HOPS is 0: all callers behind the proxy share the limits of one address. Set TRUSTED_PROXY_HOPS to the number of proxies.",
  );
}

function counted(entry: string | undefined): string | null {
  const address = withoutPort(trimWhitespace(entry ?? ""));
  if (isIP(address) === 0) return null;
  // An IPv4 address within IPv6 (RFC 4291 §2.5.5.2) becomes the IPv4 address; `::1.2.3.4`, which the parser takes for one, is none.
  const parsed = ipaddr.process(address.replace(/^::(?=\d+\.)/, "0:0:0:0:0:0:"));
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, groupsOfNetwork).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** Some proxies write the port behind the address, and IPv6 in brackets. A zone is a matter of one machine. */
function withoutPort(entry: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return bare.split("%", 1)[0] ?? "";
}
