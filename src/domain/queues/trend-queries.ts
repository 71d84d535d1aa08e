import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { isError } from "#src/domain/speech/shown-status.ts";
import { type QueueName, queueNames } from "#src/jobs/contract.ts";
import type { QueueWork } from "./queries.ts";

export const trendPeriods = ["hour", "day"] as const;
type TrendPeriod = (typeof trendPeriods)[number];

/** The seconds that a point covers, and the number of points. A sample is taken once a minute, hardly ever a second later. */
const shapes: Readonly<Record<TrendPeriod, { readonly stepSeconds: number; readonly count: number }>> = {
  hour: { stepSeconds: 120, count: 30 },
  day: { stepSeconds: 900, count: 96 },
};
/** For how long samples are kept: a day, and what the first point of it needs. */
const kept = sql`interval '25 hours'`;
/** Two maintenance processes take one sample between them. */
const leastSeconds = 50;
/** The seconds that a first sample covers, and the most that one after a pause does. */
const [firstSeconds, mostSeconds] = [60, 3_600];

/** The number of jobs that ended in a time. */
interface Ended {
  readonly completed: number;
  readonly failed: number;
}

/**
 * Locks the samples until the transaction ends.
 * @returns since when the next sample counts what ended; null when it is too early for one
 */
export async function lockSamples(db: Db): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('samples of queues', 0))`.execute(db);
  const { rows } = await sql<{ since: Date; seconds: number | null }>`
    select greatest(coalesce(max(sampled_at), now() - make_interval(secs => ${firstSeconds})),
        now() - make_interval(secs => ${mostSeconds})) as since,
      extract(epoch from now() - max(sampled_at))::float8 as seconds
    from queue_samples`.execute(db);
  const [row] = rows;
  return row === undefined || (row.seconds !== null && row.seconds < leastSeconds) ? null : row.since;
}

/** Counts the jobs of each queue that have ended since a moment. */
export async function countEnded(db: Db, since: Date): Promise<Readonly<Record<QueueName, Ended>>> {
  const { rows } = await sql<Ended & { readonly queue: QueueName }>`
    select case request_type when 'tts' then 'synthesis' else 'transcription' end as queue,
      (count(*) filter (where status = 'completed'))::int as completed, (count(*) filter (where ${isError}))::int as failed
    from speech_requests where finished_at > ${since} and finished_at <= now() group by request_type
    union all
    select 'training', (select count(*) from voice_uses where action = 'trained' and created_at > ${since})::int,
      (select count(*) from voices where failed_at > ${since})::int
    union all
    select 'billing',
      (select count(*) from webhook_events where status in ('processed', 'ignored') and processed_at > ${since})::int,
      (select count(*) from webhook_events where status = 'failed' and processed_at > ${since})::int`.execute(db);
  const none: Ended = { completed: 0, failed: 0 };
  const of = (queue: QueueName): Ended => rows.find((row) => row.queue === queue) ?? none;
  return {
    ...{ synthesis: of("synthesis"), transcription: of("transcription") },
    ...{ training: of("training"), billing: of("billing") },
  };
}

/** Writes down how the queues stand, and forgets what is older than a day. */
export async function insertSamples(
  db: Db,
  work: readonly QueueWork[],
  ended: Readonly<Record<QueueName, Ended>>,
): Promise<void> {
  await db
    .insertInto("queue_samples")
    .values(
      work.map(({ queue, waiting, running, oldestSeconds }) => ({
        ...{ sampled_at: sql<Date>`now()`, queue, waiting, running, oldest_seconds: oldestSeconds },
        ...{ completed: ended[queue].completed, failed: ended[queue].failed },
      })),
    )
    .execute();
  await db
    .deleteFrom("queue_samples")
    .where("sampled_at", "<", sql<Date>`now() - ${kept}`)
    .execute();
}

interface QueueTrend extends Ended {
  readonly queue: QueueName;
  /** The most that waited, that ran, and the longest wait. */
  readonly waiting: number;
  readonly running: number;
  readonly oldestSeconds: number | null;
}

export interface TrendPoint {
  readonly time: Date;
  /** None where nothing was sampled. */
  readonly queues: readonly QueueTrend[];
}

/** Lists the states of the queues in the last hour or day, up to the last point whose time is over. */
export async function listTrends(
  db: Db,
  period: TrendPeriod,
): Promise<{ readonly stepSeconds: number; readonly points: readonly TrendPoint[] }> {
  const { stepSeconds, count } = shapes[period];
  const stepMs = 1000 * stepSeconds;
  const end = Math.floor(Date.now() / stepMs) * stepMs;
  const times = Array.from({ length: count }, (_, index) => new Date(end - (count - index) * stepMs));
  const { rows } = await sql<QueueTrend & { readonly time: Date }>`
    select date_bin(make_interval(secs => ${stepSeconds}), sampled_at, timestamptz 'epoch') as time, queue,
      max(waiting) as waiting, max(running) as running, max(oldest_seconds) as "oldestSeconds",
      sum(completed)::int as completed, sum(failed)::int as failed
    from queue_samples where sampled_at >= ${times[0]} and sampled_at < ${new Date(end)}
    group by time, queue`.execute(db);
  const points = times.map((time) => {
    const found = rows.filter((row) => row.time.getTime() === time.getTime());
    return { time, queues: queueNames.flatMap((queue) => found.find((row) => row.queue === queue) ?? []) };
  });
  return { stepSeconds, points };
}
