import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";
import { readConfig } from "#src/config.ts";
import type { PostgresPrograms } from "#src/platform/postgres/embedded-postgres.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { newAccount, type TestAccount } from "./account.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { generousLimits } from "./generous-limits.ts";
import { startRunningPostgres } from "#harness/servers/running-postgres.ts";
import type { BreakableServer } from "#harness/servers/server-process.ts";
import { type ProcessName, type ServiceProcess, startProcess } from "./service-process.ts";
import { lightModels, modelsDirectory } from "./models.ts";
import { stackOf, startPooler, startServers } from "./running-servers.ts";

type Environment = Readonly<Record<string, string>>;

export interface RunningServiceOptions {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** A Redis Cluster of three nodes in place of one Redis. */
  readonly cluster?: boolean;
  /** PgBouncer in transaction mode before PostgreSQL. */
  readonly pooler?: boolean;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** The file to which the processes log; our error output when absent. */
  readonly logPath?: string;
  /** Brings the empty database to where it is needed, instead of to this release. */
  readonly prepare?: (environment: Environment) => Promise<void>;
  /** The PostgreSQL to run on; that of npm when absent. */
  readonly postgresPrograms?: PostgresPrograms | undefined;
}

/** The service as it runs in production, every process its own, on data of its own that goes when it is disposed. */
export interface RunningService extends AsyncDisposable {
  readonly baseUrl: string;
  /** The connections of its processes, to look behind the API. */
  readonly resources: Resources;
  /** The variables that its processes are started with. */
  readonly environment: Environment;
  /** For files of one's own. */
  readonly directory: string;
  /** One sentence about what it runs on. */
  readonly stack: string;
  /** The servers that it runs on, to be taken away. */
  readonly postgres: Pick<BreakableServer, "kill" | "start">;
  /** @throws Error without Redis and an S3 server */
  server(name: "redis" | "objects"): BreakableServer;
  /** The process of this name that was started first. */
  first(name: ProcessName): ServiceProcess;
  /** Starts one more process on the same data; of this release, or of the one in a folder. */
  start(name: ProcessName, settings?: Environment, root?: string): Promise<ServiceProcess>;
  /** Counts those of all these processes that have ended by now, in whatever way. */
  countEnded(): number;
  /** A new account with so many credits of each pool on top of the free ones. */
  account(extraCredits: number): Promise<TestAccount>;
}

/** Starts the processes that are needed, on a durable PostgreSQL; 127.0.0.1 only. */
export async function startRunningService(
  names: readonly ProcessName[],
  options: RunningServiceOptions,
  settings: Environment = {},
): Promise<RunningService> {
  const { services, signal, logPath, postgresPrograms, prepare = prepareForThis, cluster, pooler } = options;
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-running-")), removeFolder);
  const log = logPath === undefined ? undefined : opened.use(await open(logPath, "a")).fd;
  const postgres = opened.adopt(await startRunningPostgres(join(directory, "postgres"), postgresPrograms), (part) =>
    part.stop(),
  );
  signal.throwIfAborted();
  const servers = services ? await startServers({ directory, cluster }, opened) : null;
  const database = pooler
    ? await startPooler({ directory, url: postgres.url }, opened)
    : { DATABASE_URL: postgres.url };
  const port = await freePort();
  const env = {
    PORT: `${port}`,
    ...database,
    DATA_DIR: join(directory, "data"),
    MODELS_DIR: modelsDirectory,
    SPEECH_MODELS: lightModels,
    LOG_LEVEL: "warn",
    ...generousLimits,
    ...servers?.environment,
    ...settings,
  };
  await prepare(env);
  const resources = opened.use(await openResources(readConfig({ ...env, LOG_LEVEL: "silent" }), "onlooker"));
  const started: ServiceProcess[] = [];
  const starterOn =
    (stack: AsyncDisposableStack) =>
    async (name: ProcessName, more: Environment = {}, root?: string) => {
      const part = await startProcess(name, { ...env, ...more }, { log, root });
      // The caller has given up meanwhile.
      if (stack.disposed) await part.kill();
      stack.adopt(part, (one) => one.stop());
      started.push(part);
      return part;
    };
  const first = new Map<ProcessName, ServiceProcess>();
  for (const name of names) {
    signal.throwIfAborted();
    first.set(name, await starterOn(opened)(name));
  }
  const kept = opened.move();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    resources,
    environment: env,
    directory,
    stack: stackOf(options),
    postgres,
    server: (name) => {
      if (servers === null) throw new Error(`There is no server of this kind: ${name}.`);
      return servers[name];
    },
    first: (name) => processOf(first, name),
    start: starterOn(kept),
    countEnded: () => started.filter((part) => part.hasEnded()).length,
    account: (extraCredits) => newAccount(resources, extraCredits),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function prepareForThis(environment: Environment): Promise<void> {
  const { DATABASE_URL: url = "", DATABASE_DIRECT_URL: databaseUrl = url, REDIS_URL: redisUrl = null } = environment;
  await prepareDatabase({ databaseUrl, redisUrl });
}

function processOf(started: ReadonlyMap<ProcessName, ServiceProcess>, name: ProcessName): ServiceProcess {
  const found = started.get(name);
  if (found === undefined) throw new Error(`The process ${name} was not asked for.`);
  return found;
}

/** An engine that has outlived its worker may still be writing there. */
const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });
