import { sql } from "kysely";
import { type FirstStatement, prepared } from "#db/prepared.ts";
import type { Db } from "#db/schema.ts";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { jobsPerSlot } from "#src/jobs/contract.ts";
import { batchGroupPattern, demoGroupPattern, isolatedGroupPattern } from "./groups.ts";
import { slotsExpireAfterHeartbeats } from "./slots.ts";

/** A job that is to be added to its queue. */
export interface PromotedJob {
  readonly subjectId: string;
  readonly name: string;
  /** The number of its new run. */
  readonly run: number;
  /** As that of its lease. */
  readonly traceparent: string | null;
}

/**
 * Promotions run one after the other. The lock is taken by a statement of its own: the next one must see what was committed
 * while this one waited.
 *
 * A process that is frozen meanwhile keeps others from promoting for a second at most. A plan that is made while no job
 * waits would later scan the whole table; JIT is off because older servers would compile the statement.
 */
const lockPromotion: FirstStatement = {
  name: "lock-promotion",
  text: `
    select set_config('idle_in_transaction_session_timeout', '1000', true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true), pg_advisory_xact_lock(hashtextextended('promotion of jobs', 0))`,
};

// Literals: with parameters PostgreSQL keeps making plans of its own for each call, which costs more than running one.
const kinds = sql.join(
  jobContracts.map(({ name, queue }) => sql`(${sql.lit(name)}, ${sql.lit(queue)}, ${sql.lit(jobsPerSlot[queue])})`),
);

const isWaiting = sql`state = 'queued' and promoted_at is null`;
// Stored in whole milliseconds, the time of the insert may be rounded up.
const isDue = sql`run_at <= now() + interval '500 microseconds'`;
const isDemo = sql`group_key like ${sql.lit(demoGroupPattern)}`;
const isBatch = sql`group_key like ${sql.lit(batchGroupPattern)}`;
const isIsolated = sql`group_key like ${sql.lit(isolatedGroupPattern)}`;
/** All callers of the demo together have the share of one account, and so have all batches. */
const share = sql`case when ${isDemo} then 'demo' when ${isBatch} then 'batch' else group_key end`;

/** The jobs in flight (promoted or running), and how many more the window of each queue has room for. */
const windows = ({ heartbeatMs }: { readonly heartbeatMs: number }) => sql`
  kinds (name, queue, per_slot) as (
    values ${kinds}
  ), in_flight as materialized (
    select name, queue, group_key, ${share} as share
    from jobs join kinds using (name) where state = 'running' or promoted_at is not null
  ), windows as materialized (
    select distinct queue, (
      per_slot * (
        select coalesce(sum(slots), 0) from worker_slots
        where worker_slots.queue = kinds.queue
          and seen_at > now() - make_interval(secs => ${(slotsExpireAfterHeartbeats * heartbeatMs) / 1000})
      ) - (select count(*) from in_flight where in_flight.queue = kinds.queue)
    )::int as free, not exists (select from in_flight where in_flight.queue = kinds.queue) as is_idle
    from kinds
  )`;

/** The most accounts with a due job and none in flight that a promotion looks at, unless more slots are free. */
const mostAccounts = 32;
const isEnough = sql`found >= greatest(${sql.lit(mostAccounts)}, 2 * free)`;

/**
 * The groups with due jobs, found by a loose index scan: its cost grows with the groups, not with their waiting jobs. It goes on behind
 * the group at which the last promotion stopped, from the first group again behind the last, and stops where it has found
 * enough accounts: each is looked at in its turn, and a promotion costs the same however many wait. `created_at` is that
 * of the group's first due job.
 */
const walk = sql`
  walk (name, queue, free, since, group_key, is_second, created_at, found) as (
    select name, queue, free, coalesce(group_key, ''), coalesce(group_key, ''), false, null::timestamptz(3), 0
    from kinds join windows using (queue) left join job_cursors using (name) where free > 0
    union all
    select walk.name, walk.queue, free, since, coalesce(later.group_key, again.group_key), is_second or later.group_key is null,
      first.created_at, found + (first.created_at is not null and not is_demo and not is_batch and not exists (
        select from in_flight
        where in_flight.queue = walk.queue and in_flight.share = coalesce(later.group_key, again.group_key)))::int
    from walk cross join lateral (
      select min(jobs.group_key) as group_key from jobs
      where jobs.name = walk.name and jobs.group_key > walk.group_key and ${isWaiting}
    ) as later cross join lateral (
      select case when later.group_key is null and not is_second then (
        select min(jobs.group_key) from jobs where jobs.name = walk.name and ${isWaiting}
      ) end as group_key
    ) as again cross join lateral (
      select ${isDemo} as is_demo, ${isBatch} as is_batch from (values (coalesce(later.group_key, again.group_key))) as next (group_key)
    ) as kind left join lateral (
      select jobs.created_at from jobs
      where jobs.name = walk.name and jobs.group_key = coalesce(later.group_key, again.group_key) and ${isWaiting} and ${isDue}
      order by jobs.created_at, subject_id limit 1
    ) as first on true
    where not ${isEnough}
      and case when is_second or later.group_key is null then coalesce(later.group_key, again.group_key) <= since else true end
  ), moved as (
    insert into job_cursors (name, group_key) select name, group_key from walk where ${isEnough}
    on conflict (name) do update set group_key = excluded.group_key
  )`;

/** The groups of the walk. One with one job at a time is left out while it has one in flight. */
const groups = sql`
  due_groups as materialized (
    select name, queue, group_key, walk.free, is_idle, served_at, walk.created_at, ${isDemo} as is_demo, ${isBatch} as is_batch,
      ${share} as share,
      ${isDemo} or ${isIsolated} as is_single,
      group_key <> name and not ${isIsolated} as is_shared
    from walk join windows using (queue) left join job_groups using (name, group_key)
    where walk.created_at is not null
  ), open_groups as (
    select *, (
      select count(*) from in_flight
      where is_shared and in_flight.queue = due_groups.queue and in_flight.share = due_groups.share
    ) as used
    from due_groups
    where not is_single or not exists (select from in_flight where in_flight.group_key = due_groups.group_key)
  )`;

/**
 * The group with the fewest jobs in flight comes first; among equals, the one that was served longest ago. A share gets
 * another slot only while it has fewer than are free (dynamic thresholds, Choudhury and Hahne 1998), so that one stays
 * free for the next account. Batches come after all others, and leave one slot free whatever else waits, unless nothing is in flight.
 */
const order = sql`
  first_groups as (
    select * from (
      select *, row_number() over (
        partition by queue order by is_batch, used, is_demo, served_at nulls first, created_at, group_key
      ) as place from open_groups
    ) as placed
    where place <= free
  ), candidates as (
    select first_groups.queue, job.subject_id, job.name, job.created_at, group_key, free, is_idle, served_at, is_demo, is_batch, is_single,
      case when is_shared then used - 1 + row_number() over (
        partition by queue, share order by served_at nulls first, job.created_at, job.subject_id
      ) else 0 end as used
    from first_groups cross join lateral (
      select subject_id, name, created_at from jobs
      where jobs.name = first_groups.name and jobs.group_key = first_groups.group_key and ${isWaiting} and ${isDue}
      order by created_at, subject_id limit case when is_single then 1 else free end
    ) as job
  ), placed as (
    select *, row_number() over (
      partition by queue order by is_batch, used, is_demo, served_at nulls first, created_at, subject_id
    ) as place from candidates
  ), chosen as (
    -- The jobs of one caller of the demo may be in several queues.
    select *, row_number() over (partition by group_key order by created_at, name) as nth_of_group
    from placed where used < free - (place - 1) and (not is_batch or used < free - place or (is_idle and place = 1))
  )`;

interface PromotedRow extends Omit<PromotedJob, "subjectId"> {
  readonly subject_id: string;
}

const promotion = (slots: { readonly heartbeatMs: number }) => sql<PromotedRow>`
  with recursive ${windows(slots)}, ${walk}, ${groups}, ${order}, locked as (
    select chosen.subject_id, place
    from chosen cross join lateral (
      -- By the whole key of the index of waiting jobs: by subject alone, a plan may read all of them.
      select from jobs
      where jobs.name = chosen.name and jobs.group_key = chosen.group_key and jobs.created_at = chosen.created_at
        and jobs.subject_id = chosen.subject_id and ${isWaiting}
      for update skip locked
    ) as job
    where nth_of_group = 1 or not is_single
  ), promoted as (
    update jobs set promoted_at = now(), run = run + 1
    from locked where jobs.subject_id = locked.subject_id
    returning jobs.subject_id, name, group_key, run, traceparent, place
  ), served as (
    insert into job_groups as earlier (name, group_key, served_at)
    select distinct name, group_key, now() from promoted
    on conflict (name, group_key) do update set served_at = excluded.served_at
  )
  select subject_id, name, run, traceparent from promoted order by place`;

/**
 * Promotes the next jobs of all queues, as far as their windows have room. The process commits after it has read the result:
 * if it dies before, the promotion is rolled back, and no job is promoted without being added to its queue.
 * @returns the jobs to add to the queues, in this order
 */
export async function promoteJobs(db: Db, slots: { readonly heartbeatMs: number }): Promise<readonly PromotedJob[]> {
  const promote = async (trx: Db): Promise<readonly PromotedJob[]> => {
    const prepare = prepared("promote-jobs", { first: lockPromotion });
    const { rows } = await promotion(slots).withPlugin(prepare).execute(trx);
    return rows.map(({ subject_id: subjectId, ...rest }) => ({ subjectId, ...rest }));
  };
  return db.isTransaction ? promote(db) : db.transaction().execute(promote);
}
