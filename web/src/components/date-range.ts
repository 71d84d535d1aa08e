import { type DayRange, isSameRange } from "./day-range-fields.tsx";
import { t } from "#web/messages/translate.ts";

const minuteMs = 60_000;

export type DateRangeName = "any" | "today" | "yesterday" | "week" | "month" | "quarter" | "year";

/**
 * Minutes by which the reader's clock is ahead of UTC on a day. A range across a change of daylight saving time is off by an hour at its
 * end.
 */
export const utcOffsetOn = (day: string): number => 0 - new Date(`${day}T12:00`).getTimezoneOffset();

function localDay(now: number, daysAgo: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() - daysAgo);
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 10);
}

/** The range of days of a name, now. */
export const dateRanges = (now: number): Readonly<Record<DateRangeName, DayRange>> => ({
  any: { from: "", to: "" },
  today: { from: localDay(now, 0), to: localDay(now, 0) },
  yesterday: { from: localDay(now, 1), to: localDay(now, 1) },
  week: { from: localDay(now, 6), to: localDay(now, 0) },
  month: { from: localDay(now, 29), to: localDay(now, 0) },
  quarter: { from: localDay(now, 89), to: localDay(now, 0) },
  year: { from: localDay(now, 364), to: localDay(now, 0) },
});

const labels: Readonly<Record<DateRangeName, string>> = {
  any: t("Any time"),
  today: t("Today"),
  yesterday: t("Yesterday"),
  week: t("Last 7 days"),
  month: t("Last 30 days"),
  quarter: t("Last 90 days"),
  year: t("Last 365 days"),
};

/** The choices of a list of some names. */
export const rangeChoices = (names: readonly DateRangeName[]) => names.map((name) => [name, labels[name]] as const);

/** The first of these names that is the name of the range now. */
export function nameOfRange(names: readonly DateRangeName[], range: DayRange, now: number): DateRangeName | undefined {
  const ranges = dateRanges(now);
  return names.find((name) => isSameRange(ranges[name], range));
}
