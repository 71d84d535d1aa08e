import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { service as readBy } from "./processes.ts";
import { setting } from "./setting.ts";
import { flag, list } from "./types.ts";

const networks = list.refine(
  (given) => given.every((network) => ipaddr.isValidCIDR(network)),
  "Networks are needed as 10.1.0.0/16 or fd00:1::/48, separated by commas; one address is a /32 or a /128.",
);

/** Null stands for all ports. */
const ports = list
  .refine(
    (given) => given.join() === "*" || (given.length > 0 && given.every((port) => /^[1-9]\d{0,4}$/.test(port))),
    "Ports are needed as 443,8443, or * for all.",
  )
  .transform((given) => (given.join() === "*" ? null : given.map(Number)));

/** True for an address as Node's resolver takes it: with a port, those of IPv6 are in brackets. */
const isNameServer = (given: string): boolean =>
  isIP(given) !== 0 ||
  (/^(?:[\d.]{7,15}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(given) && URL.canParse(`http://${given}`));

const nameServers = list.refine(
  (given) => given.every(isNameServer),
  "Name servers are needed as 10.0.0.2 or 10.0.0.2:53, separated by commas.",
);

/** The connections to addresses that callers give: recordings to fetch, receivers of webhooks. */
export const outbound = z
  .object({
    http: setting("OUTBOUND_HTTP", flag(false), {
      description: "Whether addresses that callers give may begin with http, which then may lead to port 80.",
      readBy,
    }),
    ports: setting("OUTBOUND_PORTS", ports.prefault("443,8443"), {
      description: "The ports of addresses that callers give, separated by commas; * for all.",
      readBy,
    }),
    allowedNetworks: setting("OUTBOUND_ALLOWED_NETWORKS", networks.prefault(""), {
      description:
        "Networks of your own that addresses of callers may lead to, such as 10.1.0.0/16, separated by commas; without them only public ones.",
      readBy,
    }),
    deniedNetworks: setting("OUTBOUND_DENIED_NETWORKS", networks.prefault(""), {
      description: "Networks that addresses of callers may not lead to, public and allowed ones included.",
      readBy,
    }),
    nameServers: setting("OUTBOUND_NAME_SERVERS", nameServers.prefault(""), {
      description:
        "The name servers for addresses of callers, such as 10.0.0.2:53, separated by commas; those of the machine when unset. /etc/hosts is not read.",
      readBy,
    }),
  })
  .transform(({ ports: given, ...rest }) => ({
    ...rest,
    ports: given === null || !rest.http ? given : [80, ...given],
  }))
  .describe("Requests to addresses that callers give");
