import { sql } from "kysely";
import { planByIndex, prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import type { JobPayload } from "#src/jobs/contract.ts";
import { groupAfterCrash } from "./groups.ts";
import type { JobLease } from "./queries.ts";

/** Heartbeats that a run may miss before a second delivery counts as its crash. */
const missedHeartbeats = 1.5;

interface ClaimedRow extends Pick<JobLease, "name" | "run" | "failures" | "crashes" | "traceparent"> {
  readonly subject_id: string;
  readonly account_id: string | null;
  readonly group_key: string;
  readonly waited: number;
  readonly age: number;
}

/**
 * Claims the run that the queue delivers.
 * @returns null when there is nothing to do: the job is done, deleted or back in the outbox, or the run is delivered twice
 */
export async function claimJob(db: Db, { subject_id, run }: JobPayload): Promise<JobLease | null> {
  const { rows } = await sql<ClaimedRow>`
    update jobs set state = 'running', heartbeat_at = now()
    where subject_id = ${subject_id} and run = ${run} and state = 'queued' and promoted_at is not null
    returning subject_id, account_id, group_key, name, run, failures, crashes, traceparent,
      extract(epoch from now() - run_at)::float8 as waited, extract(epoch from now() - created_at)::float8 as age`
    .withPlugin(prepared("claim-job", { first: planByIndex }))
    .execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { subject_id: subjectId, account_id, group_key, waited, age, ...rest } = row;
  const facts = { subjectId, accountId: account_id, groupKey: group_key, waitedSeconds: waited, ageSeconds: age };
  return { ...facts, ...rest };
}

/**
 * Returns a job to the outbox when its run is delivered again and its heartbeat is overdue. A run with a recent heartbeat
 * keeps its job: the queue also delivers again after it was unavailable itself.
 */
export async function returnExpiredRun(
  db: Db,
  { subject_id, run }: JobPayload,
  { heartbeatMs }: { readonly heartbeatMs: number },
): Promise<void> {
  await sql`
    update jobs set
      state = 'queued', promoted_at = null, run_at = now(), crashes = crashes + 1, group_key = ${groupAfterCrash}
    where subject_id = ${subject_id} and run = ${run} and state = 'running'
      and heartbeat_at < now() - make_interval(secs => ${(missedHeartbeats * heartbeatMs) / 1000})`.execute(db);
}
