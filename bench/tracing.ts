import { once } from "node:events";
import { createServer } from "node:http";
import { jobContract } from "#src/jobs/catalogue.ts";
import { openTracing } from "#src/platform/tracing/open-tracing.ts";
import { openSlotRegistration } from "#workers/runtime/slot-registration.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { median } from "#harness/statistics.ts";
import { emptyJobs, floodMs, type Line, ourLine, singleMs } from "./jobs.ts";
import { loadWithReads } from "./load.ts";
import { type Report } from "./report.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";

const defaultRounds = 5;
const connections = 32;
const warmUpSeconds = 3;
const roundSeconds = 8;
/** The share of the throughput that has to be left. */
const target = { of: "ratio", atLeast: 0.97 } as const;
const longerTarget = { of: "ratio", atMost: 1.03 } as const;

type Measured = Readonly<Record<"reads" | "flood" | "single", number>>;

/** Measures what traces cost: reads of an API process with them beside one without, and jobs in turn with and without. */
export async function measureTracing(options: BenchOptions): Promise<Report> {
  const { repetitions: rounds = defaultRounds, signal } = options;
  const load = machineLoad();
  await using collector = await openCollector();
  await using service = await startService(["api"], { ...options, logPath: "/dev/null" }, { LOG_LEVEL: "info" });
  const port = `${await freePort()}`;
  await service.start("api", { PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await using stack = new AsyncDisposableStack();
  await using _ = await openSlotRegistration(
    service.resources,
    jobContract(emptyJobs.name).queue,
    emptyJobs.concurrency,
  );
  const line = ourLine(service.resources, stack);
  const results: { readonly without: Measured; readonly traced: Measured }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    signal.throwIfAborted();
    const seconds = round < 0 ? warmUpSeconds : roundSeconds;
    const reads = (baseUrl: string): Promise<number> => readsOf(service, { baseUrl, seconds, signal });
    const without = { reads: await reads(service.baseUrl), ...(await jobsOf(line)) };
    const traced = {
      reads: await reads(`http://127.0.0.1:${port}`),
      ...(await tracedJobsOf(line, { service, collectorUrl: collector.url })),
    };
    if (round >= 0) results.push({ without, traced });
  }
  const of = (side: "without" | "traced", figure: keyof Measured): number =>
    median(results.map((result) => result[side][figure]));
  const both = (figure: keyof Measured) => ({ baseline: of("without", figure), service: of("traced", figure) });
  return {
    title: `Traces, medians of ${rounds} rounds in turn; ${service.stack}; ${load}`,
    baseline: "the same without OTEL_EXPORTER_OTLP_ENDPOINT",
    figures: [
      { measure: `reads on ${connections} connections`, unit: "calls/s", ...both("reads"), target },
      { measure: `${emptyJobs.inFlood} empty jobs`, unit: "jobs/s", ...both("flood"), target },
      { measure: "empty jobs one after the other", unit: "ms", ...both("single"), target: longerTarget },
    ],
    notes: [
      "All traces are recorded, and sent as JSON to a server that throws them away and shares the processors.",
      "A job of the service is a row that is written, claimed under a lease and deleted with its result.",
    ],
  };
}

async function readsOf(
  { key }: MeasuredService,
  { baseUrl, ...load }: { readonly baseUrl: string; readonly seconds: number; readonly signal: AbortSignal },
): Promise<number> {
  const { callsPerSecond } = await loadWithReads({ url: `${baseUrl}/v1/users/me`, key, connections, ...load });
  return callsPerSecond;
}

async function jobsOf(line: Line): Promise<Omit<Measured, "reads">> {
  return { flood: (1000 * emptyJobs.inFlood) / (await floodMs(line)), single: await singleMs(line) };
}

/** The same while this process records its spans. */
async function tracedJobsOf(
  line: Line,
  { service, collectorUrl }: { readonly service: MeasuredService; readonly collectorUrl: string },
): Promise<Omit<Measured, "reads">> {
  const { log } = service.resources;
  const tracing = { endpoint: collectorUrl, headers: {}, sampledShare: 1 };
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
