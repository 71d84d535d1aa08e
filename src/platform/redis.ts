import { Cluster, type ClusterOptions, Redis } from "ioredis";
import pTimeout from "p-timeout";
import type { RedisConfig } from "#src/config.ts";
import type { Logger } from "./logger.ts";

/** The behaviour of a client while Redis is unavailable. */
interface RedisUse {
  /** False where a command must fail at once; true when absent. */
  readonly enableOfflineQueue?: boolean;
  readonly connectTimeout?: number;
  readonly commandTimeout?: number;
  readonly lazyConnect?: boolean;
  readonly maxRetriesPerRequest: number | null;
  /** Milliseconds until the next attempt to connect; null for none. */
  readonly reconnectMs: number | null;
}

const checkTimeoutMs = 2_000;

/**
 * A server that answers a command not at all for so long is left where another one may have taken its place: one that stands still
 * ends no connection. Commands of the queue that wait do so for ten seconds.
 */
const silentMs = 15_000;

/** A server that has become a replica answers by these. The client looks for the primary then, and sends the command again. */
const demoted = /^(?:READONLY|UNBLOCKED)/;
const resend = 2;
const reconnectOnError = ({ message }: Error): boolean | typeof resend => demoted.test(message) && resend;

/** The options of a client of one server, or of the primary that Sentinels name. */
function optionsFor(config: RedisConfig, { reconnectMs, ...use }: RedisUse) {
  const { url, sentinels, sentinelPassword } = config;
  const options = { url, ...use, reconnectOnError, retryStrategy: () => reconnectMs };
  if (sentinels === null) return options;
  const isEncrypted = url.startsWith("rediss:");
  return {
    ...options,
    sentinels: sentinels.map((address) => ({ ...address })),
    name: decodeURIComponent(new URL(url).hostname),
    socketTimeout: silentMs,
    sentinelRetryStrategy: () => reconnectMs,
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  };
}

const keepHost: NonNullable<ClusterOptions["dnsLookup"]> = (host, done) => done(null, host);

function openCluster({ url, clusterNodes }: RedisConfig, { reconnectMs, ...use }: RedisUse): Cluster {
  const { protocol, username, password, hostname, port } = new URL(url);
  const { lazyConnect = false, enableOfflineQueue = true, ...timeouts } = use;
  const first = { host: hostname.replace(/^\[(.+)\]$/, "$1"), port: port === "" ? 6_379 : Number(port) };
  const isEncrypted = protocol === "rediss:";
  const nodes = [first, ...(clusterNodes ?? [])].map((node) => ({ ...node }));
  return new Cluster(nodes, {
    lazyConnect,
    enableOfflineQueue,
    clusterRetryStrategy: () => reconnectMs,
    redisOptions: {
      ...timeouts,
      socketTimeout: silentMs,
      reconnectOnError,
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
      ...(isEncrypted && { tls: {} }),
    },
    // Certificates name hosts, not their addresses.
    ...(isEncrypted && { dnsLookup: keepHost }),
  });
}

/** The connection for BullMQ: options of a client of its own, or a client of a cluster, which it leaves open when it closes. */
export const redisConnection = (config: RedisConfig, use: RedisUse) =>
  config.clusterNodes === null ? optionsFor(config, use) : openCluster(config, use);

/** Opens a client of the Redis of the service, be it one server, a primary behind Sentinels or a cluster. */
export function openRedis(config: RedisConfig, use: RedisUse): Redis | Cluster {
  if (config.clusterNodes !== null) return openCluster(config, use);
  const { url, ...options } = optionsFor(config, use);
  return new Redis(url, options);
}

/**
 * Looks whether Redis throws keys away when its memory is full. One that cannot be asked is logged, and no reason not to start.
 * @returns what is wrong and how to mend it; null when nothing is
 */
export async function findEviction(config: RedisConfig, log: Logger): Promise<string | null> {
  const timeouts = { connectTimeout: checkTimeoutMs, commandTimeout: checkTimeoutMs };
  const client = openRedis(config, { ...timeouts, maxRetriesPerRequest: 0, lazyConnect: true, reconnectMs: null });
  client.on("error", () => undefined);
  try {
    await pTimeout(client.connect(), { milliseconds: checkTimeoutMs });
    const servers = client instanceof Cluster ? client.nodes("master") : [client];
    const found = (await Promise.all(servers.map((server) => server.info("memory")))).map(policyOf);
    if (found.includes(undefined)) log.warn("Redis does not tell its maxmemory-policy, which has to be noeviction");
    const evicting = found.find((policy) => policy !== undefined && policy !== "noeviction");
    return evicting === undefined ? null : evictionText(evicting);
  } catch (error) {
    log.warn({ error: String(error) }, "Redis could not be asked for its maxmemory-policy");
    return null;
  } finally {
    client.disconnect();
  }
}

/** Managed services forbid CONFIG, and most of them tell the policy here all the same. */
const policyOf = (info: string): string | undefined => /^maxmemory_policy:(\S+)/m.exec(info)?.[1];

const evictionText = (policy: string): string =>
  `Redis removes keys when its memory is full (maxmemory-policy ${policy}), and the queue would lose jobs. Set maxmemory-policy to noeviction, in redis.conf or in the parameters of a managed Redis.`;
