import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import {
  type BackingService,
  MissingProgramError,
  startObjectStore,
  startPostgres,
  startRedis,
} from "#harness/servers/backing-services.ts";
import { exitCode } from "#harness/servers/server-process.ts";

const usage = `Usage: node test/support/run.ts [--services] [--require] [arguments of ava]

Starts a private PostgreSQL, runs the tests on it and stops it.
  --services  also starts a real Redis and a real S3 server (MinIO), and the tests use them; where no test is named, only
              those of the API, the domain, the flows and the workers that reach them
  --require   fails when such a server cannot be had; without it nothing is run then, and that is said
  --help      this text

Everything else goes to ava: node test/support/run.ts test/api/api-keys.test.ts --match='*revoked*'
`;

/** Where tests start a service. */
const serviceFolders = ["api", "domain", "flows", "workers"] as const;
/** What a test has that reaches the object store or the queue: a worker, or a word for either. */
const serviceWords = /startWorker|workers: \[|\b(redis|bullmq|queues?|bucket|objects)\b/i;

const flags = ["--services", "--require", "--help"] as const;
const tests = join(import.meta.dirname, "..");
const modules = join(import.meta.dirname, "../../node_modules");
const ava = join(modules, ".bin/ava");
/** Hundreds of processes load the same modules. */
const compileCache = { NODE_COMPILE_CACHE: join(modules, ".cache/compiled") };

/** Runs the suite. @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const [services, require, help] = flags.map((flag) => args.includes(flag));
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
    const environment = running.map((service) => Object.entries(service.environment)).flat();
    const given = args.filter((arg) => !flags.some((flag) => flag === arg));
    const chosen = services && !given.some((arg) => arg.startsWith("test/")) ? await serviceTests() : [];
    return await runAva([...given, ...chosen], Object.fromEntries(environment), interruption);
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

async function serviceTests(): Promise<readonly string[]> {
  const chosen: string[] = [];
  for (const folder of serviceFolders) {
    for (const name of await readdir(join(tests, folder))) {
      const text = name.endsWith(".test.ts") ? await readFile(join(tests, folder, name), "utf8") : "";
      if (text.includes("startService(") && serviceWords.test(text)) chosen.push(`test/${folder}/${name}`);
    }
  }
  return chosen;
}

/** Aborted when this process is asked to end, so that the servers can be stopped before it does. */
function abortedBySignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
  return controller.signal;
}

type Environment = Readonly<Record<string, string>>;

/** @returns ava's exit code; prints what it prints and a last line with the counts */
async function runAva(args: readonly string[], environment: Environment, interruption: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, [ava, ...args], {
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}), ...process.env, ...compileCache, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  interruption.addEventListener("abort", () => child.kill());
  const counts = { passed: 0, failed: 0 };
  const lines = createInterface({ input: child.stdout }).on("line", (line) => {
    process.stdout.write(`${line}\n`);
    count(stripVTControlCharacters(line), counts);
  });
  const printed = once(lines, "close");
  const code = await exitCode(child);
  // A process that a test left behind may hold the pipe open for ever.
  await Promise.race([printed, delay(1_000)]);
  child.stdout.destroy();
  const broken = code !== 0 && counts.failed === 0 ? ", and ava itself failed" : "";
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${broken}\n`);
  return code ?? 1;
}

/** ava marks each passed test and closes with the number of failed ones. */
function count(line: string, counts: { passed: number; failed: number }): void {
  if (/^ *[✔√] /.test(line)) counts.passed += 1;
  const failed = /^ *(\d+) tests? failed$/.exec(line)?.[1];
  if (failed !== undefined) counts.failed = Number(failed);
}

process.exitCode = await run(process.argv.slice(2));
