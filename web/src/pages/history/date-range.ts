const dayMs = 24 * 3_600_000;

/** Days as YYYY-MM-DD (UTC); an empty one is no limit. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

export type DateRangeName = "any" | "today" | "yesterday" | "week" | "month";

const utcDay = (now: number, daysAgo: number): string => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10);

/** The ranges that have a name, now. */
export const dateRanges = (now: number): Readonly<Record<DateRangeName, DateRange>> => ({
  any: { from: "", to: "" },
  today: { from: utcDay(now, 0), to: utcDay(now, 0) },
  yesterday: { from: utcDay(now, 1), to: utcDay(now, 1) },
  week: { from: utcDay(now, 6), to: utcDay(now, 0) },
  month: { from: utcDay(now, 29), to: utcDay(now, 0) },
});

export const dateRangeLabels: Readonly<Record<DateRangeName, string>> = {
  any: "Any time",
  today: "Today",
  yesterday: "Yesterday",
  week: "Last 7 days",
  month: "Last 30 days",
};

const names: readonly DateRangeName[] = ["any", "today", "yesterday", "week", "month"];

/** The name of a range, when it has one now. */
export function nameOfRange({ from, to }: DateRange, now: number): DateRangeName | undefined {
  const ranges = dateRanges(now);
  return names.find((name) => ranges[name].from === from && ranges[name].to === to);
}
