import ipaddr from "ipaddr.js";

/** Networks as `10.1.0.0/16`, beside the public ones. */
export interface NetworkRules {
  readonly allowedNetworks: readonly string[];
  /** These win over those that are allowed. */
  readonly deniedNetworks: readonly string[];
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The addresses of RFC 4291, section 2.4, that are given out for use in public. */
const globalIPv6 = ["2000::/3"];
/** The server by which machines of Azure get their secrets; all other clouds have theirs in networks that are not public. */
const metadataServers = ["168.63.129.16/32"];
/** The prefix of RFC 6052 in front of an IPv4 address, by which machines without IPv4 reach it. */
const translated = ["64:ff9b::/96"];

/**
 * True for an address that connections for callers may lead to: one of the public internet, or of a network that the operator
 * allows. An IPv4 address in an IPv6 one is looked at itself.
 * @param address in its usual form, as the resolver and `URL` give it
 */
export function isAllowedAddress(address: string, { allowedNetworks, deniedNetworks }: NetworkRules): boolean {
  const given = ipaddr.parse(address);
  const reached = reachedBy(given);
  if (isWithin(given, deniedNetworks) || isWithin(reached, deniedNetworks)) return false;
  if (isWithin(reached, allowedNetworks)) return true;
  if (reached.range() !== "unicast" || isWithin(reached, metadataServers)) return false;
  return reached.kind() === "ipv4" || isWithin(reached, globalIPv6);
}

/** The IPv4 address that a mapped or translated one leads to; any other address itself. */
function reachedBy(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return isWithin(address, translated) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

const isWithin = (address: Address, networks: readonly string[]): boolean =>
  networks.some((network) => {
    const [start, bits] = ipaddr.parseCIDR(network);
    return start.kind() === address.kind() && address.match(start, bits);
  });
