import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { accepts, findProgram, freePort, MissingProgramError } from "./backing-services.ts";
import { type BreakableServer, type ServerProcess, startServer } from "./server-process.ts";

const run = promisify(execFile);
const host = "127.0.0.1";
const volatile = ["--bind", host, "--save", "", "--appendonly", "no"] as const;
const durable = ["--bind", host, "--save", "", "--appendonly", "yes"] as const;

/** Several Redis servers that belong together. */
interface RedisGroup extends AsyncDisposable {
  /** The variables by which the service finds them. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface RedisCluster extends RedisGroup, BreakableServer {
  readonly ports: readonly number[];
}

/** A certificate for 127.0.0.1 that has signed itself, and its key: paths of PEM files. */
interface Certificate {
  readonly certificatePath: string;
  readonly keyPath: string;
}

export interface GuardedRedis extends RedisGroup {
  readonly primary: ServerProcess;
  readonly replicaPort: number;
  /** The password of all of them. */
  readonly password: string;
}

async function programNamed(name: string): Promise<string> {
  const program = await findProgram([name]);
  if (program === null) throw new MissingProgramError(`${name} is missing: run bin/setup --test.`);
  return program;
}

/** Makes a certificate with openssl. @throws MissingProgramError */
export async function makeCertificate(directory: string): Promise<Certificate> {
  const [certificatePath, keyPath] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const files = ["-keyout", keyPath, "-out", certificatePath];
  const name = ["-subj", "/CN=redis", "-addext", `subjectAltName=IP:${host}`];
  await run(await programNamed("openssl"), ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...name, ...files]);
  return { certificatePath, keyPath };
}

/** The options of a node that takes nothing but TLS, from its clients and from other nodes. */
const encrypted = ({ certificatePath, keyPath }: Certificate): readonly string[] => [
  ...["--tls-cert-file", certificatePath, "--tls-key-file", keyPath, "--tls-ca-cert-file", certificatePath],
  ...["--tls-auth-clients", "no", "--tls-cluster", "yes"],
];

async function startNode(directory: string, port: number, args: readonly string[]): Promise<ServerProcess> {
  const data = join(directory, `${port}`);
  await mkdir(data, { recursive: true });
  const ports = args.includes("--tls-cert-file") ? ["--port", "0", "--tls-port", `${port}`] : ["--port", `${port}`];
  const command = [await programNamed("redis-server"), ...args, ...ports, "--dir", data] as const;
  return startServer([...command], { directory: data, answers: () => accepts(port) });
}

/**
 * Starts a Redis Cluster of three nodes without replicas, as `redis-cli --cluster create` makes it, with TLS where there is a
 * certificate. What breaks it breaks all three.
 * @throws MissingProgramError
 */
export async function startRedisCluster(directory: string, certificate?: Certificate): Promise<RedisCluster> {
  await using opened = new AsyncDisposableStack();
  const client = await programNamed("redis-cli");
  const nodes = new Map<number, ServerProcess>();
  while (nodes.size < 3) {
    const port = await freePort();
    const tls = certificate === undefined ? [] : encrypted(certificate);
    const options = ["--cluster-enabled", "yes", "--cluster-port", `${await freePort()}`, ...tls];
    nodes.set(
      port,
      opened.adopt(await startNode(directory, port, [...durable, ...options]), (node) => node.stop()),
    );
  }
  const ports = [...nodes.keys()];
  const addresses = ports.map((port) => `${host}:${port}`);
  const trust = certificate === undefined ? [] : ["--tls", "--cacert", certificate.certificatePath];
  await run(client, [...trust, "--cluster", "create", ...addresses, "--cluster-yes"]);
  const [first = "", ...others] = addresses;
  const kept = opened.move();
  return {
    ports,
    environment: {
      REDIS_URL: `${certificate === undefined ? "redis" : "rediss"}://${first}`,
      REDIS_CLUSTER_NODES: others.join(","),
    },
    kill: async () => void (await Promise.all(nodes.values().map((node) => node.kill()))),
    start: async () => void (await Promise.all(nodes.values().map((node) => node.start()))),
    freeze: () => nodes.forEach((node) => node.freeze()),
    thaw: () => nodes.forEach((node) => node.thaw()),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Starts a primary, its replica and a Sentinel, which promotes the replica when the primary is gone for half a second. */
export async function startGuardedRedis(directory: string): Promise<GuardedRedis> {
  await using opened = new AsyncDisposableStack();
  const password = "secret-of-redis";
  const secrets = ["--requirepass", password, "--masterauth", password, "--repl-diskless-sync-delay", "0"];
  const [port, replicaPort, sentinelPort] = [await freePort(), await freePort(), await freePort()];
  const start = async (at: number, args: readonly string[]): Promise<ServerProcess> =>
    opened.adopt(await startNode(directory, at, args), (node) => node.stop());
  const primary = await start(port, [...volatile, ...secrets]);
  await start(replicaPort, [...volatile, ...secrets, "--replicaof", `${host} ${port}`]);
  await untilReplicating(replicaPort, password);
  await start(sentinelPort, [await writeSentinelFile(directory, { port, password }), "--sentinel"]);
  const kept = opened.move();
  return {
    primary,
    replicaPort,
    password,
    environment: {
      REDIS_URL: `redis://:${password}@speech-primary`,
      REDIS_SENTINELS: `${host}:${sentinelPort}`,
      REDIS_SENTINEL_PASSWORD: password,
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** A Sentinel writes into its file what it learns. */
async function writeSentinelFile(
  directory: string,
  { port, password }: { readonly port: number; readonly password: string },
): Promise<string> {
  const path = join(directory, "sentinel.conf");
  const lines = [
    `bind ${host}`,
    `requirepass ${password}`,
    `sentinel monitor speech-primary ${host} ${port} 1`,
    `sentinel auth-pass speech-primary ${password}`,
    "sentinel down-after-milliseconds speech-primary 500",
    "sentinel failover-timeout speech-primary 2000",
  ];
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

async function untilReplicating(port: number, password: string): Promise<void> {
  const client = new Redis({ host, port, password });
  try {
    while (!(await client.info("replication")).includes("master_link_status:up")) await delay(20);
  } finally {
    client.disconnect();
  }
}
