import { startBareServer } from "./bare-process.ts";
import { loadWithReads, type LoadResult } from "./load.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { median } from "#harness/statistics.ts";

const connections = 32;
const defaultRounds = 3;
const warmUpSeconds = 3;
const roundSeconds = 8;

/** Measures how many authenticated reads the API answers, beside a bare Koa handler with the same queries. */
export async function measureReads(options: BenchOptions): Promise<Report> {
  const { repetitions: rounds = defaultRounds, signal } = options;
  const load = machineLoad();
  await using service = await startService(["api"], { ...options, logPath: "/dev/null" }, { LOG_LEVEL: "info" });
  await using bare = await startBareServer(["reads", service.resources.config.databaseUrl ?? ""], signal);
  const read = (baseUrl: string, seconds: number): Promise<LoadResult> =>
    loadWithReads({ url: `${baseUrl}/v1/users/me`, key: service.key, connections, seconds, signal });
  const results: { readonly bare: LoadResult; readonly service: LoadResult }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const seconds = round < 0 ? warmUpSeconds : roundSeconds;
    const both = { bare: await read(bare.baseUrl, seconds), service: await read(service.baseUrl, seconds) };
    if (round >= 0) results.push(both);
  }
  const of = (side: "bare" | "service", figure: keyof LoadResult): number =>
    median(results.map((result) => result[side][figure]));
  return {
    title: `GET /v1/users/me with a key on ${connections} connections, medians of ${rounds} rounds of ${roundSeconds} s, in turn; ${service.stack}; ${load}`,
    baseline: "a Koa handler with the same two queries: no router, limit, log, metrics, request id or schema",
    figures: [
      {
        measure: "authenticated reads",
        unit: "calls/s",
        baseline: of("bare", "callsPerSecond"),
        service: of("service", "callsPerSecond"),
        ...(options.services && { target: { of: "ratio", atLeast: 0.7 } }),
      },
      {
        measure: "99th percentile",
        unit: "ms",
        baseline: of("bare", "p99Ms"),
        service: of("service", "p99Ms"),
      },
    ],
    notes: [],
  };
}
