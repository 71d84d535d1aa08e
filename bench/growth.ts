import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { median, millisecondsOf } from "#harness/statistics.ts";
import { type Cost, jobCosts, readingCosts, sweepCosts, writeWaitingJobs } from "./growth-costs.ts";
import { accountIds, sizeOf, writeGrowth } from "./growth-rows.ts";
import type { Figure, Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";

const usualSizes = [100_000, 1_000_000] as const;
const defaultRuns = 20;
const warmUpRuns = 3;
const gigabyte = 1_000_000_000;
/** The disk that a request takes with its indexes, charge and sums of use, and the log of the database while it is written. */
const bytesPerRow = 1_500;
const target = { of: "ratio", atMost: 1.5 } as const;

/** The milliseconds of each cost, by its name. */
type Costs = ReadonlyMap<string, number>;

interface Measured {
  readonly rows: number;
  readonly costs: Costs;
  readonly note: string;
}

/** Measures what grows with the number of requests: each size on a database of its own, which goes before the next is written. */
export async function measureGrowth(options: BenchOptions): Promise<Report> {
  const sizes = [...new Set(options.rows ?? usualSizes)].toSorted((one, other) => one - other);
  const load = machineLoad();
  await requireDisk(sizes.at(-1) ?? 0);
  const measured: Measured[] = [];
  for (const rows of sizes) measured.push(await measureSize(rows, options));
  const [smallest, ...larger] = measured;
  return {
    title: `Costs of the database by its number of requests, medians of ${options.repetitions ?? defaultRuns}; ${load}`,
    baseline: `${numbered(smallest?.rows ?? 0)} requests; in the column of the service as many as the row says`,
    figures: larger.flatMap(({ rows, costs }) => figuresOf(rows, costs, smallest?.costs ?? costs)),
    notes: [
      "Two of eleven requests are of one account, whose lists and report are measured. They are spread over two years.",
      ...measured.map(({ note }) => note),
    ],
  };
}

const numbered = (value: number): string => value.toLocaleString("en");

async function requireDisk(rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [needed, free] = [(rows * bytesPerRow) / gigabyte, (bavail * bsize) / gigabyte];
  process.stderr.write(
    `${needed.toFixed(1)} GB of ${tmpdir()} are needed for ${numbered(rows)} requests; ${free.toFixed(0)} are free.\n`,
  );
  if (needed > free)
    throw new Error(`There is not enough room in ${tmpdir()}. Set TMPDIR to a larger disk, or --rows to less.`);
}

async function measureSize(rows: number, options: BenchOptions): Promise<Measured> {
  const { repetitions: runs = defaultRuns, signal } = options;
  await using service = await startService([], options);
  const { db, config } = service.resources;
  const begun = performance.now();
  const { bytes } = await writeGrowth(config.databaseUrl ?? "", sizeOf(rows), signal);
  const seconds = (performance.now() - begun) / 1000;
  const note = `${numbered(rows)} requests take ${(bytes / gigabyte).toFixed(2)} GB and were written by SQL in ${seconds.toFixed(0)} s.`;
  process.stderr.write(`${note}\n`);
  await writeWaitingJobs(db);
  const subjects = await findSubjects(db);
  const costs = new Map<string, number>();
  const all = [...readingCosts(db, subjects), ...jobCosts(db, config), ...sweepCosts({ db })];
  for (const cost of all) costs.set(cost.name, await medianMs(cost, runs, signal));
  return { rows, costs, note };
}

async function findSubjects(db: Db): Promise<{ readonly largest: string; readonly usual: string }> {
  const { rows } = await sql<{ largest: string; usual: string }>`
    select ${sql.raw(accountIds.largest)} as largest, ${sql.raw(accountIds.usual)} as usual`.execute(db);
  return rows[0] ?? { largest: "", usual: "" };
}

async function medianMs({ prepare, run, mostRuns }: Cost, most: number, signal: AbortSignal): Promise<number> {
  const runs = Math.min(most, mostRuns ?? most);
  const times: number[] = [];
  for (let round = -Math.min(warmUpRuns, runs); round < runs; round += 1) {
    signal.throwIfAborted();
    await prepare?.();
    const time = await millisecondsOf(run);
    if (round >= 0) times.push(time);
  }
  return median(times);
}

const figuresOf = (rows: number, costs: Costs, smallest: Costs): readonly Figure[] =>
  [...costs].map(([name, service]) => ({
    ...{ measure: `${numbered(rows)}: ${name}`, unit: "ms", service, target },
    baseline: smallest.get(name) ?? service,
  }));
