import { z } from "zod";
import { type Figure, type Report, type Target } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { millisecondsOf, quantile } from "#harness/statistics.ts";
import { writeUsage } from "./usage-rows.ts";

const fewRequests = 1_000;
const manyRequests = { alone: 5_000_000, brief: 1_000_000 } as const;
const days = 366;
const dayMs = 24 * 3_600_000;
const defaultCalls = 200;
const warmUpCalls = 20;
/** The list counts all rows of the account, which takes its time. */
const listCalls = 20;

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const reportLines = z.object({ data: z.object({ series: z.array(z.unknown()), breakdown: z.array(z.unknown()) }) });

/** Milliseconds, call by call. */
interface Times {
  readonly few: readonly number[];
  readonly many: readonly number[];
}

/** Measures what the usage report of a year costs an account with very many requests, beside one with few. */
export async function measureUsage(options: BenchOptions): Promise<Report> {
  const { repetitions: calls = defaultCalls, signal } = options;
  const requests = options.brief === true ? manyRequests.brief : manyRequests.alone;
  const load = machineLoad();
  await using service = await startService(["api"], options);
  const [few, many] = [await service.account(0), await service.account(0)];
  const accounts = [
    { userId: few.userId, requests: fewRequests },
    { userId: many.userId, requests },
  ];
  const begun = performance.now();
  const databaseUrl = service.resources.config.databaseUrl ?? "";
  const sums = await writeUsage(accounts, { databaseUrl, days, signal });
  const writingSeconds = (performance.now() - begun) / 1000;

  const get = (key: string, path: string): Promise<unknown> => getJson(service.baseUrl + path, key, signal);
  const timesOf = async (path: string, count: number): Promise<Times> => {
    const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
    for (let round = -Math.min(warmUpCalls, count); round < count; round += 1) {
      const fewMs = await millisecondsOf(() => get(few.key, path));
      const manyMs = await millisecondsOf(() => get(many.key, path));
      if (round < 0) continue;
      fewTimes.push(fewMs);
      manyTimes.push(manyMs);
    }
    return { few: fewTimes, many: manyTimes };
  };
  const now = Date.now();
  const report = `/v1/usage?breakdown=voice&from=${dayOf(now - (days - 1) * dayMs)}&to=${dayOf(now)}`;
  const [reports, lists] = [await timesOf(report, calls), await timesOf("/v1/speech/requests", listCalls)];
  const lines = [await get(few.key, report), await get(many.key, report)].map(linesOf);
  return {
    title: `GET /v1/usage for ${days} days by voice, ${calls} calls of each account, in turn; ${service.stack}; ${load}`,
    baseline: `an account with ${fewRequests} requests; in the column of the service one with ${requests}`,
    figures: [
      figureOf("usage report, median", reports, { share: 0.5, target: { of: "ratio", atMost: 1.5 } }),
      figureOf("usage report, 95th percentile", reports, { share: 0.95 }),
      figureOf(`first page of the requests, median of ${listCalls}`, lists, { share: 0.5 }),
    ],
    notes: [
      `Both accounts have requests on each of the ${days} days, of all ten voices and both sources, so that both reports have the same lines: ${lines.join(" and ")}.`,
      `The reports are added up from ${sums.join(" and ")} sums of a day, source and voice.`,
      `All of it was written by SQL in ${writingSeconds.toFixed(0)} s, vacuumed and analyzed.`,
    ],
  };
}

async function getJson(url: string, key: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { headers: { "x-api-key": key }, signal });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

function linesOf(report: unknown): string {
  const { series, breakdown } = reportLines.parse(report).data;
  return `${series.length} + ${breakdown.length}`;
}

function figureOf(
  measure: string,
  { few, many }: Times,
  { share, target }: { readonly share: number; readonly target?: Target },
): Figure {
  const [baseline, service] = [quantile(few, share), quantile(many, share)];
  return { measure, unit: "ms", baseline, service, ...(target !== undefined && { target }) };
}
