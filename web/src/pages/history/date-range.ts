import { type DayRange, isSameRange } from "#web/components/day-range-fields.tsx";
import { t } from "#web/messages/translate.ts";

const minuteMs = 60_000;

export type DateRangeName = "any" | "today" | "yesterday" | "week" | "month";

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

/** The ranges that have a name, now. */
export const dateRanges = (now: number): Readonly<Record<DateRangeName, DayRange>> => ({
  any: { from: "", to: "" },
  today: { from: localDay(now, 0), to: localDay(now, 0) },
  yesterday: { from: localDay(now, 1), to: localDay(now, 1) },
  week: { from: localDay(now, 6), to: localDay(now, 0) },
  month: { from: localDay(now, 29), to: localDay(now, 0) },
});

export const dateRangeLabels: Readonly<Record<DateRangeName, string>> = {
  any: t("Any time"),
  today: t("Today"),
  yesterday: t("Yesterday"),
  week: t("Last 7 days"),
  month: t("Last 30 days"),
};

const names: readonly DateRangeName[] = ["any", "today", "yesterday", "week", "month"];

/** The name of a range, when it has one now. */
export function nameOfRange(range: DayRange, now: number): DateRangeName | undefined {
  const ranges = dateRanges(now);
  return names.find((name) => isSameRange(ranges[name], range));
}
