import { type RawBuilder, sql } from "kysely";

/** Days of a list, YYYY-MM-DD, both included; an absent one is no limit. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Minutes by which the clock of these days is ahead of UTC. */
  readonly utcOffset?: number | undefined;
}

/** The beginning of a day whose clock is so many minutes ahead of UTC. */
export const startOfDay = (day: string | undefined, utcOffset: number): RawBuilder<Date> =>
  sql<Date>`(${day}::timestamp - make_interval(mins => ${utcOffset}::int)) at time zone 'utc'`;

/** The end of such a day. */
export const endOfDay = (day: string | undefined, utcOffset: number): RawBuilder<Date> =>
  sql<Date>`${startOfDay(day, utcOffset)} + interval '24 hours'`;
