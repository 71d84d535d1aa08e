import { Field } from "@base-ui/react/field";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { t } from "#web/messages/translate.ts";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** The problem of the value, with a way on where there is one. */
  readonly problem?: ReactNode;
  readonly name?: string;
  readonly type?: "text" | "email" | "date" | "search";
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autoComplete?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The control, where it is no line of text. */
  readonly render?: ReactElement;
}

/** Something to fill in, with its label, a hint, and what is wrong with it. */
export function TextField({ label, hint, problem, onChange, required = false, ...control }: FieldProps) {
  return (
    <Field.Root className="field" invalid={problem !== undefined}>
      <Field.Label className="label">
        {label}
        {required && <span className="soft"> {t("(required)")}</span>}
      </Field.Label>
      <Field.Control className="input" onValueChange={onChange} aria-required={required} {...control} />
      {hint !== undefined && <Field.Description className="hint">{hint}</Field.Description>}
      {problem !== undefined && (
        <Field.Error className="problem" match>
          {problem}
        </Field.Error>
      )}
    </Field.Root>
  );
}

interface ChoiceProps extends Pick<FieldProps, "label" | "value" | "onChange" | "hint" | "problem"> {
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** One of several, as the system's own list. */
export const SelectField = ({ choices, ...field }: ChoiceProps) => (
  <TextField
    {...field}
    render={
      <select>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    }
  />
);
