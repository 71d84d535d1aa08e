import { randomBytes } from "node:crypto";
import { startObjectStore, startRedis } from "#harness/servers/backing-services.ts";
import { startPgBouncer } from "#harness/servers/pgbouncer.ts";
import { startRedisCluster } from "#harness/servers/redis-groups.ts";
import type { BreakableServer } from "#harness/servers/server-process.ts";

type Environment = Readonly<Record<string, string>>;

interface Servers {
  readonly redis: BreakableServer;
  readonly objects: BreakableServer;
  /** The variables by which the service finds them. */
  readonly environment: Environment;
}

interface Stack {
  readonly services: boolean;
  readonly cluster?: boolean;
  readonly pooler?: boolean;
}

/** The names of what a service runs on. */
export function stackOf({ services, cluster = false, pooler = false }: Stack): string {
  const database = pooler ? "PostgreSQL behind PgBouncer" : "PostgreSQL";
  if (!services) return `embedded stack: ${database} and the file system`;
  return `${database}, ${cluster ? "Redis Cluster" : "Redis"}, S3 (MinIO)`;
}

/** Starts Redis, or a cluster of three nodes, and an S3 server. */
export async function startServers(
  { directory, cluster = false }: { readonly directory: string; readonly cluster: boolean | undefined },
  opened: AsyncDisposableStack,
): Promise<Servers> {
  const redis = cluster ? opened.use(await startRedisCluster(directory)) : await startOneRedis(directory, opened);
  const objects = opened.adopt(await startObjectStore(directory), (part) => part.stop());
  const bucket = { S3_BUCKET: `running-${randomBytes(4).toString("hex")}` };
  const environment = { ...redis.environment, ...withoutPrefix(objects.environment), ...bucket };
  return { redis, objects, environment };
}

async function startOneRedis(directory: string, opened: AsyncDisposableStack) {
  const redis = opened.adopt(await startRedis(directory, { durable: true }), (part) => part.stop());
  return { ...redis, environment: withoutPrefix(redis.environment) };
}

const withoutPrefix = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.replace("TEST_", ""), value]));

/** Starts PgBouncer before a server. @returns the variables by which the service finds both */
export async function startPooler(
  { directory, url }: { readonly directory: string; readonly url: string },
  opened: AsyncDisposableStack,
): Promise<Environment> {
  const pooler = opened.adopt(await startPgBouncer(directory, url, "transaction"), (part) => part.stop());
  const pooled = pooler.urlOf(new URL(url).pathname.slice(1));
  return { DATABASE_URL: pooled, DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: url };
}
