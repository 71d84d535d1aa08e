import { z } from "zod";
import { service } from "./processes.ts";
import { refuse, setting } from "./setting.ts";
import { list, optional, text } from "./types.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The address of a text such as redis-1:6379; null where it is none. */
function addressOf(part: string, defaultPort: number): Address | null {
  const url = /^[^/@?#]+$/.test(part) && URL.parse(`redis://${part}`);
  if (!url || url.hostname === "") return null;
  // ioredis takes an IPv6 address without its brackets.
  return { host: url.hostname.replace(/^\[(.+)\]$/, "$1"), port: url.port === "" ? defaultPort : Number(url.port) };
}

/** Servers as host:port with commas between them. */
const addresses = (defaultPort: number) =>
  optional(
    list.transform((parts, context) => {
      const found = parts.map((part) => addressOf(part, defaultPort)).filter((address) => address !== null);
      if (parts.length > 0 && found.length === parts.length) return found;
      return refuse(context, `Addresses such as redis-1:${defaultPort} are needed, with commas between them.`);
    }),
  );

/** The Redis of the service. Its address also says the user, the password and, as rediss, TLS of those behind Sentinels and in a cluster. */
export const redis = z
  .object({
    url: setting("REDIS_URL", optional(z.url({ protocol: /^rediss?$/ })), {
      description:
        "The Redis that carries the queue and counts calls for the rate limits, as redis://:password@host:6379, or rediss:// for TLS; without it the queue lives in PostgreSQL.",
      readBy: [...service, "migrate"],
    }),
    sentinels: setting("REDIS_SENTINELS", addresses(26_379), {
      description:
        "The Sentinels that know the primary, as host:port with commas between them. The host of REDIS_URL is then the name of its group: redis://:password@mymaster.",
      readBy: service,
    }),
    sentinelPassword: setting("REDIS_SENTINEL_PASSWORD", optional(text), {
      description: "The password of the Sentinels, where they ask for one.",
      readBy: service,
    }),
    clusterNodes: setting("REDIS_CLUSTER_NODES", addresses(6_379), {
      description:
        "Nodes of a Redis Cluster beside the one of REDIS_URL, as host:port with commas between them; the client finds the others.",
      readBy: service,
    }),
  })
  .transform(({ url, ...rest }, context) => {
    const { sentinels, clusterNodes } = rest;
    if (url === null) {
      if (sentinels === null && clusterNodes === null) return null;
      return refuse(context, "REDIS_SENTINELS and REDIS_CLUSTER_NODES need REDIS_URL beside them.");
    }
    if (sentinels !== null && clusterNodes !== null)
      return refuse(context, "REDIS_SENTINELS and REDIS_CLUSTER_NODES exclude each other.");
    return { url, ...rest };
  });
