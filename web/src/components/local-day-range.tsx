import { useState } from "react";
import { type DateRangeName, dateRanges, nameOfRange, rangeChoices } from "./date-range.ts";
import { type DayRange, DayRangeFields } from "./day-range-fields.tsx";

interface LocalDayRangeProps {
  readonly label: string;
  /** The ranges with a name that are offered. */
  readonly names: readonly DateRangeName[];
  readonly range: DayRange;
  /** The reason for which the range was refused. */
  readonly error?: unknown;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** A range of days by the clock of the reader. */
export function LocalDayRange({ label, names, range, error, onChange }: LocalDayRangeProps) {
  const [now, setNow] = useState(() => Date.now());
  const choose = (chosen: string): void => {
    const name = names.find((one) => one === chosen);
    const time = Date.now();
    setNow(time);
    if (name !== undefined) onChange({ ...dateRanges(time)[name] });
  };
  return (
    <DayRangeFields
      {...{ label, range, error, onChange }}
      named={rangeChoices(names)}
      name={nameOfRange(names, range, now)}
      onName={choose}
    />
  );
}
