import { type RawBuilder, sql } from "kysely";

/** The latest measured trainings that an estimate is made from. */
const measuredTrainings = 20;

/** The seconds of half of the latest trainings that made a voice, of all accounts; null before the first. */
const medianSeconds = sql`(
  select percentile_cont(0.5) within group (order by latest.training_seconds) from (
    select training_seconds from voices where training_seconds is not null
    order by training_started_at desc limit ${sql.lit(measuredTrainings)}) as latest)`;

/** The share of a training that is done. */
const done = sql`(progress / 100.0)`;
const elapsedSeconds = sql`extract(epoch from now() - training_started_at)::float8`;

/** The seconds of a whole training: those of the earlier ones, or else by the pace of this one. */
const wholeSeconds = sql`coalesce(${medianSeconds}, ${elapsedSeconds} / ${done})`;

/**
 * A column of `voices`: the estimated seconds until the training of a row ends. The whole is taken to last as long as half of the earlier
 * ones at its beginning, and more and more as long as its own pace says. Null for a row that is not in training, and at the beginning of
 * the first training.
 */
export const selectSecondsLeft: RawBuilder<number | null> = sql<number | null>`case
  when status = 'training' and progress = 0 then ceil(${medianSeconds})::int
  when status = 'training' then
    nullif(ceil((1 - ${done}) * (${elapsedSeconds} + (1 - ${done}) * ${wholeSeconds})), 0)::int end`;

/** The seconds since the start of the run that ends now. */
export const secondsOfRun: RawBuilder<number | null> = sql<
  number | null
>`extract(epoch from now() - training_started_at)::real`;
