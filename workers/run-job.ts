import { claimJob, heartbeatJob, type JobLease, returnJob } from "#src/domain/jobs/queries.ts";
import { passLane } from "#src/domain/jobs/pass-lane.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { DomainError } from "#src/errors.ts";
import type { JobContract, JobPayload } from "#src/jobs/contract.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Handler } from "./handler.ts";

/** Runs of the same work that may take their worker down before it is given up. */
const crashLimit = 5;

/** Why a run was asked to stop before its time. */
export const shuttingDown = new Error("The worker is shutting down.");

export interface Job {
  readonly contract: JobContract;
  readonly handler: Handler;
  readonly payload: JobPayload;
}

/**
 * One run: claims the work, keeps its lease alive, and sees to it that the work ends as completed, failed,
 * or back in the queue. Never rejects for what went wrong inside; the queue is only told that it is over.
 */
export async function runJob(resources: Resources, job: Job, stopping: AbortSignal): Promise<void> {
  const lease = await claimJob(resources.db, job.payload, resources.config.jobs.heartbeatMs);
  if (lease === null) return;
  const started = performance.now();
  const outcome = await outcomeOf(resources, { ...job, lease }, stopping).finally(() => leaveLane(resources, lease));
  resources.log.info(
    {
      job: lease.name,
      subject_id: lease.subjectId,
      run: lease.run,
      outcome,
      duration_ms: Math.round(performance.now() - started),
    },
    "job",
  );
}

/** What goes wrong here is left to the sweeper. */
async function leaveLane(resources: Resources, { lane }: JobLease): Promise<void> {
  if (lane !== null) await passLane(resources, lane).catch(() => undefined);
}

type ClaimedJob = Job & { readonly lease: JobLease };
type Outcome = "completed" | "failed" | "retried" | "returned" | "superseded";

async function outcomeOf(resources: Resources, job: ClaimedJob, stopping: AbortSignal): Promise<Outcome> {
  if (job.lease.crashes >= crashLimit) {
    return failFor(resources, job, new DomainError("engine_unavailable", "The work ended its worker again and again."));
  }
  const lost = new AbortController();
  const deadline = AbortSignal.timeout(job.contract.timeoutMs);
  const heartbeat = setInterval(
    oneAtATime(() => beat(resources, job.lease, lost)),
    resources.config.jobs.heartbeatMs,
  );
  try {
    await untilAborted(AbortSignal.any([lost.signal, deadline, stopping]), (signal) =>
      job.handler.run(job.lease, signal),
    );
    return "completed";
  } catch (error) {
    if (error instanceof LeaseLostError || lost.signal.aborted) return "superseded";
    if (stopping.aborted) return await handBack(resources, job.lease, { failed: false, delayMs: 0 });
    return await afterError(resources, job, deadline.aborted ? new DomainError("engine_timeout") : error);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Does not wait for a handler that does not listen: what it writes later, it writes without a lease. */
async function untilAborted(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([work(signal), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A beat that waits, as for the transaction that ends the work, needs no second connection beside its own. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    void work().finally(() => {
      running = false;
    });
  };
}

/** A database that cannot be reached is no reason to stop: whoever finishes proves its lease anyway. */
async function beat(resources: Resources, lease: JobLease, lost: AbortController): Promise<void> {
  const alive = await heartbeatJob(resources.db, lease).catch(() => true);
  if (!alive) lost.abort(new LeaseLostError());
}

async function afterError(resources: Resources, job: ClaimedJob, error: unknown): Promise<Outcome> {
  const { contract, lease } = job;
  const permanent = error instanceof DomainError && !error.transient;
  if (!permanent) {
    const stack = error instanceof Error ? error.stack : String(error);
    resources.log.warn({ job: lease.name, subject_id: lease.subjectId, run: lease.run, error: stack }, "a run failed");
    const failures = lease.failures + 1;
    if (failures < contract.attempts) {
      return handBack(resources, lease, { failed: true, delayMs: contract.backoffMs(failures) });
    }
  }
  return failFor(resources, job, error instanceof DomainError ? error : new DomainError("internal_error"));
}

async function handBack(
  { db, dispatcher }: Resources,
  lease: JobLease,
  how: { readonly failed: boolean; readonly delayMs: number },
): Promise<Outcome> {
  const ticket = await returnJob(db, lease, how);
  if (ticket === null) return "superseded";
  await dispatcher.dispatch(ticket);
  return how.failed ? "retried" : "returned";
}

async function failFor({ log }: Resources, { handler, lease }: ClaimedJob, error: DomainError): Promise<Outcome> {
  try {
    await handler.fail(lease, error);
  } catch (failure) {
    if (failure instanceof LeaseLostError) return "superseded";
    throw failure;
  }
  log.info({ job: lease.name, subject_id: lease.subjectId, code: error.code }, "the work failed");
  return "failed";
}
