import { useState } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import { SelectField, TextField } from "./field.tsx";
import { t } from "#web/messages/translate.ts";

const custom = "custom";
const ends = [
  ["from", t("From")],
  ["to", t("To")],
] as const;

/** Days as YYYY-MM-DD; an empty one is no limit. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const isSameRange = (one: DayRange, other: DayRange): boolean => one.from === other.from && one.to === other.to;

interface DayRangeProps {
  readonly label: string;
  readonly range: DayRange;
  /** The ranges that have a name. */
  readonly named: readonly (readonly [name: string, label: string])[];
  /** The name of the range; undefined where it has none. */
  readonly name: string | undefined;
  /** Why the range was refused. */
  readonly error?: unknown;
  readonly onName: (name: string) => void;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** A range of days with a name, or the days from one to another. */
export function DayRangeFields({ label, range, named, name, error, onName, onChange }: DayRangeProps) {
  const [isCustom, setIsCustom] = useState(false);
  const shown = isCustom ? custom : (name ?? custom);
  const choose = (next: string): void => {
    setIsCustom(next === custom);
    if (next !== custom) onName(next);
  };
  return (
    <>
      <SelectField label={label} value={shown} onChange={choose} choices={[...named, [custom, t("Custom range")]]} />
      {shown === custom &&
        ends.map(([end, title]) => (
          <TextField
            key={end}
            label={title}
            type="date"
            value={range[end]}
            onChange={(value) => onChange({ [end]: value })}
            problem={fieldProblem(error, end)}
          />
        ))}
    </>
  );
}
