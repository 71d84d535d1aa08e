import { date } from "./date.ts";
import { integer } from "./number.ts";

/** Minutes: no clock is farther ahead of UTC or behind it. */
const maxUtcOffset = 14 * 60;

/** The query of a list that may be cut to some days, by the clock of its reader. */
export const dayRangeQuery = {
  from: date().optional().meta({ description: "The first day." }),
  to: date().optional().meta({ description: "The last day." }),
  utc_offset: integer({ min: -maxUtcOffset, max: maxUtcOffset })
    .default(0)
    .meta({ description: "Minutes by which the clock of these days is ahead of UTC.", examples: [330] }),
};

/** True of a query whose first day does not come after its last one. */
export const inOrder = ({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): boolean => from === undefined || to === undefined || from <= to;

/** The refusal of a query that is not in order. */
export const wrongOrder = { path: ["from"], error: "`from` must not be after `to`" };
