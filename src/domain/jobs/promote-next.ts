import { jobContract } from "#src/jobs/catalogue.ts";
import { queueNames } from "#src/jobs/contract.ts";
import type { Resources } from "#src/platform/resources.ts";
import { markFailed, type OpenSpan, openSpan, parentAt } from "#src/spans.ts";
import { promoteJobs, type PromotedJob } from "./promote-jobs.ts";
import { withdrawJobs } from "./queries.ts";

/** The resources that the promoter needs. */
export type PromoterContext = Pick<Resources, "db" | "queues" | "config" | "log" | "coalesced">;

/**
 * Promotes the next jobs and adds them to their queues, in the background. Called after each commit that inserts or ends a
 * job. Never fails: a job that the queue refuses returns to the outbox, and the sweeper promotes it later.
 */
export function promoteNext(resources: PromoterContext): void {
  resources.coalesced.run("promotion", () => promote(resources));
}

async function promote(resources: PromoterContext): Promise<void> {
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
    log.warn({ error: String(error) }, "promoting jobs failed; the sweeper tries again");
  }
}

const queueOf = ({ name }: PromotedJob) => jobContract(name).queue;

async function enqueue({ db, queues, log }: PromoterContext, jobs: readonly PromotedJob[]): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  const sending = jobs.map(sendingSpan).filter((one) => one !== null);
  try {
    await queues.add(
      queueOf(first),
      jobs.map(({ subjectId, name, run }) => ({ name, payload: { subject_id: subjectId, run } })),
    );
  } catch (error) {
    log.warn({ jobs: jobs.length, error: String(error) }, "the queue refused jobs; they return to the outbox");
    for (const { span } of sending) markFailed(span, "unavailable");
    await withdrawJobs(db, jobs);
  } finally {
    for (const { span } of sending) span.end();
  }
}

/** The span of adding a job to its queue, in the trace in which it was inserted; null where it has none. */
const sendingSpan = ({ name, run, traceparent }: PromotedJob): OpenSpan | null =>
  traceparent === null
    ? null
    : openSpan(`send ${name}`, {
        ...{ kind: "PRODUCER", parent: parentAt(traceparent) },
        attributes: { "messaging.system": "bullmq", "speech.job.run": run },
      });
