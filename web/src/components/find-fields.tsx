import type { KeyboardEvent } from "react";
import { t } from "#web/messages/translate.ts";
import { TextField } from "./field.tsx";
import type { Replacement } from "./find-places.ts";

interface FindFieldsProps {
  readonly value: Replacement;
  readonly onChange: (changed: Partial<Replacement>) => void;
  /** Called by the key Enter in the first field. */
  readonly onFind: () => void;
  /** Called by the key Enter in the second one. */
  readonly onReplace: () => void;
}

/** The fields of a search that replaces what it finds. */
export function FindFields({ value: { wanted, replacement, matchCase }, onChange, ...calls }: FindFieldsProps) {
  // The form around them would be submitted otherwise.
  const press = (event: KeyboardEvent, act: () => void): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <TextField
        label={t("Find")}
        value={wanted}
        onChange={(next) => onChange({ wanted: next })}
        autoComplete="off"
        render={<input onKeyDown={(event) => press(event, calls.onFind)} />}
      />
      <TextField
        label={t("Replace with")}
        value={replacement}
        onChange={(next) => onChange({ replacement: next })}
        autoComplete="off"
        render={<input onKeyDown={(event) => press(event, calls.onReplace)} />}
      />
      <label className="row center">
        <input type="checkbox" checked={matchCase} onChange={({ target }) => onChange({ matchCase: target.checked })} />
        {t("Match case")}
      </label>
    </>
  );
}
