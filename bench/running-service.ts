import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepareDatabase } from "#db/prepare.ts";
import { openEmbeddedPostgres } from "#src/platform/embedded-postgres.ts";
import { freePort, startObjectStore, startRedis } from "#test/support/backing-services.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

const scripts = {
  api: "src/api/main.ts",
  synthesis: "workers/synthesis.ts",
  transcription: "workers/transcription.ts",
  maintenance: "workers/maintenance.ts",
} as const;

type ProcessName = keyof typeof scripts;
type Environment = Readonly<Record<string, string>>;

/** What every measurement is told. */
export interface BenchOptions {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** How often things are measured; each measurement has a number of its own when absent. */
  readonly repetitions: number | undefined;
  /** Ends the measurement. */
  readonly signal: AbortSignal;
}

/** The service as it runs in production, every process its own, on data of its own that goes when it is disposed. */
export interface RunningService extends AsyncDisposable {
  readonly baseUrl: string;
  /** Of an account with nothing else in it. */
  readonly key: string;
  /** For the files of the measurement itself. */
  readonly directory: string;
  /** One sentence about what it runs on. */
  readonly stack: string;
  pidOf(name: ProcessName): number;
  /** Starts one more API process on the same data. @returns its address */
  startAnotherApi(): Promise<string>;
}

/** What is measured is the service, not its limits. */
const generousLimits = {
  CALLS_PER_MINUTE: "1000000",
  SPEECH_PER_MINUTE: "1000000",
  SPEECH_CONCURRENCY: "1000000",
  DEMO_SYNTHESES_PER_MINUTE: "1000000",
  DEMO_TRANSCRIPTIONS_PER_MINUTE: "1000000",
  FAILED_AUTHENTICATIONS_PER_MINUTE: "1000000",
};

/** Starts the processes that a measurement needs, on a durable PostgreSQL; 127.0.0.1 only. */
export async function startService(
  names: readonly ProcessName[],
  { services, signal }: BenchOptions,
  settings: Environment = {},
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-bench-")), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres = opened.adopt(await openEmbeddedPostgres({ directory: join(directory, "postgres") }), (part) =>
    part.stop(),
  );
  signal.throwIfAborted();
  const backing = services ? await startBackingServices(directory, opened) : {};
  await prepareDatabase({ databaseUrl: postgres.url, redisUrl: backing["REDIS_URL"] ?? null });
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"] ?? "",
    PORT: `${port}`,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, "data"),
    LOG_LEVEL: "warn",
    ...generousLimits,
    ...backing,
    ...settings,
  };
  const children = new Map<ProcessName, ChildProcess>();
  for (const name of names) {
    signal.throwIfAborted();
    children.set(name, opened.adopt(await startProcess(name, env), stopProcess));
  }
  const key = await createKey(env);
  const kept = opened.move();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    key,
    directory,
    stack: services ? "PostgreSQL, Redis, S3 (MinIO)" : "embedded stack: PostgreSQL and the file system",
    pidOf: (name) => children.get(name)?.pid ?? 0,
    startAnotherApi: async () => {
      const another = await freePort();
      kept.adopt(await startProcess("api", { ...env, PORT: `${another}` }), stopProcess);
      return `http://127.0.0.1:${another}`;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** @returns the variables by which the service finds them */
async function startBackingServices(directory: string, opened: AsyncDisposableStack): Promise<Environment> {
  const redis = opened.adopt(await startRedis(directory), (part) => part.stop());
  const objects = opened.adopt(await startObjectStore(directory), (part) => part.stop());
  const found = Object.entries({ ...redis.environment, ...objects.environment });
  return {
    ...Object.fromEntries(found.map(([name, value]) => [name.replace("TEST_", ""), value])),
    S3_BUCKET: `bench-${randomBytes(4).toString("hex")}`,
  };
}

/** Its log goes to our error output, so that the report stays alone on the other one. */
async function startProcess(name: ProcessName, env: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, scripts[name])], {
    cwd: root,
    env: { ...env },
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const ended = once(child, "exit").then(() => "ended" as const);
  const outcome = await Promise.race([once(child, "message").then(() => "ready" as const), ended]);
  if (outcome === "ended") throw new Error(`The process ${name} did not start.`);
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function createKey(env: Environment): Promise<string> {
  const options = ["--email", "bench@example.com", "--name", "bench"];
  const { stdout } = await run(process.execPath, [join(root, "src/admin.ts"), "create-key", ...options], {
    cwd: root,
    env: { ...env },
  });
  const more = ["--email", "bench@example.com", "--credits", "1000000000", "--reason", "bench"];
  for (const pool of ["tts", "asr"]) {
    await run(process.execPath, [join(root, "src/admin.ts"), "grant-credits", ...more, "--pool", pool], {
      cwd: root,
      env: { ...env },
    });
  }
  return stdout.trim();
}
