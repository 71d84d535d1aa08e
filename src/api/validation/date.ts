import { type Parsed, accept, field, refuse } from "./field.ts";

const wrong = (error: string): Parsed<never> =>
  refuse({
    type: "date_from_datetime_parsing",
    msg: `Input should be a valid date or datetime, ${error}`,
    ctx: { error },
  });

const inexact: Parsed<never> = refuse({
  type: "date_from_datetime_inexact",
  msg: "Datetimes provided to dates should have zero time - e.g. be exact dates",
});

/** The form of each part of `YYYY-MM-DD`, in the order in which the parts are checked. */
const parts = [
  { from: 0, to: 4, shape: /^\d+$/, error: "invalid character in year" },
  { from: 4, to: 5, shape: /^-$/, error: "invalid date separator, expected `-`" },
  { from: 5, to: 7, shape: /^\d+$/, error: "invalid character in month" },
  { from: 7, to: 8, shape: /^-$/, error: "invalid date separator, expected `-`" },
  { from: 8, to: 10, shape: /^\d+$/, error: "invalid character in day" },
] as const;

/** The length of a separator and `HH:MM`. */
const shortestTime = 6;

const calendarFault = (text: string): Parsed<never> | undefined => {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  if (month < 1 || month > 12) return wrong("month value is outside expected range of 1-12");
  // Day 0 of the next month is the last day of this one; 2000 has the leap years of year 0.
  const lastDay = new Date(Date.UTC(year === 0 ? 2000 : year, month, 0)).getUTCDate();
  if (day < 1 || day > lastDay) return wrong("day value is outside expected range");
  if (year > 0) return undefined;
  const error = "year 0 is out of range";
  return refuse({
    type: "date_parsing",
    msg: `Input should be a valid date in the format YYYY-MM-DD, ${error}`,
    ctx: { error },
  });
};

const timeFault = (time: string): Parsed<never> | undefined => {
  if (time === "") return undefined;
  if (!/^[Tt_ ]/.test(time)) return wrong("invalid datetime separator, expected `T`, `t`, `_` or space");
  const [, clock] = /^.((?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d+)?)(?:z|[+-]\d\d:?\d\d)?$/i.exec(time) ?? [];
  if (clock === undefined) return wrong(time.length < shortestTime ? "input is too short" : "invalid time");
  return /[1-9]/.test(clock) ? inexact : undefined;
};

const parseDate = (raw: unknown): Parsed<string> => {
  if (typeof raw === "number") return inexact;
  if (typeof raw !== "string") return refuse({ type: "date_type", msg: "Input should be a valid date" });
  if (/^[+-]?\d+(?:\.\d*)?$/.test(raw)) return inexact;
  if (raw.length < 10) return wrong("input is too short");
  const odd = parts.find(({ from, to, shape }) => !shape.test(raw.slice(from, to)));
  if (odd) return wrong(odd.error);
  return calendarFault(raw) ?? timeFault(raw.slice(10)) ?? accept(raw.slice(0, 10));
};

/** A calendar day as `YYYY-MM-DD`; a date-time is taken when its time is midnight. Unix times are refused. */
export const date = () => field(parseDate, { type: "string", format: "date" });
