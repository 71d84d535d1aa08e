import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { sql } from "kysely";
import type { Recording } from "#harness/audio/recordings.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startProxy } from "#harness/servers/proxy.ts";
import { findKokoro, untilKokoroSpeaks } from "#harness/service/natural-voices.ts";
import { familyOf, hostsOf, residentMib } from "#harness/service/processes.ts";
import { stackOf } from "#harness/service/running-servers.ts";
import type { WorkerName } from "#harness/service/service-process.ts";
import { sum } from "#harness/statistics.ts";
import { type BenchOptions, type MeasuredService, startService, untilApiOffersKokoro } from "#bench/running-service.ts";
import { type Kind, type KindFigures, kinds, measuredFigures, type MeasuredFigures } from "./figures.ts";
import { loads, type LoadTarget } from "./loads.ts";

interface Trial {
  readonly kind: Kind;
  /** Processes of the kind. */
  readonly processes: number;
  /** HAProxy before the API, also where it is one. */
  readonly isProxied: boolean;
  readonly options: BenchOptions;
  readonly recordings: readonly Recording[];
}

const [warmUpSeconds, settleSeconds, idleSeconds, seconds] = [5, 3, 5, 20] as const;

/** Loads an installation that has so many processes of a kind, and one of each other that the kind needs. */
export async function measureKind({ kind, options, ...trial }: Trial): Promise<KindFigures> {
  const { worker, settings, load } = loads[kind];
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await startService(["maintenance"], { ...options, logPath: "/dev/null" }, settings));
  const apis = await startApis(service, worker === null ? trial.processes : 1);
  const workers = worker === null ? [] : await startWorkers(service, worker, trial.processes);
  if (kind === "synthesis" && (await findKokoro()) !== null) {
    await untilKokoroSpeaks(service.resources, options.signal);
    await untilApiOffersKokoro(service, options.signal);
  }
  const [first] = apis;
  const proxy = trial.isProxied
    ? await startProxy(
        service.directory,
        apis.map(({ port }) => port),
      )
    : null;
  if (proxy !== null) opened.adopt(proxy, (one) => one.stop());
  const target: LoadTarget = {
    baseUrl: proxy?.baseUrl ?? `http://127.0.0.1:${first?.port}`,
    ...{ key: service.key, recordings: trial.recordings, directory: service.directory },
    ...{ processes: trial.processes, signal: options.signal },
  };
  await load(target, warmUpSeconds);
  const pids = { workers, api: apis.map(({ pid }) => pid), postgres: [await postmasterOf(service)] };
  await sleep(settleSeconds * 1000, undefined, { signal: options.signal });
  const resting = await processorTimes(pids);
  await sleep(idleSeconds * 1000, undefined, { signal: options.signal });
  const [stored, rows, before] = [await storedBytes(service), await rowBytes(service), await processorTimes(pids)];
  const begun = performance.now();
  const { units, requests } = await load(target, seconds);
  const wallSeconds = (performance.now() - begun) / 1000;
  const after = await processorTimes(pids);
  // Sweeps and heartbeats go on without any work, and belong to none.
  const spent = (part: keyof ProcessorTimes): number =>
    Math.max(0, after[part] - before[part] - ((before[part] - resting[part]) * wallSeconds) / idleSeconds);
  const own = worker === null ? pids.api : workers;
  return {
    engine: await engineOf(service),
    perSecond: units / wallSeconds,
    unitsPerRequest: units / requests,
    processorPerUnit: spent(worker === null ? "api" : "workers") / units,
    processorPerRequest: {
      api: worker === null ? 0 : spent("api") / requests,
      postgres: spent("postgres") / requests,
      redis: spent("redis") / requests,
      objects: spent("objects") / requests,
      clients: (spent("clients") + spent("proxy")) / requests,
    },
    memoryMib: sum(await Promise.all(own.map(memoryOf))) / own.length,
    storedPerUnit: Math.max(0, (await storedBytes(service)) - stored) / units,
    rowsPerRequest: Math.max(0, (await rowBytes(service)) - rows) / requests,
  };
}

interface Listening {
  readonly pid: number;
  readonly port: number;
}

async function startApis(service: MeasuredService, count: number): Promise<readonly Listening[]> {
  const apis: Listening[] = [];
  for (let index = 0; index < count; index += 1) {
    const port = await freePort();
    apis.push({ port, pid: (await service.start("api", { PORT: `${port}` })).pid });
  }
  return apis;
}

/** @returns their process ids */
async function startWorkers(service: MeasuredService, name: WorkerName, count: number): Promise<readonly number[]> {
  const pids: number[] = [];
  for (let index = 0; index < count; index += 1) pids.push((await service.start(name)).pid);
  return pids;
}

/** Programs of the servers that this process has started, as the kernel names them. */
const programs = { redis: "redis-server", objects: "minio", proxy: "haproxy" } as const;

type Known = Readonly<Record<"workers" | "api" | "postgres", readonly number[]>>;
type ProcessorTimes = Readonly<Record<keyof Known | keyof typeof programs | "clients", number>>;

/** PostgreSQL is no child of the process that has started it. */
async function postmasterOf({ resources: { db } }: MeasuredService): Promise<number> {
  const file = await sql<{ text: string }>`select pg_read_file('postmaster.pid') as text`.execute(db);
  return Number(file.rows[0]?.text.split("\n")[0]);
}

/** Processor seconds so far of each part, with those of its processes that have ended. */
async function processorTimes(pids: Known): Promise<ProcessorTimes> {
  const families = async (of: readonly number[]): Promise<number> =>
    sum((await Promise.all(of.map(familyOf))).flat().map((one) => one.processorSeconds));
  const all = await familyOf(process.pid);
  const named = (program: string): number =>
    sum(all.filter(({ command }) => command === program).map((one) => one.processorSeconds));
  return {
    workers: await families(pids.workers),
    api: await families(pids.api),
    postgres: await families(pids.postgres),
    redis: named(programs.redis),
    objects: named(programs.objects),
    proxy: named(programs.proxy),
    clients: sum(all.filter(({ pid }) => pid === process.pid).map((one) => one.processorSeconds)),
  };
}

/** The resident memory of a process and of its engines, in MiB. */
async function memoryOf(pid: number): Promise<number> {
  return sum(await Promise.all([pid, ...(await hostsOf(pid))].map(residentMib)));
}

async function storedBytes({ resources: { db } }: MeasuredService): Promise<number> {
  const kept = db.selectFrom("stored_objects").select((eb) => eb.fn.sum<string | null>("bytes").as("bytes"));
  return Number((await kept.executeTakeFirst())?.bytes ?? 0);
}

async function rowBytes({ resources: { db } }: MeasuredService): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** The engine of most requests. */
async function engineOf({ resources: { db } }: MeasuredService): Promise<string> {
  const engines = db
    .selectFrom("speech_requests")
    .select(["model", (eb) => eb.fn.countAll().as("requests")])
    .where("model", "is not", null)
    .groupBy("model")
    .orderBy("requests", "desc");
  return (await engines.executeTakeFirst())?.model ?? "none";
}

const accounts = 100;

/** The memory of Redis before it has anything, and what an account that calls adds to it. */
async function measureRedis(options: BenchOptions): Promise<MeasuredFigures["redis"]> {
  if (!options.services) return null;
  await using service = await startService(["api"], { ...options, logPath: "/dev/null" });
  const { url = "" } = service.resources.config.redis ?? {};
  const redis = new Redis(url);
  const used = async (): Promise<number> => Number(/^used_memory:(\d+)/m.exec(await redis.info("memory"))?.[1]);
  try {
    const idle = await used();
    for (let index = 0; index < accounts; index += 1) {
      const { key } = await service.account(0);
      await fetch(`${service.baseUrl}/v1/users/me`, { headers: { "x-api-key": key }, signal: options.signal });
    }
    return { idle, perAccount: Math.max(0, (await used()) - idle) / accounts };
  } finally {
    redis.disconnect();
  }
}

/** Measures each kind of work with one process of it. @param onKind is told what begins */
export async function measureFigures(
  options: BenchOptions,
  recordings: readonly Recording[],
  onKind: (sentence: string) => void,
): Promise<MeasuredFigures> {
  const machine = machineLoad();
  const measured: [Kind, KindFigures][] = [];
  for (const kind of kinds) {
    onKind(kind);
    measured.push([kind, await measureKind({ kind, processes: 1, isProxied: false, options, recordings })]);
  }
  return measuredFigures.parse({
    measuredAt: new Date().toISOString(),
    machine,
    stack: stackOf(options),
    kinds: Object.fromEntries(measured),
    redis: await measureRedis(options),
  });
}
