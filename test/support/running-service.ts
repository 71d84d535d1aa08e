import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "#db/prepare.ts";
import { readConfig } from "#src/config.ts";
import { openEmbeddedPostgres } from "#src/platform/embedded-postgres.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { newAccount, type TestAccount } from "./account.ts";
import { freePort, startObjectStore, startRedis } from "./backing-services.ts";
import { generousLimits } from "./generous-limits.ts";
import { type ProcessName, type ServiceProcess, startProcess } from "./service-process.ts";

type Environment = Readonly<Record<string, string>>;

export interface RunningServiceOptions {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** Where the processes log; our error output when absent. */
  readonly logPath?: string;
}

/** The service as it runs in production, every process its own, on data of its own that goes when it is disposed. */
export interface RunningService extends AsyncDisposable {
  readonly baseUrl: string;
  /** What its processes work with, for whoever has to look behind the API. */
  readonly resources: Resources;
  /** For files of one's own. */
  readonly directory: string;
  /** One sentence about what it runs on. */
  readonly stack: string;
  /** The process of this name that was started first. */
  first(name: ProcessName): ServiceProcess;
  /** Starts one more process on the same data. */
  start(name: ProcessName, settings?: Environment): Promise<ServiceProcess>;
  /** A new account with so many credits of each pool on top of the free ones. */
  account(extraCredits: number): Promise<TestAccount>;
}

/** Starts the processes that are needed, on a durable PostgreSQL; 127.0.0.1 only. */
export async function startRunningService(
  names: readonly ProcessName[],
  { services, signal, logPath }: RunningServiceOptions,
  settings: Environment = {},
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-running-")), removeFolder);
  const log = logPath === undefined ? undefined : opened.use(await open(logPath, "a")).fd;
  const postgres = opened.adopt(await openEmbeddedPostgres({ directory: join(directory, "postgres") }), (part) =>
    part.stop(),
  );
  signal.throwIfAborted();
  const backing = services ? await startBackingServices(directory, opened) : {};
  await prepareDatabase({ databaseUrl: postgres.url, redisUrl: backing["REDIS_URL"] ?? null });
  const port = await freePort();
  const env = {
    PORT: `${port}`,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, "data"),
    LOG_LEVEL: "warn",
    ...generousLimits,
    ...backing,
    ...settings,
  };
  const resources = opened.use(await openResources(readConfig({ ...env, LOG_LEVEL: "silent" }), "onlooker"));
  const start = async (stack: AsyncDisposableStack, name: ProcessName, more: Environment = {}) =>
    stack.adopt(await startProcess(name, { ...env, ...more }, log), (part) => part.stop());
  const first = new Map<ProcessName, ServiceProcess>();
  for (const name of names) {
    signal.throwIfAborted();
    first.set(name, await start(opened, name));
  }
  const kept = opened.move();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    resources,
    directory,
    stack: services ? "PostgreSQL, Redis, S3 (MinIO)" : "embedded stack: PostgreSQL and the file system",
    first: (name) => processOf(first, name),
    start: (name, more) => start(kept, name, more),
    account: (extraCredits) => newAccount(resources, extraCredits),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function processOf(started: ReadonlyMap<ProcessName, ServiceProcess>, name: ProcessName): ServiceProcess {
  const found = started.get(name);
  if (found === undefined) throw new Error(`The process ${name} was not asked for.`);
  return found;
}

/** An engine that has outlived its worker may still be writing there. */
const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });

/** @returns the variables by which the service finds them */
async function startBackingServices(directory: string, opened: AsyncDisposableStack): Promise<Environment> {
  const redis = opened.adopt(await startRedis(directory), (part) => part.stop());
  const objects = opened.adopt(await startObjectStore(directory), (part) => part.stop());
  const found = Object.entries({ ...redis.environment, ...objects.environment });
  return {
    ...Object.fromEntries(found.map(([name, value]) => [name.replace("TEST_", ""), value])),
    S3_BUCKET: `running-${randomBytes(4).toString("hex")}`,
  };
}
