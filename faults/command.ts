import { readSeconds, shardOf } from "#harness/seconds.ts";
import { readArguments, UsageError } from "#src/command-line.ts";
import type { Scenario, Setting } from "./scenario.ts";

/** A run of the suite as it was asked for. */
export interface Command {
  readonly scenarios: readonly Scenario[];
  readonly services: boolean;
  readonly cluster: boolean;
  readonly pooler: boolean;
  readonly quick: boolean;
  /** The file to which the report is written as JSON, too. */
  readonly jsonPath: string | null;
}

/** The text that explains the command. */
export const helpFor = (scenarios: readonly Scenario[]): string => `Usage: npm run faults -- [options]

Breaks things on purpose and counts what became of the work. Each scenario starts the service with every process of its
own on data of its own, and removes everything again. Needs Linux, and some minutes of a machine that does little else.

Options
  --only <name,name>  these scenarios; all of them when absent
  --skip <name,name>  all but these
  --shard <n/total>   the n-th of so many shares of these scenarios that take about as long, for several machines: 1/2, 2/2
  --quick             fewer requests and fewer faults, and two scenarios at once where that does not matter
  --services          on a real Redis and a real S3 server (MinIO), started for this run (default)
  --embedded          on PostgreSQL and the file system
  --cluster           with a Redis Cluster of three nodes in place of one Redis
  --pooler            with PgBouncer in transaction mode before PostgreSQL
  --json <file>       writes the report as JSON, too, anew after each scenario
  --help              this text

Scenarios
${scenarios.map(({ name, promise }) => `  ${name.padEnd(18)}  ${promise}`).join("\n")}

The exit code is 1 when a promise was broken, a scenario broke off or could not be run, or the suite was interrupted; it
is 2 when the command was not understood, or nothing of what it asks for can be run here.
`;

/** @throws UsageError */
export function readCommand(args: readonly string[], scenarios: readonly Scenario[]): Command | null {
  const values = parsed(args);
  if (values.help) return null;
  if (values.services && values.embedded) throw new UsageError("--services and --embedded exclude each other.");
  if (values.cluster && values.embedded) throw new UsageError("--cluster and --embedded exclude each other.");
  const named = values.only === undefined ? scenarios : scenariosNamed(values.only, scenarios);
  const skipped = values.skip === undefined ? [] : scenariosNamed(values.skip, scenarios);
  const asked = named.filter((one) => !skipped.includes(one));
  return {
    scenarios: values.shard === undefined ? asked : scenariosOfShard(values.shard, asked),
    services: !values.embedded,
    cluster: values.cluster,
    pooler: values.pooler,
    quick: values.quick,
    jsonPath: values.json ?? null,
  };
}

function parsed(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    only: text,
    skip: text,
    shard: text,
    quick: flag,
    services: flag,
    embedded: flag,
    cluster: flag,
    pooler: flag,
    json: text,
    help: flag,
  } as const;
  return readArguments({ args: [...args], options }).values;
}

function scenariosNamed(list: string, scenarios: readonly Scenario[]): readonly Scenario[] {
  const names = new Set(list.split(",").map((name) => name.trim()));
  const unknown = [...names].filter((name) => !scenarios.some((one) => one.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no scenario ${unknown.join(", ")}. See --help.`);
  return scenarios.filter(({ name }) => names.has(name));
}

function scenariosOfShard(shard: string, scenarios: readonly Scenario[]): readonly Scenario[] {
  const [, first = "", total = ""] = /^(\d{1,3})\/(\d{1,3})$/.exec(shard) ?? [];
  const [number, count] = [Number(first), Number(total)];
  if (number < 1 || number > count)
    throw new UsageError("--shard takes the number of a shard and their total, as 1/2.");
  const secondsOf = readSeconds();
  return shardOf(scenarios, { index: number - 1, total: count }, ({ name }) => secondsOf(fileOf(name)));
}

/** The file that defines a scenario, by which its seconds are known. */
export const fileOf = (name: string): string => `faults/scenarios/${name}.ts`;

/** The command of a shell that runs one scenario as the whole run did. */
export function commandFor(
  name: string,
  { quick, services, cluster = false, pooler = false }: Pick<Setting, "quick" | "services" | "cluster" | "pooler">,
): string {
  const flags = [quick && "--quick", !services && "--embedded", cluster && "--cluster", pooler && "--pooler"];
  return ["npm run faults -- --only", name, ...flags.filter((each) => each !== false)].join(" ");
}
