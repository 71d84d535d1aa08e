import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "#harness/servers/backing-services.ts";
import type { ProcessName } from "#harness/service/service-process.ts";
import { figuresOfHosts, notesOfHosts, watchHostMemory } from "./host-memory.ts";
import { openInspector } from "#harness/service/inspector.ts";
import { type MixedCall, mixedCalls } from "./mixed-calls.ts";
import { findKokoro, naturalSettings } from "#harness/service/natural-voices.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { hostsOf, residentMib } from "#harness/service/processes.ts";
import { type BenchOptions, type MeasuredService, startService, untilApiOffersKokoro } from "./running-service.ts";

const processes = ["api", "synthesis", "transcription", "training", "billing", "maintenance"] as const;
const defaultMinutes = 60;
/** The early look is taken after this part of the whole. */
const early = 0.3;
const share = 0.6;
const capacitySeconds = 30;
const callersAtCapacity = 8;
/** An engine process may grow by so many MiB from the early look to the end, however long that is. */
const mostEngineGrowthMib = 64;
/** Idle connections are closed by then, by pools and by callers, who keep theirs for as long as the API offers. */
const settleMs = 70_000;

interface Inspected {
  readonly name: ProcessName;
  readonly pid: number;
  readonly inspectorPort: number;
}

interface Look {
  readonly holdings: ReadonlyMap<ProcessName, Holdings>;
  /** By the clock of `performance`: when the load stopped. */
  readonly atMs: number;
  /** Resident memory of the processes of recognition that stay, the largest first. */
  readonly enginesMib: readonly number[];
  readonly redisKeys: number;
}

/** Measures whether the processes stay as they are under a load of 60 % of what they can do. */
export async function measureSoak(options: BenchOptions): Promise<Report> {
  const { minutes = defaultMinutes, signal } = options;
  const load = machineLoad();
  await using service = await startService([], options, naturalSettings);
  const inspected = await startInspected(service);
  const natural = await findKokoro();
  if (natural !== null) await untilApiOffersKokoro(service, signal);
  const calls = await mixedCalls(service, signal);
  const capacity = await callsPerSecond(calls, signal);
  const statuses = new Map<number, number>();
  await using speaking = watchHostMemory(pidOf(inspected, "synthesis"));
  const beginMs = performance.now();
  const soak = (part: number): Promise<void> =>
    callAtPace(calls, { perSecond: capacity * share, seconds: minutes * 60 * part, signal, statuses });
  await soak(early);
  const before = await look(service, inspected, signal);
  await soak(1 - early);
  const after = await look(service, inspected, signal);
  const held = { speaking, beginMs, earlyMs: before.atMs, endMs: after.atMs };
  return {
    title:
      `${minutes} minutes of mixed calls at ${(capacity * share).toFixed(1)} a second, ${share * 100} % of the ` +
      `${capacity.toFixed(1)} that ${callersAtCapacity} callers get; ${service.stack}; before ${load}, after ${machineLoad()}`,
    baseline: `after ${(minutes * early).toFixed(1)} minutes; in the column of the service: at the end`,
    figures: [
      ...inspected.flatMap(({ name }) => figuresOf(name, before, after)),
      ...figuresOfHosts(held, natural),
      ...figuresOfAll(before, after, statuses),
    ],
    notes: [
      `Each look is taken after a forced collection, ${settleMs / 1000} seconds after the last call was answered and the work done.`,
      `Answers: ${[...statuses].map(([status, count]) => `${count} × ${status === 0 ? "none" : status}`).join(", ")}.`,
      ...(await notesOfHosts(service, held)),
    ],
  };
}

async function startInspected(service: MeasuredService): Promise<readonly Inspected[]> {
  const inspected: Inspected[] = [];
  for (const name of processes) {
    const inspectorPort = await freePort();
    const { pid } = await service.start(name, { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` });
    inspected.push({ name, pid, inspectorPort });
  }
  return inspected;
}

function pidOf(inspected: readonly Inspected[], wanted: ProcessName): number {
  const found = inspected.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no process ${wanted}.`);
  return found.pid;
}

function figuresOf(name: ProcessName, before: Look, after: Look): readonly Figure[] {
  const [first, last] = [before.holdings.get(name), after.holdings.get(name)];
  if (first === undefined || last === undefined) return [];
  const figure = (what: string, unit: string, of: keyof Holdings): Omit<Figure, "target"> => ({
    measure: `${name}: ${what}`,
    unit,
    baseline: first[of],
    service: last[of],
  });
  const noGrowth = { of: "difference", atMost: 0 } as const;
  return [
    { ...figure("heap", "MiB", "heapMib"), target: { of: "difference", atMost: 2 } },
    figure("resident memory", "MiB", "residentMib"),
    { ...figure("open files", "", "openFiles"), target: noGrowth },
    { ...figure("active resources", "", "activeResources"), target: noGrowth },
  ];
}

function figuresOfAll(before: Look, after: Look, statuses: ReadonlyMap<number, number>): readonly Figure[] {
  const count = (isMeant: (status: number) => boolean): number =>
    [...statuses].reduce((total, [status, times]) => total + (isMeant(status) ? times : 0), 0);
  return [
    {
      measure: "recognition: resident memory of the largest host",
      unit: "MiB",
      baseline: before.enginesMib[0] ?? 0,
      service: after.enginesMib[0] ?? 0,
      target: { of: "difference", atMost: mostEngineGrowthMib },
    },
    {
      measure: "recognition: hosts",
      unit: "",
      baseline: before.enginesMib.length,
      service: after.enginesMib.length,
      target: { of: "difference", atMost: 0 },
    },
    { measure: "keys in Redis", unit: "", baseline: before.redisKeys, service: after.redisKeys },
    {
      measure: "calls, and those answered 5xx or not at all",
      unit: "calls",
      baseline: count(() => true),
      service: count((status) => status === 0 || status >= 500),
      target: { of: "service", atMost: 0 },
    },
  ];
}

async function callsPerSecond(calls: readonly MixedCall[], signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  let made = 0;
  const call = async (): Promise<void> => {
    while (performance.now() - begun < capacitySeconds * 1000) {
      signal.throwIfAborted();
      made += 1;
      await calls[made % calls.length]?.();
    }
  };
  await Promise.all(Array.from({ length: callersAtCapacity }, call));
  return (1000 * made) / (performance.now() - begun);
}

interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** The number of answers by status. */
  readonly statuses: Map<number, number>;
}

/** So many a second, whether or not those before were answered; resolves when all are. */
async function callAtPace(calls: readonly MixedCall[], { perSecond, seconds, signal, statuses }: Pace): Promise<void> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, begun + (index * 1000) / perSecond - performance.now()), undefined, { signal });
    const call = calls[index % calls.length];
    const answered = call?.().then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (answered === undefined) continue;
    open.add(answered);
    void answered.finally(() => open.delete(answered));
  }
  await Promise.all(open);
}

async function look(service: MeasuredService, inspected: readonly Inspected[], signal: AbortSignal): Promise<Look> {
  const { db, config } = service.resources;
  const atMs = performance.now();
  while ((await db.selectFrom("jobs").select("subject_id").limit(1).execute()).length > 0) {
    await sleep(500, undefined, { signal });
  }
  await sleep(settleMs, undefined, { signal });
  const held = await Promise.all(
    inspected.map(async ({ name, pid, inspectorPort }) => [name, await holdingsOf(pid, inspectorPort)] as const),
  );
  const hosts = await hostsOf(pidOf(inspected, "transcription"));
  const enginesMib = (await Promise.all(hosts.map(residentMib))).toSorted((a, b) => b - a);
  return {
    atMs,
    enginesMib,
    holdings: new Map(held),
    redisKeys: config.redis === null ? 0 : await countKeys(config.redis.url),
  };
}

async function countKeys(url: string): Promise<number> {
  const redis = new Redis(url);
  const keys = await redis.dbsize();
  redis.disconnect();
  return keys;
}

/** The memory and handles of a process, after its garbage was collected. */
interface Holdings {
  readonly heapMib: number;
  readonly residentMib: number;
  /** Sockets, pipes, requests under way and the like; the least of several moments, like the open files. */
  readonly activeResources: number;
  readonly openFiles: number;
}

const holdingSamples = 40;
/** The samples span more than the ten seconds for which a pool keeps an idle connection. */
const betweenSamplesMs = 400;
const bytesPerMib = 1024 * 1024;
/** Whatever sleeps between two sweeps has a timer, and has none while it works: how many there are is chance. */
const activeResources = 'process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length';

/** Looks into a process that was started with `--inspect=127.0.0.1:<port>`. */
async function holdingsOf(pid: number, port: number): Promise<Holdings> {
  await using inspector = await openInspector(port);
  await inspector.collectGarbage();
  // A query, or a connection that a sweep opened and that waits to be closed, is no growth.
  const [active, files]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < holdingSamples; sample += 1) {
    await sleep(betweenSamplesMs);
    active.push(await inspector.evaluate(activeResources));
    files.push((await readdir(`/proc/${pid}/fd`)).length);
  }
  return {
    heapMib: (await inspector.evaluate("process.memoryUsage().heapUsed")) / bytesPerMib,
    residentMib: await residentMib(pid),
    activeResources: Math.min(...active),
    openFiles: Math.min(...files),
  };
}
