const dayMs = 24 * 3_600_000;
const defaultDays = 30;
/** The first day that both PostgreSQL and the schema of a date know. */
const firstDay = "0001-01-01";

/** The most days that one report covers. */
export const maxUsageDays = 366;

/** Days as YYYY-MM-DD, both included. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

/** The days that a report is about: what is not said of them makes them the last 30, up to today (UTC). */
export function usagePeriod(asked: Partial<Readonly<Record<keyof UsagePeriod, string | undefined>>>): UsagePeriod {
  const to = asked.to ?? dayOf(Date.now());
  const usual = dayOf(Date.parse(to) - (defaultDays - 1) * dayMs);
  return { from: asked.from ?? (usual < firstDay ? firstDay : usual), to };
}

/** So many days up to today (UTC). */
export const lastDays = (days: number): UsagePeriod => ({
  from: dayOf(Date.now() - (days - 1) * dayMs),
  to: dayOf(Date.now()),
});

/** Counts the days; none or fewer when it ends before it begins. */
export const countDays = ({ from, to }: UsagePeriod): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Each of its days, ascending. */
export const daysOf = (period: UsagePeriod): readonly string[] =>
  Array.from({ length: countDays(period) }, (_, index) => dayOf(Date.parse(period.from) + index * dayMs));

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
