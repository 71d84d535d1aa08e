import { jobContract } from "#src/jobs/catalogue.ts";
import { queueNames } from "#src/jobs/contract.ts";
import type { Resources } from "#src/platform/resources.ts";
import { promoteJobs, type PromotedJob } from "./promote-jobs.ts";
import { withdrawJobs } from "./queries.ts";

/** What promoting needs. */
export type Promoting = Pick<Resources, "db" | "queues" | "config" | "log" | "coalesced">;

/**
 * Puts the jobs that come next into their queues, soon. To be called after the commit that has written a job or ended one.
 * Never fails: a job that could not be put there waits on, and the sweeper promotes it.
 */
export function promoteNext(resources: Promoting): void {
  resources.coalesced.run("promotion", () => promote(resources));
}

async function promote(resources: Promoting): Promise<void> {
  const { db, config, log } = resources;
  try {
    const jobs = await promoteJobs(db, config.jobs);
    await Promise.all(
      queueNames.map((queue) =>
        enqueue(
          resources,
          jobs.filter((job) => queueOf(job) === queue),
        ),
      ),
    );
  } catch (error) {
    log.warn({ error: String(error) }, "no job could be promoted; the sweeper tries again");
  }
}

const queueOf = ({ name }: PromotedJob) => jobContract(name).queue;

async function enqueue({ db, queues, log }: Promoting, jobs: readonly PromotedJob[]): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  try {
    await queues.add(
      queueOf(first),
      jobs.map(({ subjectId, name, run }) => ({ name, payload: { subject_id: subjectId, run } })),
    );
  } catch (error) {
    log.warn({ jobs: jobs.length, error: String(error) }, "jobs could not be put into their queue and wait on");
    await withdrawJobs(db, jobs);
  }
}
