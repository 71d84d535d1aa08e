import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { promoteJobs } from "#src/domain/jobs/promote-jobs.ts";
import { registerSlots } from "#src/domain/jobs/slots.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { median, millisecondsOf } from "#harness/statistics.ts";

const defaultPromotions = 200;
const warmUp = 10;
const slots = 5;
const waitingJobs = 100_000;
const fewJobs = 100;
const accounts = [1, 100, 1_000, 10_000] as const;

/** The cost of a promotion among many waiting jobs, compared with few. */
export async function measurePromotion(options: BenchOptions): Promise<Report> {
  const { repetitions: promotions = defaultPromotions, signal } = options;
  const load = machineLoad();
  await using service = await startService([], options);
  const { db, config } = service.resources;
  const worker = { workerId: randomUUID(), queue: "synthesis", slots } as const;
  const medianMs = async (): Promise<number> => {
    const times: number[] = [];
    for (let round = -warmUp; round < promotions; round += 1) {
      signal.throwIfAborted();
      await registerSlots(db, worker);
      await endOldest(db);
      const time = await millisecondsOf(() => promoteJobs(db, config.jobs));
      if (round >= 0) times.push(time);
    }
    return median(times);
  };
  await writeJobs(db, { jobs: fewJobs, accounts: 1 });
  const baseline = await medianMs();
  const figures: Figure[] = [];
  for (const count of accounts) {
    await writeJobs(db, { jobs: waitingJobs, accounts: count });
    figures.push({
      measure: `${waitingJobs} jobs of ${count} ${count === 1 ? "account" : "accounts"}`,
      unit: "ms",
      baseline,
      service: await medianMs(),
    });
  }
  return {
    title: `One promotion, medians of ${promotions}; ${service.stack}; ${load}`,
    baseline: `${fewJobs} jobs of one account wait`,
    figures,
    notes: [`${slots} slots; before each promotion the oldest promoted job ends.`],
  };
}

async function writeJobs(db: Db, count: { readonly jobs: number; readonly accounts: number }) {
  await sql`truncate jobs, job_groups`.execute(db);
  await sql`
    insert into jobs (subject_id, name, account_id, group_key)
    select gen_random_uuid(), 'synthesize-speech', account, account::text
    from (select gen_random_uuid() as account from generate_series(1, ${count.accounts})) as accounts
    cross join generate_series(1, ${count.jobs / count.accounts})`.execute(db);
  await sql`vacuum analyze jobs`.execute(db);
}

const endOldest = (db: Db) =>
  sql`
  delete from jobs where subject_id = (
    select subject_id from jobs where state = 'running' or promoted_at is not null order by promoted_at, subject_id limit 1
  )`.execute(db);
