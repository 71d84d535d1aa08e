import { sql } from "kysely";
import { z } from "zod";
import type { Resources } from "#src/platform/resources.ts";
import { countEnded } from "./ledger-checks.ts";
import { until } from "#harness/until.ts";

const patienceMs = 300_000;

const times = z.object({ id: z.uuid(), wait: z.number(), run: z.number(), total: z.number() });

/** Seconds of a request: until it was begun, from there to its end, and both. */
export type Times = z.output<typeof times>;

type Span = "wait" | "run" | "total";

interface Calls {
  readonly calls: number;
  /** Hands something in. @returns the id of the request */
  readonly call: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Each call after the end of the one before. */
export async function oneByOne(resources: Resources, { calls, call, signal }: Calls): Promise<readonly Times[]> {
  const found: Times[] = [];
  while (found.length < calls) found.push(...(await timesOfEnded(resources, [await call()], signal)));
  return found;
}

/** Waits for requests. @returns the times of those that have ended well; fewer of them when the patience was over */
export async function timesOfEnded(
  resources: Resources,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Times[]> {
  await until(async () => (await countEnded(resources, ids)) === ids.length, { withinMs: patienceMs, signal });
  return timesOf(resources, ids);
}

/** Reads the times of the requests that have ended well. */
export async function timesOf({ db }: Resources, ids: readonly string[]): Promise<readonly Times[]> {
  const { rows } = await sql`
    select id, extract(epoch from started_at - created_at)::float8 as wait,
      extract(epoch from finished_at - started_at)::float8 as run,
      extract(epoch from finished_at - created_at)::float8 as total
    from speech_requests where id = any(${ids}::uuid[]) and status = 'completed'`.execute(db);
  return z.array(times).parse(rows);
}

/** Counts those of these requests that show progress. */
export async function countBegun({ db }: Resources, ids: readonly string[]): Promise<number> {
  const begun = db.selectFrom("speech_requests").select("id").where("id", "in", ids).where("progress", ">", 0);
  return (await begun.execute()).length;
}

export const longest = (of: readonly Times[], span: Span): number => Math.max(...of.map((one) => one[span]));

/** The least, the most and the median of these, in words. */
export function told(of: readonly Times[], span: Span): string {
  const seconds = of.map((one) => one[span]).toSorted((a, b) => a - b);
  const [least, median, most] = [seconds[0], seconds[seconds.length >> 1], seconds.at(-1)];
  return `${least?.toFixed(2)} to ${most?.toFixed(2)} s (median ${median?.toFixed(2)})`;
}
