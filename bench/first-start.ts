import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installationPort } from "#harness/service/installation.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import type { BenchOptions } from "./running-service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const patienceMs = 900_000;
const shownLines = 20;

/** The same in every case: what a first start leaves in the home of its user. */
interface Home {
  readonly path: string;
  /** Models that are kept between the cases. */
  readonly models: string;
}

interface Case {
  readonly name: string;
  readonly variables: (home: Home) => Readonly<Record<string, string>>;
}

/** In this order: the first one downloads the models that the second one finds. */
const cases: readonly Case[] = [
  { name: "models downloaded", variables: ({ models }) => ({ MODELS_DIR: models }) },
  { name: "models in the cache", variables: ({ models }) => ({ MODELS_DIR: models }) },
  // Python's pip asks no index then, as on a machine from which it cannot be reached.
  { name: "models out of reach", variables: ({ path }) => ({ MODELS_DIR: join(path, "none"), PIP_NO_INDEX: "1" }) },
];

interface Started {
  readonly seconds: number;
  readonly heard: string;
}

/**
 * How long `npm start` takes in a fresh clone with an empty home, until it has spoken a sentence and recognised it, and how long it
 * takes when it is started there again.
 */
export async function measureFirstStart({ signal }: BenchOptions): Promise<Report> {
  const load = machineLoad();
  const directory = await mkdtemp(join(tmpdir(), "speech-first-start-"));
  try {
    const figures: Figure[] = [];
    const notes: string[] = [];
    for (const [index, { name, variables }] of cases.entries()) {
      const home = { path: join(directory, `home-${index}`), models: join(directory, "models") };
      await mkdir(home.path);
      const clone = join(directory, `clone-${index}`);
      await run("git", ["clone", "--quiet", root, clone], { signal });
      const environment = { HOME: home.path, PORT: String(await installationPort()), ...variables(home) };
      const first = await start(clone, environment, signal);
      const second = await start(clone, environment, signal);
      figures.push({ measure: name, unit: "s", baseline: second.seconds, service: first.seconds });
      notes.push(`${name}: “${first.heard}”`);
    }
    return {
      title: `npm start in a fresh clone with an empty home, until a sentence is spoken and recognised; ${load}`,
      baseline: "started again",
      figures,
      notes: [
        ...notes,
        "System packages were there; npm and pip downloaded theirs through the machine's own registries.",
      ],
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the service, waits for the sentence and stops it again. @throws Error with its last lines when it does not come */
async function start(
  clone: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Started> {
  const begun = performance.now();
  // Proxies and mirrors of this machine are part of it; where data and caches are is not.
  const { XDG_CACHE_HOME: _cache, DATA_DIR: _data, DATABASE_URL: _database, ...machine } = process.env;
  const env = { ...machine, ...environment };
  const child = spawn("npm", ["start"], { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const { promise, resolve, reject } = Promise.withResolvers<Started>();
  let output = "";
  const take = (chunk: unknown): void => {
    output += String(chunk);
    const heard = /^ +heard +(.*?) +\(\d+ ms\)$/m.exec(output)?.[1];
    if (heard !== undefined) resolve({ seconds: (performance.now() - begun) / 1000, heard });
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const fail = (why: string): void => reject(new Error(`${why}\n${output.split("\n").slice(-shownLines).join("\n")}`));
  const timer = setTimeout(() => fail("npm start took too long."), patienceMs);
  signal.addEventListener("abort", () => fail("Interrupted."), { once: true });
  void exited.then(() => fail("npm start ended."));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    // The whole group, as Ctrl-C in a terminal.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
    await exited;
  }
}
