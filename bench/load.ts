import { join } from "node:path";
import { z } from "zod";
import { runProcess } from "#workers/speech/process/run-process.ts";

export interface Load {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** The figures of a load. */
export interface LoadResult {
  readonly callsPerSecond: number;
  /** Milliseconds. */
  readonly p99Ms: number;
}

const autocannon = join(import.meta.dirname, "..", "node_modules", ".bin", "autocannon");
const result = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p99: z.number() }),
  errors: z.int(),
  timeouts: z.int(),
  non2xx: z.int(),
});

/**
 * GET over and over on so many connections, by autocannon in a process of its own.
 * @throws Error when one of the calls was not answered with 2xx
 */
export async function loadWithReads({ url, key, connections, seconds, signal }: Load): Promise<LoadResult> {
  const options = [
    "-c",
    `${connections}`,
    "-d",
    `${seconds}`,
    "-H",
    `x-api-key=${key}`,
    "--json",
    "--no-progress",
    url,
  ];
  const run = { signal, timeoutMs: (seconds + 30) * 1000, maxOutputBytes: 1_000_000 };
  const { exitCode, stdout } = await runProcess(process.execPath, [autocannon, ...options], run);
  if (exitCode !== 0) throw new Error(`autocannon ended with exit code ${exitCode}.`);
  const { requests, latency, errors, timeouts, non2xx } = result.parse(JSON.parse(stdout.toString()));
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${errors} errors, ${timeouts} timeouts, ${non2xx} refusals at ${url}.`);
  return { callsPerSecond: requests.average, p99Ms: latency.p99 };
}
