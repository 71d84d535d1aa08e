import { once } from "node:events";
import { createServer } from "node:http";
import { jobContract } from "#src/jobs/catalogue.ts";
import { openTracing } from "#src/platform/tracing/open-tracing.ts";
import { openSlotRegistration } from "#workers/runtime/slot-registration.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { familyOf } from "#harness/service/processes.ts";
import { median, sum } from "#harness/statistics.ts";
import { emptyJobs, floodMs, type Line, ourLine, singleMs } from "./jobs.ts";
import { loadWithReads } from "./load.ts";
import type { Figure, Report } from "./report.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";

const defaultRounds = 5;
const connections = 32;
const warmUpSeconds = 3;
const roundSeconds = 8;
/** The share of the throughput that has to be left. */
const target = { of: "ratio", atLeast: 0.97 } as const;
const longerTarget = { of: "ratio", atMost: 1.03 } as const;

type Measured = Readonly<Record<"reads" | "readMs" | "flood" | "single", number>>;

/** The shares of the traces that are recorded; null without traces. */
const shares = [null, 0.1, 1] as const;
type Share = (typeof shares)[number];
type Sides = ReadonlyMap<Share, Measured>;

/** Measures the cost of traces: reads of API processes and jobs, in turn without traces, with a tenth of them recorded, and with all. */
export async function measureTracing(options: BenchOptions): Promise<Report> {
  const { repetitions: rounds = defaultRounds, signal } = options;
  const load = machineLoad();
  await using collector = await openCollector();
  await using service = await startService(["api"], { ...options, logPath: "/dev/null" }, { LOG_LEVEL: "info" });
  const servers = new Map<Share, Server>([[null, { url: service.baseUrl, pid: service.pidOf("api") }]]);
  for (const share of shares) {
    if (share === null) continue;
    const port = `${await freePort()}`;
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: `${share}` };
    const { pid } = await service.start("api", { PORT: port, ...traces });
    servers.set(share, { url: `http://127.0.0.1:${port}`, pid });
  }
  await using stack = new AsyncDisposableStack();
  await using _ = await openSlotRegistration(
    service.resources,
    jobContract(emptyJobs.name).queue,
    emptyJobs.concurrency,
  );
  const line = ourLine(service.resources, stack);
  const results: Sides[] = [];
  for (let round = -1; round < rounds; round += 1) {
    signal.throwIfAborted();
    const seconds = round < 0 ? warmUpSeconds : roundSeconds;
    const sides = new Map<Share, Measured>();
    for (const share of shares) {
      const server = servers.get(share);
      if (server === undefined) throw new Error("An API process is missing.");
      const reads = await readsOf(service, { server, seconds, signal });
      sides.set(share, { ...reads, ...(await tracedJobsOf(line, { service, share, collectorUrl: collector.url })) });
    }
    if (round >= 0) results.push(sides);
  }
  return {
    title: `Traces, medians of ${rounds} rounds in turn; ${service.stack}; ${load}`,
    baseline: "the same without OTEL_EXPORTER_OTLP_ENDPOINT",
    figures: [...figuresOf(results, 0.1), ...figuresOf(results, 1)],
    notes: [
      "The share of the traces is OTEL_TRACES_SAMPLER_ARG. They are sent as JSON to a server that throws them away and shares the processors.",
      "A job of the service is a row that is written, claimed under a lease and deleted with its result.",
    ],
  };
}

function figuresOf(results: readonly Sides[], share: Share): readonly Figure[] {
  const of = (side: Share, figure: keyof Measured): number =>
    median(results.map((sides) => sides.get(side)?.[figure] ?? 0));
  const both = (figure: keyof Measured) => ({ baseline: of(null, figure), service: of(share, figure) });
  const traces = `${100 * (share ?? 0)} % of the traces`;
  return [
    { measure: `${traces}: reads on ${connections} connections`, unit: "calls/s", ...both("reads"), target },
    {
      ...{ measure: `${traces}: processor time of the API for a read`, unit: "ms", ...both("readMs") },
      target: longerTarget,
    },
    { measure: `${traces}: ${emptyJobs.inFlood} empty jobs`, unit: "jobs/s", ...both("flood"), target },
    {
      ...{ measure: `${traces}: empty jobs one after the other`, unit: "ms", ...both("single") },
      target: longerTarget,
    },
  ];
}

/** An API process. */
interface Server {
  readonly url: string;
  readonly pid: number;
}

async function readsOf(
  { key }: MeasuredService,
  { server, ...load }: { readonly server: Server; readonly seconds: number; readonly signal: AbortSignal },
): Promise<Pick<Measured, "reads" | "readMs">> {
  const processorSeconds = async (): Promise<number> =>
    sum((await familyOf(server.pid)).map((one) => one.processorSeconds));
  const before = await processorSeconds();
  const { callsPerSecond } = await loadWithReads({ url: `${server.url}/v1/users/me`, key, connections, ...load });
  const used = (await processorSeconds()) - before;
  return { reads: callsPerSecond, readMs: (1000 * used) / (callsPerSecond * load.seconds) };
}

async function jobsOf(line: Line): Promise<Omit<Measured, "reads" | "readMs">> {
  return { flood: (1000 * emptyJobs.inFlood) / (await floodMs(line)), single: await singleMs(line) };
}

/** The same while this process records its spans. */
async function tracedJobsOf(
  line: Line,
  {
    service,
    share,
    collectorUrl,
  }: { readonly service: MeasuredService; readonly share: Share; readonly collectorUrl: string },
): Promise<Omit<Measured, "reads" | "readMs">> {
  if (share === null) return jobsOf(line);
  const { log } = service.resources;
  const tracing = { endpoint: collectorUrl, headers: {}, sampledShare: share };
  const opened = await openTracing({ tracing, name: "bench", log });
  try {
    return await jobsOf(line);
  } finally {
    await opened.close();
  }
}

/** A collector that throws away what it gets. */
async function openCollector(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The collector has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
