import { type ReactNode, useId } from "react";

interface ChecksProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly (readonly [value: Value, label: ReactNode])[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
  /** The problem of the choice. */
  readonly problem?: string | undefined;
}

/** Any number of several choices. */
export function CheckboxGroup<Value extends string>({
  legend,
  choices,
  chosen,
  onChange,
  problem,
}: ChecksProps<Value>) {
  const problemId = useId();
  const toggle = (value: Value, on: boolean): void =>
    onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className="checks" aria-describedby={problem === undefined ? undefined : problemId}>
      <legend className="label">{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => toggle(value, target.checked)}
          />
          {label}
        </label>
      ))}
      {problem !== undefined && (
        <p className="problem" id={problemId}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
