import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { access, constants, mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { openEmbeddedPostgres } from "#src/platform/postgres/embedded-postgres.ts";
import { type BreakableServer, exitCode, startServer } from "./server-process.ts";

/** MinIO is archived and has no version that Go understands, so this is its last commit. It builds with Go 1.24 to 1.26. */
const minioModule = "github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c";
const cachedBinaries = join(import.meta.dirname, "../../.cache/bin");

const [firstPort, endOfPorts] = [20_000, 32_768];
/** Tests take some ports after a free one as well. */
const portStep = 101;
/** Begins anywhere, as processes that run beside each other look for ports. */
let nextPort = randomInt(firstPort, endOfPorts);

/** A program that a service needs cannot be had on this machine; the message says what to do about it. */
export class MissingProgramError extends Error {
  override readonly name = "MissingProgramError";
}

/** A running server and the `TEST_…` variables by which the tests find it. */
export interface BackingService {
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when the server is gone. */
  readonly stop: () => Promise<void>;
}

/** A PostgreSQL without durability. Sets `TEST_DATABASE_URL`, whose user may create databases. */
export async function startPostgres(directory: string): Promise<BackingService> {
  const postgres = await openEmbeddedPostgres({ directory: join(directory, "postgres"), fast: true });
  return { environment: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() };
}

/** One that can be taken away meanwhile. */
export type BreakableService = BackingService & BreakableServer;

/**
 * A Redis that keeps nothing, or, when it is `durable`, its commands in a file as in production. Sets `TEST_REDIS_URL`.
 * @throws MissingProgramError
 */
export async function startRedis(directory: string, { durable = false } = {}): Promise<BreakableService> {
  const program = await findProgram(["redis-server"]);
  if (program === null) throw new MissingProgramError("redis-server is missing: run bin/setup --test.");
  const data = join(directory, "redis");
  await mkdir(data);
  const port = await freePort();
  const network = ["--bind", "127.0.0.1", "--port", `${port}`];
  const memory = ["--save", "", "--appendonly", durable ? "yes" : "no", "--maxmemory-policy", "noeviction"];
  const server = await startServer([program, ...network, ...memory, "--dir", data], {
    directory: data,
    answers: () => accepts(port),
  });
  return { environment: { TEST_REDIS_URL: `redis://127.0.0.1:${port}` }, ...server };
}

/**
 * An S3 server: `minio` or its fork `silo` where one is installed, else MinIO built once by Go into
 * `.cache/bin`, which takes minutes. Sets `TEST_S3_ENDPOINT`, `TEST_S3_ACCESS_KEY` and `TEST_S3_SECRET_KEY`.
 * @throws MissingProgramError
 */
export async function startObjectStore(directory: string): Promise<BreakableService> {
  const program = (await findProgram(["minio", "silo"], cachedBinaries)) ?? (await minioBuilt());
  const data = join(directory, "objects");
  await mkdir(data);
  const address = `127.0.0.1:${await freePort()}`;
  const accessKey = randomBytes(10).toString("hex");
  const secretKey = randomBytes(20).toString("hex");
  const server = await startServer([program, "server", "--address", address, join(data, "disk")], {
    directory: data,
    environment: {
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_BROWSER: "off",
      MINIO_UPDATE: "off",
      HOME: data,
    },
    answers: () =>
      fetch(`http://${address}/minio/health/ready`).then(
        (response) => response.ok,
        () => false,
      ),
  });
  return {
    environment: {
      TEST_S3_ENDPOINT: `http://${address}`,
      TEST_S3_ACCESS_KEY: accessKey,
      TEST_S3_SECRET_KEY: secretKey,
    },
    ...server,
  };
}

let building: Promise<string> | null = null;

/** Later callers wait for the same. */
const minioBuilt = (): Promise<string> => (building ??= buildMinio());

async function buildMinio(): Promise<string> {
  const go = await findProgram(["go"], "/usr/local/go/bin");
  if (go === null) {
    throw new MissingProgramError("There is no S3 server: put minio or silo on the PATH, or install Go 1.24 or newer.");
  }
  process.stdout.write("Building MinIO into .cache/bin, once; this takes some minutes.\n");
  await mkdir(cachedBinaries, { recursive: true });
  const build = spawn(go, ["install", "-trimpath", "-ldflags=-s -w", minioModule], {
    cwd: cachedBinaries,
    env: { ...process.env, GOBIN: cachedBinaries, CGO_ENABLED: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await exitCode(build)) === 0) return join(cachedBinaries, "minio");
  throw new MissingProgramError("MinIO could not be built (above): put minio or silo on the PATH.");
}

/** True when something listens on this port of the loopback address. */
export async function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** The path of the first of these programs that is on the PATH or in one of the folders; null when none is. */
export async function findProgram(names: readonly string[], ...folders: readonly string[]): Promise<string | null> {
  const path = [...(process.env["PATH"] ?? "").split(delimiter), ...folders];
  for (const file of names.flatMap((name) => path.map((folder) => join(folder, name)))) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return null;
}

/**
 * A free port of the loopback address, below those that the system gives to connections and to listeners that name none: one of
 * these could take it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort += portStep;
    if (nextPort >= endOfPorts) nextPort -= endOfPorts - firstPort;
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
