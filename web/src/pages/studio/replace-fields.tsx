import { type KeyboardEvent, useState } from "react";
import { TextField } from "#web/components/field.tsx";
import { t } from "#web/messages/translate.ts";

interface ReplaceFieldsProps {
  readonly text: string;
  /** Receives the text with the replacements, and their number. */
  readonly onReplace: (text: string, count: number) => void;
}

/** Replaces all places of a text that are equal to another one. */
export function ReplaceFields({ text, onReplace }: ReplaceFieldsProps) {
  const [wanted, setWanted] = useState("");
  const [replacement, setReplacement] = useState("");
  const parts = wanted === "" ? [text] : text.split(wanted);
  const count = parts.length - 1;
  const replace = (): void => {
    if (count > 0) onReplace(parts.join(replacement), count);
  };
  // The form of the text would be submitted otherwise.
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    replace();
  };
  const field = { autoComplete: "off", render: <input onKeyDown={press} /> };
  return (
    <details>
      <summary>{t("Find and replace")}</summary>
      <div className="row replace">
        <TextField label={t("Find")} value={wanted} onChange={setWanted} {...field} />
        <TextField label={t("Replace with")} value={replacement} onChange={setReplacement} {...field} />
        <button type="button" className="button quiet" disabled={count === 0} onClick={replace}>
          {t("Replace all")}
        </button>
        <span className="hint" role="status">
          {wanted !== "" && t("{count, plural, =0 {No match} one {# match} other {# matches}}", { count })}
        </span>
      </div>
    </details>
  );
}
