import pTimeout from "p-timeout";
import { claimJob, returnExpiredRun } from "#src/domain/jobs/claim-job.ts";
import { promoteNext } from "#src/domain/jobs/promote-next.ts";
import { heartbeatJob, type JobLease, returnJob } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { DomainError, isOutage } from "#src/errors.ts";
import type { JobContract, JobPayload } from "#src/jobs/contract.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import { inSpan, markFailed, parentAt } from "#src/spans.ts";
import { type Handler, NotCapableError } from "./handler.ts";

/** The number of crashes after which a job fails. */
const crashLimit = 5;
const crashedText =
  "The work on this request stopped its process too many times. Change the input before you send it again.";

/** The number of attempts of a job while a dependency is unavailable: with a backoff that doubles, it survives an outage of two minutes. */
const outageAttempts = 8;

/** The longest delay before a job that this worker cannot do is offered to all workers again, this one included. */
const maxNotCapableDelayMs = 16_000;
/** The age, in seconds, from which on such a job fails. It leaves much time, since the worker that can do it may be busy. */
const maxNotCapableSeconds = 24 * 3_600;
const notTakenText =
  "No worker that has the engine for this request has taken it within a day. Send it again later, or choose another model.";

/** Why a run was asked to stop before its time. */
export const shuttingDown = new Error("The worker is shutting down.");

export interface Job {
  readonly contract: JobContract;
  readonly handler: Handler;
  readonly payload: JobPayload;
}

/**
 * One run of a job: claims it, renews its lease, and ends it as completed, failed, or returned to the outbox. A handler that
 * fails does not make it reject.
 * @returns null when there was nothing to do
 */
export async function runJob(resources: Resources, job: Job, stopping: AbortSignal): Promise<RunOutcome | null> {
  const { db, config } = resources;
  const lease = await claimJob(db, job.payload);
  if (lease === null) {
    await returnExpiredRun(db, job.payload, config.jobs);
    promoteNext(resources);
    return null;
  }
  return runClaimed(resources, { ...job, lease }, stopping);
}

/** Runs a claimed job in the trace of the call that inserted it, whichever job its delivery named. */
function runClaimed(resources: Resources, job: ClaimedJob, stopping: AbortSignal): Promise<RunOutcome> {
  const { name, subjectId, run, waitedSeconds, traceparent } = job.lease;
  const attributes = {
    "messaging.system": "bullmq",
    "messaging.destination.name": job.contract.queue,
    "speech.subject.id": subjectId,
    "speech.job.run": run,
    "speech.job.wait_seconds": waitedSeconds,
  };
  return inSpan(`process ${name}`, { kind: "CONSUMER", parent: parentAt(traceparent), attributes }, async (span) => {
    const outcome = await measuredOutcome(resources, job, stopping);
    span.setAttribute("speech.job.outcome", outcome);
    if (outcome === "failed" || outcome === "retried") markFailed(span, outcome);
    return outcome;
  });
}

async function measuredOutcome(resources: Resources, job: ClaimedJob, stopping: AbortSignal): Promise<RunOutcome> {
  const started = performance.now();
  const outcome = await outcomeOf(resources, job, stopping).finally(() => promoteNext(resources));
  const durationMs = Math.round(performance.now() - started);
  const { name, subjectId, run, waitedSeconds } = job.lease;
  resources.metrics.observeRun(
    { job: name, outcome },
    { waitSeconds: waitedSeconds, runSeconds: durationMs / 1000, run },
  );
  resources.log.info({ job: name, subject_id: subjectId, run, outcome, duration_ms: durationMs }, "job");
  return outcome;
}

type ClaimedJob = Job & { readonly lease: JobLease };
/** The way in which a run ended. */
export type RunOutcome = "completed" | "failed" | "retried" | "returned" | "superseded";

async function outcomeOf(resources: Resources, job: ClaimedJob, stopping: AbortSignal): Promise<RunOutcome> {
  if (job.lease.crashes >= crashLimit) {
    return failFor(resources, job, new DomainError("engine_unavailable", crashedText));
  }
  const lost = new AbortController();
  using deadline = openDeadline(job.contract);
  // Heartbeats never overlap, so one that waits, as for the transaction that ends the job, takes no second connection.
  const heartbeat = repeat(resources.config.jobs.heartbeatMs, () => beat(resources, job.lease, lost));
  try {
    await untilAborted(AbortSignal.any([lost.signal, deadline.signal, stopping]), (signal) =>
      job.handler.run(job.lease, signal, deadline.advance),
    );
    return "completed";
  } catch (error) {
    if (error instanceof LeaseLostError || lost.signal.aborted) return "superseded";
    if (stopping.aborted) return await handBack(resources, job.lease, { failed: false, delayMs: 0 });
    if (error instanceof NotCapableError) return await leaveToOthers(resources, job);
    return await afterError(resources, job, deadline.signal.aborted ? new DomainError("engine_timeout") : error);
  } finally {
    void heartbeat.stop();
  }
}

/** Does not wait for a handler that ignores its signal: what it writes later, it writes without a lease. */
async function untilAborted(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  signal.throwIfAborted();
  await pTimeout(work(signal), { milliseconds: Infinity, signal });
}

/** A database that cannot be reached is no reason to stop: writing the result proves the lease anyway. */
async function beat(resources: Resources, lease: JobLease, lost: AbortController): Promise<void> {
  const alive = await heartbeatJob(resources.db, lease).catch(() => true);
  if (!alive) lost.abort(new LeaseLostError());
}

async function afterError(resources: Resources, job: ClaimedJob, error: unknown): Promise<RunOutcome> {
  const { contract, lease } = job;
  const permanent = error instanceof DomainError && !error.transient;
  if (!permanent) {
    const stack = error instanceof Error ? error.stack : String(error);
    resources.log.warn({ job: lease.name, subject_id: lease.subjectId, run: lease.run, error: stack }, "a run failed");
    const failures = lease.failures + 1;
    if (failures < attemptsFor(contract, error)) {
      return handBack(resources, lease, { failed: true, delayMs: contract.backoffMs(failures) });
    }
  }
  return failFor(resources, job, publicReason(error));
}

const attemptsFor = ({ attempts }: JobContract, error: unknown): number =>
  isOutage(error) ? Math.max(attempts, outageAttempts) : attempts;

/** Why an engine is not available is for the log: it names paths, and may repeat what a program said. */
function publicReason(error: unknown): DomainError {
  if (error instanceof DomainError) return error.code === "engine_unavailable" ? new DomainError(error.code) : error;
  return new DomainError(isOutage(error) ? "unavailable" : "internal_error");
}

async function handBack(
  resources: Resources,
  lease: JobLease,
  how: { readonly failed: boolean; readonly delayMs: number },
): Promise<RunOutcome> {
  if (!(await returnJob(resources.db, lease, how))) return "superseded";
  // The sweeper would promote it as well, up to two seconds later.
  setTimeout(() => promoteNext(resources), how.delayMs).unref();
  return how.failed ? "retried" : "returned";
}

/** Returns a job that another worker can do, for a second at first and for longer with each run, until it is a day old. */
function leaveToOthers(resources: Resources, job: ClaimedJob): Promise<RunOutcome> {
  const { run, ageSeconds } = job.lease;
  if (ageSeconds >= maxNotCapableSeconds) {
    return failFor(resources, job, new DomainError("engine_unavailable", notTakenText));
  }
  return handBack(resources, job.lease, {
    failed: false,
    delayMs: Math.min(1_000 * 2 ** (run - 1), maxNotCapableDelayMs),
  });
}

async function failFor({ log }: Resources, { handler, lease }: ClaimedJob, error: DomainError): Promise<RunOutcome> {
  try {
    await handler.fail(lease, error);
  } catch (failure) {
    if (failure instanceof LeaseLostError) return "superseded";
    throw failure;
  }
  log.info({ job: lease.name, subject_id: lease.subjectId, code: error.code }, "the work failed");
  return "failed";
}

/** Limits the duration of a run. */
interface Deadline extends Disposable {
  /** Aborted when the run has taken too long, or has finished no part of its work for too long. */
  readonly signal: AbortSignal;
  /** Counts the time without a finished part from now. */
  readonly advance: () => void;
}

function openDeadline({ timeoutMs, stallMs }: Pick<JobContract, "timeoutMs" | "stallMs">): Deadline {
  const over = new AbortController();
  const end = (): void => over.abort();
  const whole = setTimeout(end, timeoutMs);
  const part = stallMs === undefined ? null : setTimeout(end, stallMs);
  return {
    signal: over.signal,
    advance: () => void part?.refresh(),
    [Symbol.dispose]: () => {
      clearTimeout(whole);
      if (part !== null) clearTimeout(part);
    },
  };
}
