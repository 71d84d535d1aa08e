import { type RawBuilder, sql } from "kysely";

/** The latest measured trainings that an estimate is made from. */
const measuredTrainings = 20;

/** The seconds of half of the latest trainings that made a voice, of all accounts; null before the first. */
const medianSeconds = sql`(
  select percentile_cont(0.5) within group (order by latest.training_seconds) from (
    select training_seconds from voices where training_seconds is not null
    order by training_started_at desc limit ${sql.lit(measuredTrainings)}) as latest)`;

/**
 * A column of `voices`: the seconds until the training of a row will have taken as long as half of the earlier ones. Null for a row that is
 * not in training, before the first measured training, and once that time is over.
 */
export const selectSecondsLeft: RawBuilder<number | null> = sql<number | null>`case when status = 'training' then
  nullif(greatest(ceil(${medianSeconds} - extract(epoch from now() - training_started_at)::float8), 0), 0)::int end`;

/** The seconds since the start of the run that ends now. */
export const secondsOfRun: RawBuilder<number | null> = sql<
  number | null
>`extract(epoch from now() - training_started_at)::real`;
