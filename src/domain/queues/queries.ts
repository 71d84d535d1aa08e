import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { shownName } from "#src/domain/accounts/shown-name.ts";
import { isError } from "#src/domain/speech/shown-status.ts";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { type QueueName, queueNames } from "#src/jobs/contract.ts";

interface Counts {
  readonly waiting: number;
  /** Is not due yet: a run of it failed, or another worker must do it. */
  readonly delayed: number;
  readonly running: number;
  /** For how long the oldest of what waits has been due; null when nothing waits. */
  readonly oldestSeconds: number | null;
}

/** The work of a queue that is not done. */
export interface QueueWork extends Counts {
  readonly queue: QueueName;
}

/** The work of every queue, as its rows say, whatever the queue itself holds. */
export async function listQueueWork(db: Db): Promise<readonly QueueWork[]> {
  const { rows } = await sql<Counts & { readonly name: string }>`
    select name, (count(*) filter (where waits))::int as waiting,
      (count(*) filter (where state = 'queued' and not waits))::int as delayed,
      (count(*) filter (where state = 'running'))::int as running,
      extract(epoch from now() - min(run_at) filter (where waits))::float8 as "oldestSeconds"
    from (select *, state = 'queued' and run_at <= now() as waits from jobs) as job
    group by name`.execute(db);
  return queueNames.map((queue) => {
    const names: readonly string[] = jobContracts.filter((job) => job.queue === queue).map(({ name }) => name);
    return { queue, ...rows.filter(({ name }) => names.includes(name)).reduce(add, none) };
  });
}

const none: Counts = { waiting: 0, delayed: 0, running: 0, oldestSeconds: null };

const add = (left: Counts, right: Counts): Counts => ({
  waiting: left.waiting + right.waiting,
  delayed: left.delayed + right.delayed,
  running: left.running + right.running,
  oldestSeconds: oldest(left.oldestSeconds, right.oldestSeconds),
});

const oldest = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : Math.max(left, right);

/** Counts the jobs of each queue that have failed finally in the last 24 hours; cancelled requests are none of them. */
export async function countFailures(db: Db): Promise<Readonly<Record<QueueName, number>>> {
  const { rows } = await sql<Record<QueueName, number>>`
    select (count(*) filter (where request_type = 'tts'))::int as synthesis,
      (count(*) filter (where request_type = 'asr'))::int as transcription,
      (select count(*) from voices where failed_at > now() - interval '24 hours')::int as training,
      (select count(*) from webhook_events
        where status = 'failed' and processed_at > now() - interval '24 hours'
      )::int as billing
    from speech_requests where ${isError} and finished_at > now() - interval '24 hours'`.execute(db);
  return rows[0] ?? { synthesis: 0, transcription: 0, training: 0, billing: 0 };
}

/** The speech requests that have failed last, newest first: why, and never what they were about. */
export const listFailedRequests = (db: Db, limit: number) =>
  db
    .selectFrom("speech_requests")
    .leftJoin("users", "users.id", "speech_requests.user_id")
    .select(["speech_requests.id", "user_id", "request_type", "error_code", "error_message", "finished_at"])
    .select(shownName.as("user_name"))
    .where(isError)
    .orderBy("finished_at", "desc")
    .orderBy("speech_requests.id", "desc")
    .limit(limit)
    .execute();
