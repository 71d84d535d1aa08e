import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepSeconds, readSeconds, shardOf } from "#harness/seconds.ts";
import {
  type BackingService,
  MissingProgramError,
  startObjectStore,
  startPostgres,
  startRedis,
} from "#harness/servers/backing-services.ts";
import { startPgBouncer } from "#harness/servers/pgbouncer.ts";
import { choosesByTitle, runTests } from "./run-tests.ts";

const usage = `Usage: node test/support/run.ts [--services] [--pooler] [--require] [arguments of ava]

Starts a private PostgreSQL, runs the tests on it and stops it. A test that failed is run once more, alone: one that passes
then is listed as flaky, any other with the command that repeats it. The exit code is 1 when one failed twice.
  --services  also starts a real Redis and a real S3 server (MinIO), and the tests use them; where no test is named, only
              those of the API, the domain, the flows and the workers that reach them
  --pooler    also starts PgBouncer in transaction mode, and the services of the tests reach PostgreSQL through it
  --require   fails when such a server cannot be had; without it nothing is run then, and that is said
  --help      this text

Everything else goes to ava: node test/support/run.ts test/api/api-keys.test.ts --match='*revoked*'

With CI_NODE_INDEX (from 0) and CI_NODE_TOTAL, and no test named, one of so many shards is run, which take about as long.
`;

/** The folders whose tests start a service. */
const serviceFolders = ["api", "domain", "flows", "workers"] as const;
/** A test that reaches the object store or the queue has a worker, or a word for either. */
const serviceWords = /startWorker|workers: \[|\b(redis|bullmq|queues?|bucket|objects)\b/i;

const flags = ["--services", "--pooler", "--require", "--help"] as const;
const project = join(import.meta.dirname, "../..");

/** Runs the suite. @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const [services, pooler, require, help] = flags.map((flag) => args.includes(flag));
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const interruption = abortedBySignals();
  const directory = await mkdtemp(join(tmpdir(), "speech-service-test-"));
  const running: BackingService[] = [];
  try {
    for (const start of services ? [startPostgres, startRedis, startObjectStore] : [startPostgres]) {
      running.push(await start(directory));
      interruption.throwIfAborted();
    }
    const clusterUrl = running[0]?.environment["TEST_DATABASE_URL"] ?? "";
    if (pooler) running.push(await startPgBouncer(directory, clusterUrl, "transaction"));
    const environment = running.map((service) => Object.entries(service.environment)).flat();
    const given = args.filter((arg) => arg !== "--" && !flags.some((flag) => flag === arg));
    const { exitCode, seconds } = await runTests({
      args: namesTests(given) ? given : [...given, ...(await chosenTests(services ?? false))],
      command: `${services ? "npm run test:services" : "npm test"}${pooler ? " -- --pooler" : ""}`,
      environment: Object.fromEntries(environment),
      project,
      signal: interruption,
      output: "inherit",
      say: (text) => process.stdout.write(`${text}\n`),
    });
    if (!services && !pooler && !choosesByTitle(given)) keepSeconds(seconds);
    return exitCode;
  } catch (error) {
    if (interruption.aborted) return 1;
    if (!(error instanceof MissingProgramError)) throw error;
    process.stdout.write(`\nSKIPPED: not one test was run. ${error.message}\n`);
    return require ? 1 : 0;
  } finally {
    for (const service of running.toReversed()) await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Options of ava that take the next argument as their value. */
const withValue: ReadonlySet<string> = new Set(["--match", "-m", "--timeout", "-T", "--concurrency", "-c", "--config"]);

/** True when an argument of ava is a test file or a pattern of some. */
const namesTests = (args: readonly string[]): boolean =>
  args.some((arg, index) => !arg.startsWith("-") && !withValue.has(args[index - 1] ?? ""));

/** The test files to run where none is named: those of the shard that the environment names, or all. */
async function chosenTests(services: boolean): Promise<readonly string[]> {
  const { CI_NODE_INDEX: index, CI_NODE_TOTAL: total } = process.env;
  const folders = services ? serviceFolders : (["**"] as const);
  const chosen: string[] = [];
  for await (const file of glob(
    folders.map((folder) => `test/${folder}/*.test.ts`),
    { cwd: project },
  )) {
    if (!services || (await reachesServices(file))) chosen.push(file);
  }
  chosen.sort();
  if (!index || !total) return chosen;
  const shard = shardOf(chosen, { index: Number(index), total: Number(total) }, readSeconds());
  // Without a file ava would run all of them.
  if (shard.length === 0) throw new Error(`CI_NODE_INDEX ${index} of CI_NODE_TOTAL ${total} has no test file.`);
  return shard;
}

/** Tests of permissions and of what is heard, which take long. Other files show that a store and a queue carry such calls. */
const withoutServices: ReadonlySet<string> = new Set([
  "test/api/access.test.ts",
  "test/flows/channels.test.ts",
  "test/flows/own-words.test.ts",
  "test/flows/speakers.test.ts",
]);

/** Whether a test file starts a service that reaches the object store or the queue. */
async function reachesServices(file: string): Promise<boolean> {
  if (withoutServices.has(file)) return false;
  const text = await readFile(join(project, file), "utf8");
  return text.includes("startService(") && serviceWords.test(text);
}

/** Aborted when this process is asked to end, so that the servers can be stopped before it does. */
function abortedBySignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
  return controller.signal;
}

process.exitCode = await run(process.argv.slice(2));
