import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { batchGroupPattern } from "./groups.ts";

/** The largest place that is told; further back it is this one. */
export const mostAhead = 1_000;

const namesByQueue = sql.join(jobContracts.map(({ name, queue }) => sql`(${sql.lit(name)}, ${sql.lit(queue)})`));
const isDue = sql`run_at <= now() + interval '500 microseconds'`;

/**
 * The place of a waiting job in the fair order of its queue as it is now, 1 for the next one. Ahead of it are the jobs that have been
 * promoted, those of its own group that came before it, and of each other group as many, and one more where that came earlier: accounts
 * take turns. Batches are behind all other work. Null for a job that runs, has ended or waits to be tried again. Its cost is
 * bounded: no more than `mostAhead` rows of a kind are counted.
 */
export async function queuePosition(db: Db, subjectId: string): Promise<number | null> {
  const { rows } = await sql<{ readonly position: number }>`
    with kinds (name, queue) as (values ${namesByQueue}),
    own as (
      select subject_id, queue, group_key, created_at, promoted_at,
        group_key like ${sql.lit(batchGroupPattern)} as is_batch
      from jobs join kinds using (name)
      where subject_id = ${subjectId} and state = 'queued' and (promoted_at is not null or ${isDue})
    ), promoted as (
      select count(*) as ahead from jobs join kinds using (name) join own using (queue)
      where jobs.state = 'queued' and jobs.promoted_at is not null
        and (own.promoted_at is null or (jobs.promoted_at, jobs.subject_id) < (own.promoted_at, own.subject_id))
    ), mine as (
      select count(*) as ahead from (
        select from jobs join kinds using (name) join own using (queue, group_key)
        where jobs.state = 'queued' and jobs.promoted_at is null and own.promoted_at is null
          and jobs.run_at <= now() and (jobs.created_at, jobs.subject_id) < (own.created_at, own.subject_id)
        limit ${sql.lit(mostAhead)}
      ) as earlier
    ), counted as (
      select jobs.group_key, jobs.created_at, jobs.subject_id, own.is_batch,
        (jobs.created_at, jobs.subject_id) < (own.created_at, own.subject_id) as is_older
      from jobs join kinds using (name) join own using (queue)
      where jobs.state = 'queued' and jobs.promoted_at is null and own.promoted_at is null
        and jobs.run_at <= now() and jobs.group_key <> own.group_key
      limit ${sql.lit(mostAhead)}
    ), others as (
      select is_batch, is_older, group_key like ${sql.lit(batchGroupPattern)} as is_other_batch,
        row_number() over (partition by group_key order by created_at, subject_id) as turn
      from counted
    ), turns as (
      select count(*) as ahead from others cross join mine
      where case when is_batch = is_other_batch then turn <= mine.ahead or (turn = mine.ahead + 1 and is_older)
        else is_batch end
    )
    select least(${sql.lit(mostAhead)}, 1 + promoted.ahead + mine.ahead + turns.ahead)::int as position
    from own cross join promoted cross join mine cross join turns`.execute(db);
  return rows[0]?.position ?? null;
}
