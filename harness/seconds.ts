import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { median } from "./statistics.ts";

const project = join(import.meta.dirname, "..");
/** The table by which CI deals tests and fault scenarios to its shards: seconds by the path of a file. */
const tablePath = join(project, "harness/seconds.json");
/** The seconds that runs on this machine measured since then, in the same form. */
const measuredPath = join(project, "node_modules/.cache/seconds.json");
const table = z.record(z.string(), z.number());

type Seconds = z.output<typeof table>;

/** Tells how many seconds a file takes. */
export type SecondsOf = (file: string) => number;

const read = (path: string): Seconds => (existsSync(path) ? table.parse(JSON.parse(readFileSync(path, "utf8"))) : {});

/** Reads the committed table. A file that is not in it counts as one of the middle. */
export function readSeconds(): SecondsOf {
  const known = read(tablePath);
  const usual = Object.keys(known).length === 0 ? 1 : median(Object.values(known));
  return (file) => known[file] ?? usual;
}

/** Puts the paths of files into order, those that take longest first. */
export function byLength(): (one: string, other: string) => number {
  const secondsOf = readSeconds();
  const seconds = (path: string): number => secondsOf(relative(project, path));
  return (one, other) => seconds(other) - seconds(one);
}

/** Keeps what a run measured, for `npm run seconds`. */
export function keepSeconds(measured: Seconds): void {
  mkdirSync(dirname(measuredPath), { recursive: true });
  writeFileSync(measuredPath, JSON.stringify({ ...read(measuredPath), ...measured }));
}

/** Brings the table up to what runs on this machine measured. Files that are gone are left out. @returns how many it has */
export function recordSeconds(): number {
  const known = { ...read(tablePath), ...read(measuredPath) };
  const files = Object.keys(known).filter((file) => existsSync(join(project, file)));
  const rows = files.toSorted().map((file) => [file, Math.max(1, Math.round(known[file] ?? 0))] as const);
  writeFileSync(tablePath, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
  return rows.length;
}

/** One share of work that several machines do. */
export interface Shard {
  /** Counted from 0. */
  readonly index: number;
  readonly total: number;
}

/**
 * Picks the items of a shard, in their order, so that all shards take about as long: each item, the longest first, goes to the
 * shard that has least so far. The same items in the same order are always dealt in the same way.
 */
export function shardOf<Item>(
  items: readonly Item[],
  { index, total }: Shard,
  secondsOf: (item: Item) => number,
): readonly Item[] {
  const shards = Array.from({ length: total }, () => ({ items: new Set<Item>(), seconds: 0 }));
  for (const item of items.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.items.add(item);
    shortest.seconds += secondsOf(item);
  }
  return items.filter((item) => shards[index]?.items.has(item));
}
