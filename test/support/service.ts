import { mkdtemp, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { newAccount, type TestAccount } from "#harness/service/account.ts";
import { type Client, openClient } from "#harness/clients/client.ts";
import { createTestDatabase } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import { generousLimits } from "#harness/service/generous-limits.ts";
import { type ServiceProcess, startProcess, type WorkerName } from "#harness/service/service-process.ts";
import { lightModels, modelsDirectory } from "#harness/service/models.ts";

/** A running service with a database, a queue and a bucket of its own. */
export interface TestService extends Client, AsyncDisposable {
  readonly resources: Resources;
  /** The variables by which further processes join this service. */
  readonly env: Readonly<Record<string, string>>;
  /** A new account with a key and, unless told otherwise, a million credits of each pool on top of the free ones. */
  account(extraCredits?: number): Promise<TestAccount>;
  startWorker(name: WorkerName, env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
}

export interface TestServiceOptions {
  /** The workers to start; each is a process. */
  readonly workers?: readonly WorkerName[];
  /** The address of a pooler that calls and workers go through; that of the run of tests when absent. */
  readonly poolerUrl?: string;
  /** Variables that differ from the defaults. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Trains voices without models; the models are used where a test names them. */
const toyTraining = "test/support/toy-training.ts";
const namesNoVoices = (models = ""): boolean => models.startsWith(lightModels) && !models.includes("kokoro");

const startWorker = (name: WorkerName, env: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
  startProcess(name, env, name === "training" && namesNoVoices(env["SPEECH_MODELS"]) ? { program: toyTraining } : {});

/** Starts the API in this process and the workers in theirs. */
export async function startService({
  workers = [],
  env = {},
  ...options
}: TestServiceOptions = {}): Promise<TestService> {
  await using opened = new AsyncDisposableStack();
  const { clusterUrl, redisUrl, s3, poolerUrl } = testEnvironment();
  const database = opened.adopt(await createTestDatabase(clusterUrl, redisUrl), (part) => part.drop());
  const dataDir = opened.adopt(await mkdtemp(join(tmpdir(), "speech-test-")), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const unique = randomBytes(6).toString("hex");
  const variables = {
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir,
    MODELS_DIR: modelsDirectory,
    SPEECH_MODELS: lightModels,
    ...databaseSettings(database.url, options.poolerUrl ?? poolerUrl),
    QUEUE_PREFIX: `test_${unique}`,
    S3_BUCKET: `test-${unique}`,
    TRANSCRIPTION_DECODERS: "1",
    ...generousLimits,
    // Without workers all work waits until the last call of the tests is answered.
    ...(workers.length === 0 && { QUEUE_MAX_AGE_SECONDS: "3600" }),
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...s3,
    ...env,
  };
  const resources = opened.use(await openResources(readConfig(variables), "test"));
  const api = opened.adopt(await startApi(resources), (part) => part.stop(2_000));
  await Promise.all(
    workers.map(async (name) => opened.adopt(await startWorker(name, variables), (worker) => worker.stop())),
  );
  if (workers.length > 0) opened.use(sweepNowAndThen(resources));
  const kept = opened.move();
  return {
    ...openClient(`http://127.0.0.1:${api.port}`),
    resources,
    env: variables,
    account: (extraCredits = 1_000_000) => newAccount(resources, extraCredits),
    startWorker: async (name, more = {}) =>
      kept.adopt(await startWorker(name, { ...variables, ...more }), (worker) => worker.stop()),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** The variables by which a service finds its database, through a pooler where there is one. */
function databaseSettings(url: string, poolerUrl: string | null): Readonly<Record<string, string>> {
  if (poolerUrl === null) return { DATABASE_URL: url };
  const pooled = new URL(poolerUrl);
  pooled.pathname = new URL(url).pathname;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url, DATABASE_POOLER: "transaction" };
}

/** A job that did not reach its queue on a busy machine is queued again, as the maintenance worker would. */
function sweepNowAndThen(resources: Resources): Disposable {
  const timer = setInterval(() => {
    sweepJobs(resources, { requeueAfterMs: 10_000, leaseExpiresMs: null }).then(
      ({ overdue }) =>
        overdue > 0 && console.warn(`${overdue} jobs had not been taken for 10 s and were queued again.`),
      () => undefined,
    );
  }, 2_000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
